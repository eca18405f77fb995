import { sql } from 'kysely'
import { openJobsTable } from '../kit/work/jobs.ts'
import { uploadDays } from '../../contract/registry/uploads.ts'
import type { AccountTx, Database, Queryable, Tx } from '../kit/db/db.ts'
import { inSeconds, now } from '../kit/db/now.ts'

/** Whose an upload is: whoever sends goes on with it, nobody else in the account. */
export interface Sender {
  accountId: string
  personId: string
}

const ofSender = ({ accountId, personId }: Sender) =>
  sql<boolean>`upload.account_id = ${accountId} and upload.person_id = ${personId}`

export interface NewUpload extends Sender {
  id: string
  platformId: string
  name: string
  size: number
}

/** One sender's uploads are begun one after the other, so that their bound holds. */
export const lockSender = (tx: Tx, { accountId, personId }: Sender) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`upload:${accountId}:${personId}`}, 0))`.execute(tx)

/** Uploads of all accounts are promised their room one after the other. */
export async function promisedBytes(tx: Tx): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext('promised bytes'))`.execute(tx)
  const { rows } = await sql<{ bytes: string }>`select promised_bytes() as bytes`.execute(tx)
  return Number(rows[0]?.bytes ?? 0)
}

const idle = '1 hour'

/** Ends the unfinished upload that goes first where there is no room: of the account that holds most, the one that stood still longest. */
export const endOneIdle = (tx: Tx) =>
  tx
    .deleteFrom('upload')
    .where(
      'id',
      '=',
      sql<string>`(
        select u.id from upload u join (select account_id, sum(size) as held from upload where state = 'receiving' group by account_id) a using (account_id)
        where u.state = 'receiving' and u.touched_at < app_now() - ${sql.lit(idle)}::interval
        order by a.held desc, u.touched_at, u.id limit 1)`,
    )
    .returning(['id', 'name', 'platformId', 'accountId'])
    .executeTakeFirst()

export async function openCount(tx: Queryable, sender: Sender): Promise<number> {
  const { n } = await tx
    .selectFrom('upload')
    .select(sql<number>`count(*)::int`.as('n'))
    .where(ofSender(sender))
    .where('state', '<>', 'used')
    .executeTakeFirstOrThrow()
  return n
}

export const insertUpload = (tx: AccountTx, upload: NewUpload) =>
  tx
    .insertInto('upload')
    .values({ ...upload, state: 'receiving' })
    .execute()

export interface Computed {
  sha256: Buffer
  sm3: Buffer
  mediaType: string
}

/** One that came whole. */
export const insertWhole = (tx: Tx, upload: NewUpload & Computed) =>
  tx
    .insertInto('upload')
    .values({ ...upload, received: upload.size, state: 'ready', receivedAt: now })
    .execute()

export const findUpload = (tx: AccountTx, sender: Sender, id: string) =>
  tx.selectFrom('upload').selectAll().where(ofSender(sender)).where('id', '=', id).executeTakeFirst()
export type UploadRecord = NonNullable<Awaited<ReturnType<typeof findUpload>>>

/** What nothing was made of yet. */
export const openUploads = (tx: AccountTx, sender: Sender) =>
  tx
    .selectFrom('upload')
    .selectAll()
    .where(ofSender(sender))
    .where('state', '<>', 'used')
    .orderBy('createdAt', 'desc')
    .limit(100)
    .execute()

/**
 * A piece counts from here on, if it begins where the last one ended: of two who write the same place one is refused,
 * whichever process they are in. With the last byte the upload is whole.
 */
export async function addPart(
  tx: AccountTx,
  sender: Sender,
  part: { upload: string; at: number; size: number; name: string },
): Promise<'added' | 'whole' | 'refused'> {
  const end = part.at + part.size
  const added = await tx
    .updateTable('upload')
    .set({
      received: end,
      touchedAt: now,
      state: sql<string>`case when size = ${end} then 'checking' else state end`,
      receivedAt: sql<Date | null>`case when size = ${end} then app_now() end`,
    })
    .where(ofSender(sender))
    .where('id', '=', part.upload)
    .where('state', '=', 'receiving')
    .where('received', '=', part.at)
    .where('size', '>=', end)
    .returning('state')
    .executeTakeFirst()
  if (!added) return 'refused'
  await tx
    .insertInto('uploadPart')
    .values({ uploadId: part.upload, accountId: sender.accountId, at: part.at, size: part.size, name: part.name })
    .execute()
  return added.state === 'checking' ? 'whole' : 'added'
}

/** Undefined where there is none that may go: whatever evidence was made of stays. */
export const removeUpload = (tx: AccountTx, sender: Sender, id: string) =>
  tx
    .deleteFrom('upload')
    .where(ofSender(sender))
    .where('id', '=', id)
    .where('state', '<>', 'used')
    .returning(['id', 'name'])
    .executeTakeFirst()

/** Uploads to make something of, locked until that is done. */
export const lockUploads = (tx: AccountTx, sender: Sender, ids: string[]) =>
  tx
    .selectFrom('upload')
    .selectAll()
    .where(ofSender(sender))
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .where('state', '<>', 'used')
    .orderBy('id')
    .forUpdate()
    .execute()

export const markUsed = (tx: AccountTx, sender: Sender, ids: string[]) =>
  tx
    .updateTable('upload')
    .set({ state: 'used', touchedAt: now })
    .where(ofSender(sender))
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute()

/** A whole upload whose pieces are to be put together; with them, in order. */
export async function toCheck(db: Database, id: string) {
  const upload = await db.system
    .selectFrom('upload')
    .selectAll()
    .where('id', '=', id)
    .where('state', '=', 'checking')
    .executeTakeFirst()
  return (
    upload && {
      ...upload,
      parts: await db.system
        .selectFrom('uploadPart')
        .select(['name', 'at', 'size'])
        .where('uploadId', '=', id)
        .orderBy('at')
        .execute(),
    }
  )
}
export type ToCheck = NonNullable<Awaited<ReturnType<typeof toCheck>>>

/** Says that somebody works at it. */
export const touch = (db: Database, id: string) =>
  db.system.updateTable('upload').set({ touchedAt: now }).where('id', '=', id).where('state', '=', 'checking').execute()

/** False where another worker was first, or the sender took it back. */
export async function markReady(tx: Tx, id: string, computed: Computed): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('upload')
    .set({ ...computed, state: 'ready', touchedAt: now })
    .where('id', '=', id)
    .where('state', '=', 'checking')
    .executeTakeFirst()
  if (!numUpdatedRows) return false
  await tx.deleteFrom('uploadPart').where('uploadId', '=', id).execute()
  return true
}

const quietSeconds = 30

/** Whole uploads at which nobody works and nobody will: their worker died, or their job ran out of tries. */
export const leftUnchecked = (tx: Tx) =>
  tx
    .updateTable('upload')
    .set({ touchedAt: now })
    .where('state', '=', 'checking')
    .where('touchedAt', '<', inSeconds(-quietSeconds))
    .where(
      sql<boolean>`not exists (select from ${openJobsTable} j where j.queue = 'upload' and j.record_id = upload.id and (j.started_at is null or j.state = 'retrying'))`,
    )
    .returning('id')
    .execute()

/** Removes what nothing was made of; their pieces follow. */
export async function leftUploads(db: Database): Promise<string[]> {
  const left = await db.system.selectFrom('upload').select('id').where(isLeft).execute()
  return left.map(({ id }) => id)
}

/** Undefined where somebody went on with it. */
export const endLeft = (tx: Tx, id: string) =>
  tx
    .deleteFrom('upload')
    .where('id', '=', id)
    .where(isLeft)
    .returning(['id', 'name', 'platformId', 'accountId'])
    .executeTakeFirst()

const isLeft = sql<boolean>`state in ('receiving', 'ready') and touched_at < app_now() - make_interval(days => ${uploadDays})`

/** Which of these still need their pieces. */
export async function needingParts(db: Database, ids: string[]): Promise<Set<string>> {
  if (!ids.length) return new Set()
  const rows = await db.system
    .selectFrom('upload')
    .select('id')
    .where('state', 'in', ['receiving', 'checking'])
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute()
  return new Set(rows.map((r) => r.id))
}

/** Sealed files of evidence: what they came as. */
export const usedUploads = (db: Database, ids: string[]) =>
  db.system
    .selectFrom('upload')
    .selectAll()
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute()
