import { sql } from 'kysely'
import type { LawyerBody, LawyerFind } from '../../../contract/content/directory.ts'
import type { Queryable, Tx } from '../../kit/db/db.ts'
import { likeWord } from '../../kit/db/like-word.ts'
import { listPage } from '../../kit/db/list-page.ts'
import { now } from '../../kit/db/now.ts'

const columns = [
  'id',
  'name',
  'firm',
  'regionCode',
  'licenceNo',
  'sinceYear',
  'intro',
  'cases',
  'portrait',
  'phone',
  'mail',
  'sort',
  'shown',
  'version',
  'createdAt',
  'updatedAt',
] as const
const practice = sql<
  string[]
>`coalesce((select jsonb_agg(f.field_zh order by f.sort, f.id) from lawyer_practice p join lawyer_field f on f.id = p.field_id where p.lawyer_id = lawyer.id), '[]')`

/** Whether a lawyer attends to a field. */
export const practises = (fieldId: string) =>
  sql<boolean>`exists (select from lawyer_practice p where p.lawyer_id = lawyer.id and p.field_id = ${fieldId})`

const ofPlatform = (db: Queryable, platformId: string) => db.selectFrom('lawyer').where('platformId', '=', platformId)

export function listLawyers(db: Queryable, platformId: string, { shown, fieldId, keyWord, ...wanted }: LawyerFind) {
  let some = ofPlatform(db, platformId)
  if (shown !== undefined) some = some.where('shown', '=', shown)
  if (fieldId) some = some.where(practises(fieldId))
  if (keyWord) some = some.where(sql<boolean>`concat_ws(' ', name, firm, licence_no) ilike ${likeWord(keyWord)}`)
  return listPage(db, some, (q) => q.select(columns).select(practice.as('practice')), wanted, {
    createdAt: 'created_at',
    updatedAt: 'updated_at',
    name: 'name',
    sort: 'sort',
  })
}

export function findLawyer(db: Queryable, platformId: string, id: string, { lock = false } = {}) {
  const one = ofPlatform(db, platformId).select(columns).select(practice.as('practice')).where('id', '=', id)
  return (lock ? one.forUpdate() : one).executeTakeFirst()
}
export type LawyerRecord = NonNullable<Awaited<ReturnType<typeof findLawyer>>>

type Written = Omit<LawyerBody, 'practice'>

export const insertLawyer = (tx: Tx, platformId: string, id: string, lawyer: Written) =>
  tx
    .insertInto('lawyer')
    .values({ ...lawyer, id, platformId })
    .execute()

export async function saveLawyer(tx: Tx, id: string, lawyer: Written): Promise<number> {
  const saved = await tx
    .updateTable('lawyer')
    .set({ ...lawyer, version: sql<number>`version + 1`, updatedAt: now })
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow()
  return saved.version
}

export const setShown = (tx: Tx, id: string, shown: boolean) =>
  tx
    .updateTable('lawyer')
    .set({ shown, version: sql<number>`version + 1`, updatedAt: now })
    .where('id', '=', id)
    .execute()

/** The fields of these names, held until the transaction ends. */
export const lockFields = (tx: Tx, platformId: string, names: string[]) =>
  tx
    .selectFrom('lawyerField')
    .select(['id', 'fieldZh'])
    .where('platformId', '=', platformId)
    .where(sql<boolean>`field_zh = any(${names}::text[])`)
    .orderBy('id')
    .forShare()
    .execute()

export async function setPractice(tx: Tx, platformId: string, lawyerId: string, fieldIds: string[]) {
  await tx.deleteFrom('lawyerPractice').where('lawyerId', '=', lawyerId).execute()
  if (fieldIds.length)
    await tx
      .insertInto('lawyerPractice')
      .values(fieldIds.map((fieldId) => ({ lawyerId, fieldId, platformId })))
      .execute()
}
