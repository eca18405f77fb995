import { sql } from 'kysely'
import { photoDays, type PhotoKind } from '../../contract/real-name/certify.ts'
import type { AccountTx, Database, Queryable, Tx } from '../kit/db/db.ts'

const columns = ['id', 'kind', 'mediaType', 'size', 'sha256'] as const

export const lockPhotos = (tx: Tx, personId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`photos:${personId}`}, 0))`.execute(tx)

export async function countLoose(db: Queryable, personId: string): Promise<number> {
  const { n } = await db
    .selectFrom('realNamePhoto')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('personId', '=', personId)
    .where('realNameId', 'is', null)
    .executeTakeFirstOrThrow()
  return n
}

export interface NewPhoto {
  id: string
  platformId: string
  accountId: string
  personId: string
  kind: PhotoKind
  mediaType: string
  size: number
  sha256: Buffer
}
export const insertPhoto = (tx: Tx, photo: NewPhoto) => tx.insertInto('realNamePhoto').values(photo).execute()

export const findOwn = (tx: AccountTx, personId: string, id: string) =>
  tx
    .selectFrom('realNamePhoto')
    .select(columns)
    .where('personId', '=', personId)
    .where('id', '=', id)
    .executeTakeFirst()
export type PhotoRecord = NonNullable<Awaited<ReturnType<typeof findOwn>>>

export const removeLoose = async (tx: Tx, personId: string, accountId: string, id: string): Promise<boolean> =>
  (await tx
    .deleteFrom('realNamePhoto')
    .where('personId', '=', personId)
    .where('accountId', '=', accountId)
    .where('realNameId', 'is', null)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()) !== undefined

/** Puts a person's own picture to use, once; false where it is not there, shows something else or was used. */
export async function attachPhoto(
  tx: Tx,
  realNameId: string,
  { personId, id, kind }: { personId: string; id: string; kind: PhotoKind },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('realNamePhoto')
    .set({ realNameId })
    .where('id', '=', id)
    .where('personId', '=', personId)
    .where('kind', '=', kind)
    .where('realNameId', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const photosOf = (db: Queryable, realNameId: string) =>
  db.selectFrom('realNamePhoto').select(columns).where('realNameId', '=', realNameId).orderBy('kind').execute()

/** Nobody keeps pictures of papers longer than the decision needs them (PIPL 19). */
export async function sweepPhotos(db: Database) {
  await sql`delete from real_name_photo p where (p.real_name_id is null and p.created_at < app_now() - interval '1 day')
    or exists (select from real_name r where r.id = p.real_name_id and r.decided_at < app_now() - make_interval(days => ${photoDays}))`.execute(
    db.system,
  )
}
