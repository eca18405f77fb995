import { type SelectQueryBuilder, sql } from 'kysely'
import type { TransferFind } from '../../../contract/payments/transfers.ts'
import type { AccountTx, Queryable, Tx } from '../../kit/db/db.ts'
import { likeWord } from '../../kit/db/like-word.ts'
import { listPage } from '../../kit/db/list-page.ts'
import { now } from '../../kit/db/now.ts'
import type { DB } from '../../kit/db/schema.ts'

type Some<Tables extends keyof DB = 'bankTransfer'> = SelectQueryBuilder<DB, 'bankTransfer' | Tables, object>

const columns = [
  'bankTransfer.id',
  'bankTransfer.number',
  'bankTransfer.platformId',
  'bankTransfer.accountId',
  'bankTransfer.personId',
  'bankTransfer.personName',
  'bankTransfer.amount',
  'bankTransfer.payerName',
  sql<string>`bank_transfer.sent_on::text`.as('sentOn'),
  'bankTransfer.saidReference',
  'bankTransfer.remark',
  'bankTransfer.pictures',
  'bankTransfer.state',
  'bankTransfer.answer',
  'bankTransfer.orderId',
  sql<number | null>`(select o.amount from pay_order o where o.id = bank_transfer.order_id)`.as('credited'),
  'bankTransfer.createdAt',
  'bankTransfer.endedAt',
] as const

const ofAccount = (tx: AccountTx, accountId: string): Some =>
  tx.selectFrom('bankTransfer').where('bankTransfer.accountId', '=', accountId)
const own = (some: Some) => some.select(columns)

export const findOwn = (tx: AccountTx, accountId: string, id: string) =>
  own(ofAccount(tx, accountId).where('bankTransfer.id', '=', id)).executeTakeFirst()
/** Its row stays as it is until the transaction ends. */
export const lockOwn = (tx: AccountTx, accountId: string, id: string) =>
  own(ofAccount(tx, accountId).where('bankTransfer.id', '=', id))
    .forUpdate()
    .executeTakeFirst()
export type TransferRecord = NonNullable<Awaited<ReturnType<typeof findOwn>>>

export const findByUniqueId = (tx: AccountTx, accountId: string, uniqueId: string) =>
  own(ofAccount(tx, accountId).where('bankTransfer.uniqueId', '=', uniqueId)).executeTakeFirst()

const ofPlatform = (db: Queryable, platformId: string): Some<'account'> =>
  db
    .selectFrom('bankTransfer')
    .innerJoin('account', 'account.id', 'bankTransfer.accountId')
    .where('bankTransfer.platformId', '=', platformId)
const ofStaff = (some: Some<'account'>) => some.select([...columns, 'account.name as accountName'])

export const findOfPlatform = (db: Queryable, platformId: string, id: string) =>
  ofStaff(ofPlatform(db, platformId).where('bankTransfer.id', '=', id)).executeTakeFirst()
export type StaffTransferRecord = NonNullable<Awaited<ReturnType<typeof findOfPlatform>>>

/** Transfers of one account are sent in one after the other, so that none is there twice and their number stays bounded. */
export const queueForAccount = (tx: AccountTx, accountId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`bank-transfer:${accountId}`}, 0))`.execute(tx)

export async function countWaiting(tx: AccountTx, accountId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('bankTransfer')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('accountId', '=', accountId)
    .where('state', 'in', ['waiting', 'checking'])
    .executeTakeFirstOrThrow()
  return count
}

/** What both are searched by. */
const words = ['bank_transfer.number', 'bank_transfer.payer_name', 'bank_transfer.said_reference']

function found<T extends keyof DB>(some: Some<T>, find: TransferFind, searched: readonly string[]): Some<T> {
  const { transferState: state, keyWord } = find
  let chosen = some
  if (state) chosen = chosen.where(sql<boolean>`bank_transfer.state = ${state}`)
  if (keyWord) {
    const word = likeWord(keyWord)
    const fits = searched.map((column) => sql<boolean>`${sql.ref(column)} ilike ${word}`)
    chosen = chosen.where(sql<boolean>`(${sql.join(fits, sql` or `)})`)
  }
  return chosen
}

const sortColumns = { id: 'bank_transfer.id', createdAt: 'bank_transfer.created_at', amount: 'bank_transfer.amount' }

export const listOwn = (tx: AccountTx, accountId: string, find: TransferFind) =>
  listPage(tx, found(ofAccount(tx, accountId), find, words), own, find, sortColumns)
export const listOfPlatform = (db: Queryable, platformId: string, find: TransferFind) =>
  listPage(db, found(ofPlatform(db, platformId), find, [...words, 'account.name']), ofStaff, find, sortColumns)

/** Out of the state in which it waits; false where it is in another by now. */
export async function end(tx: Tx | AccountTx, id: string, state: 'refused' | 'withdrawn', answer?: string) {
  const { numUpdatedRows } = await tx
    .updateTable('bankTransfer')
    .set({ state, endedAt: now, ...(answer !== undefined && { answer }) })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Credits what arrived, as the balance change says that was just decided. */
export const credit = (tx: Tx, adjustmentId: string) => sql`select credit_transfer(${adjustmentId})`.execute(tx)
