import { sql } from 'kysely'
import type { HeaderBody, HeaderFind } from '../../contract/invoices/headers.ts'
import type { AccountTx } from '../kit/db/db.ts'
import { listPage } from '../kit/db/list-page.ts'
import { likeWord } from '../kit/db/like-word.ts'

const columns = ['id', 'headType', 'title', 'taxNo', 'address', 'phone', 'bank', 'account', 'isDefault', 'version', 'createdAt', 'updatedAt'] as const
const sortColumns = { title: 'title', headType: 'head_type', createdAt: 'created_at', updatedAt: 'updated_at' }

export function listHeaders(tx: AccountTx, accountId: string, find: HeaderFind) {
  let some = tx.selectFrom('invoiceHeader').where('accountId', '=', accountId)
  if (find.headType) some = some.where('headType', '=', find.headType)
  if (find.keyWord) some = some.where((e) => e.or([e('title', 'ilike', likeWord(find.keyWord!)), e('taxNo', 'ilike', likeWord(find.keyWord!))]))
  return listPage(tx, some, (q) => q.select(columns), find, sortColumns)
}

export const findHeader = (tx: AccountTx, accountId: string, id: string, { lock = false } = {}) => {
  const one = tx.selectFrom('invoiceHeader').select(columns).where('accountId', '=', accountId).where('id', '=', id)
  return (lock ? one.forUpdate() : one).executeTakeFirst()
}
export type HeaderRecord = NonNullable<Awaited<ReturnType<typeof findHeader>>>

export async function countHeaders(tx: AccountTx, accountId: string): Promise<number> {
  const { n } = await tx.selectFrom('invoiceHeader').select(sql<number>`count(*)::int`.as('n')).where('accountId', '=', accountId).executeTakeFirstOrThrow()
  return n
}

/** False where the account has the same header already. */
export async function insertHeader(tx: AccountTx, header: HeaderBody & { id: string; platformId: string; accountId: string }): Promise<boolean> {
  const done = await tx.insertInto('invoiceHeader').values(header).onConflict((c) => c.doNothing()).executeTakeFirst()
  return done.numInsertedOrUpdatedRows === 1n
}

export async function updateHeader(tx: AccountTx, accountId: string, id: string, header: HeaderBody): Promise<number> {
  const { version } = await tx
    .updateTable('invoiceHeader')
    .set({ ...header, version: sql<number>`version + 1`, updatedAt: sql<Date>`app_now()` })
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}

/** At most one is the default; the others stop being it first, because the database holds to that at every moment. */
export async function clearDefault(tx: AccountTx, accountId: string, except: string) {
  await tx.updateTable('invoiceHeader').set({ isDefault: false }).where('accountId', '=', accountId).where('isDefault', '=', true).where('id', '<>', except).execute()
}

export const setDefault = (tx: AccountTx, accountId: string, id: string) => tx.updateTable('invoiceHeader').set({ isDefault: true }).where('accountId', '=', accountId).where('id', '=', id).execute()

export const deleteHeader = (tx: AccountTx, accountId: string, id: string) => tx.deleteFrom('invoiceHeader').where('accountId', '=', accountId).where('id', '=', id).returning(['title', 'headType', 'taxNo']).executeTakeFirst()

/** Serialises what an account does to its headers, so that counts and the default hold. */
export const lockHeaders = (tx: AccountTx, accountId: string) => sql`select pg_advisory_xact_lock(hashtextextended(${`invoice-headers:${accountId}`}, 0))`.execute(tx)
