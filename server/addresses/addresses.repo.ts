import { sql } from 'kysely'
import type { AddressBody, AddressFind } from '../../contract/addresses/addresses.ts'
import type { AccountTx } from '../kit/db/db.ts'
import { likeWord } from '../kit/db/like-word.ts'
import { listPage } from '../kit/db/list-page.ts'
import type { namesOf } from './place.ts'

const columns = [
  'id', 'name', 'phone', 'provinceCode', 'provinceName', 'cityCode', 'cityName', 'regionCode', 'regionName', 'detail', 'postcode', 'tag', 'isDefault', 'version', 'createdAt', 'updatedAt',
] as const
const sortColumns = { name: 'name', createdAt: 'created_at', updatedAt: 'updated_at' }

/** An address with the names that its codes have today. */
export type Placed = AddressBody & ReturnType<typeof namesOf>

export function listAddresses(tx: AccountTx, accountId: string, find: AddressFind) {
  let some = tx.selectFrom('address').where('accountId', '=', accountId)
  if (find.provinceCode) some = some.where('provinceCode', '=', find.provinceCode)
  if (find.keyWord) some = some.where((e) => e.or((['name', 'phone', 'detail', 'regionName', 'tag'] as const).map((column) => e(column, 'ilike', likeWord(find.keyWord!)))))
  return listPage(tx, some, (q) => q.select(columns), find, sortColumns)
}

export const findAddress = (tx: AccountTx, accountId: string, id: string, { lock = false } = {}) => {
  const one = tx.selectFrom('address').select(columns).where('accountId', '=', accountId).where('id', '=', id)
  return (lock ? one.forUpdate() : one).executeTakeFirst()
}
export type AddressRecord = NonNullable<Awaited<ReturnType<typeof findAddress>>>

export async function countAddresses(tx: AccountTx, accountId: string): Promise<number> {
  const { n } = await tx.selectFrom('address').select(sql<number>`count(*)::int`.as('n')).where('accountId', '=', accountId).executeTakeFirstOrThrow()
  return n
}

/** False where the account has the same address already. */
export async function insertAddress(tx: AccountTx, address: Placed & { id: string; platformId: string; accountId: string }): Promise<boolean> {
  const done = await tx.insertInto('address').values(address).onConflict((c) => c.doNothing()).executeTakeFirst()
  return done.numInsertedOrUpdatedRows === 1n
}

export async function updateAddress(tx: AccountTx, accountId: string, id: string, address: Placed): Promise<number> {
  const { version } = await tx
    .updateTable('address')
    .set({ ...address, version: sql<number>`version + 1`, updatedAt: sql<Date>`app_now()` })
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}

/** At most one is the default; the others stop being it first, because the database holds to that at every moment. */
export async function clearDefault(tx: AccountTx, accountId: string, except: string) {
  await tx.updateTable('address').set({ isDefault: false }).where('accountId', '=', accountId).where('isDefault', '=', true).where('id', '<>', except).execute()
}

export const setDefault = (tx: AccountTx, accountId: string, id: string) => tx.updateTable('address').set({ isDefault: true }).where('accountId', '=', accountId).where('id', '=', id).execute()

export const deleteAddress = (tx: AccountTx, accountId: string, id: string) => tx.deleteFrom('address').where('accountId', '=', accountId).where('id', '=', id).returning(['name', 'regionCode', 'detail']).executeTakeFirst()

/** Serialises what an account does to its addresses, so that counts and the default hold. */
export const lockAddresses = (tx: AccountTx, accountId: string) => sql`select pg_advisory_xact_lock(hashtextextended(${`addresses:${accountId}`}, 0))`.execute(tx)
