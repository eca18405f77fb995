import { type Selectable, sql } from 'kysely'
import type { AccountTx } from '../db/db.ts'
import { now } from '../db/now.ts'
import type { DB } from '../db/schema.ts'

export interface OwnRow {
  id: string
  isDefault: boolean
  version: number
  createdAt: Date
  updatedAt: Date
}

/** Tables of records that an account keeps for itself: all that have these columns. */
export type OwnTable = {
  [T in keyof DB]: Selectable<DB[T]> extends OwnRow & { accountId: string; platformId: string } ? T : never
}[keyof DB]

/** One table's types stand for all: nothing but the columns they share is named here. */
const alike = (table: OwnTable) => table as 'address'

/** Serialises what an account does to its records of a table, so that counts and the default hold. */
export const lockAll = (tx: AccountTx, table: OwnTable, accountId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`${table}:${accountId}`}, 0))`.execute(tx)

export function findOne(
  tx: AccountTx,
  { table, columns }: { table: OwnTable; columns: readonly string[] },
  accountId: string,
  id: string,
  { lock = false } = {},
) {
  const one = tx
    .selectFrom(alike(table))
    .select(columns as never)
    .where('accountId', '=', accountId)
    .where('id', '=', id)
  return (lock ? one.forUpdate() : one).executeTakeFirst()
}

export async function count(tx: AccountTx, table: OwnTable, accountId: string): Promise<number> {
  const { n } = await tx
    .selectFrom(alike(table))
    .select(sql<number>`count(*)::int`.as('n'))
    .where('accountId', '=', accountId)
    .executeTakeFirstOrThrow()
  return n
}

/** Keeps the records that the account does not have yet and tells which those were, by id. */
export async function insertNew(
  tx: AccountTx,
  table: OwnTable,
  records: readonly { id: string }[],
): Promise<Set<string>> {
  const done = await tx
    .insertInto(alike(table))
    .values(records as never)
    .onConflict((c) => c.doNothing())
    .returning('id')
    .execute()
  return new Set(done.map(({ id }) => id))
}

export async function update(
  tx: AccountTx,
  table: OwnTable,
  accountId: string,
  id: string,
  record: object,
): Promise<number> {
  const { version } = await tx
    .updateTable(alike(table))
    .set({ ...record, version: sql<number>`version + 1`, updatedAt: now })
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}

/** At most one is the default; the others stop being it first, because the database holds to that at every moment. */
export async function clearDefault(tx: AccountTx, table: OwnTable, accountId: string, except: string) {
  await tx
    .updateTable(alike(table))
    .set({ isDefault: false })
    .where('accountId', '=', accountId)
    .where('isDefault', '=', true)
    .where('id', '<>', except)
    .execute()
}

export const setDefault = (tx: AccountTx, table: OwnTable, accountId: string, id: string) =>
  tx
    .updateTable(alike(table))
    .set({ isDefault: true })
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .execute()

/** What `columns` said of it; undefined where there was none. */
export const remove = (tx: AccountTx, table: OwnTable, columns: readonly string[], accountId: string, id: string) =>
  tx
    .deleteFrom(alike(table))
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .returning(columns as never)
    .executeTakeFirst() as Promise<Record<string, unknown> | undefined>
