import { sql } from 'kysely'
import type { PayOffer, PayOrderFind } from '../../../contract/payments/pay-orders.ts'
import { endOfDay, startOfDay } from '../../kit/db/days.ts'
import type { AccountTx, Database, Queryable, Tx } from '../../kit/db/db.ts'
import { likeWord } from '../../kit/db/like-word.ts'
import { listPage } from '../../kit/db/list-page.ts'
import { now } from '../../kit/db/now.ts'
import type { Json } from '../../kit/db/schema.ts'
import { paidBack } from '../paybacks/paid-back.ts'

const columns = [
  'payOrder.id',
  'payOrder.number',
  'payOrder.platformId',
  'payOrder.accountId',
  'payOrder.personId',
  'payOrder.personName',
  'payOrder.amount',
  'payOrder.channel',
  'payOrder.scene',
  'payOrder.state',
  'payOrder.offer',
  'payOrder.paysFor',
  'payOrder.uniqueId',
  'payOrder.expiresAt',
  'payOrder.paidAt',
  paidBack,
  'payOrder.createdAt',
] as const

const orders = (db: Queryable) => db.selectFrom('payOrder').select(columns)
export type OrderRecord = Awaited<ReturnType<ReturnType<typeof orders>['executeTakeFirstOrThrow']>>

export const findByUniqueId = (tx: AccountTx, accountId: string, uniqueId: string) =>
  orders(tx).where('accountId', '=', accountId).where('uniqueId', '=', uniqueId).executeTakeFirst()

export const findOwn = (tx: AccountTx, accountId: string, id: string) =>
  orders(tx).where('accountId', '=', accountId).where('id', '=', id).executeTakeFirst()

/** As a vendor names it, who must be this platform's. */
export const findOfVendor = (db: Queryable, platformId: string, channel: string, number: string) =>
  orders(db)
    .where('platformId', '=', platformId)
    .where('channel', '=', channel)
    .where('number', '=', number)
    .executeTakeFirst()

/** Orders of one account begin one after the other, so that its limit holds and none is begun twice. */
export const queueForAccount = (tx: AccountTx, accountId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`pay-order:${accountId}`}, 0))`.execute(tx)

export const findOrder = (db: Queryable, id: string) => orders(db).where('id', '=', id).executeTakeFirstOrThrow()

export async function countWaiting(tx: AccountTx, accountId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('payOrder')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('accountId', '=', accountId)
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow()
  return count
}

export function listOrders(tx: AccountTx, accountId: string, find: PayOrderFind) {
  let some = tx.selectFrom('payOrder').where('payOrder.accountId', '=', accountId)
  if (find.purpose) some = some.where('payOrder.paysFor', find.purpose === 'fee' ? 'is not' : 'is', null)
  if (find.payState) some = some.where('payOrder.state', '=', find.payState)
  if (find.channel) some = some.where('payOrder.channel', '=', find.channel)
  if (find.startDate) some = some.where('payOrder.createdAt', '>=', startOfDay(find.startDate))
  if (find.endDate) some = some.where('payOrder.createdAt', '<', endOfDay(find.endDate))
  if (find.operatorId) some = some.where('payOrder.personId', '=', find.operatorId)
  if (find.keyWord) some = some.where('payOrder.number', 'ilike', likeWord(find.keyWord))
  return listPage(tx, some, (q) => q.select(columns), find, {
    id: 'pay_order.id',
    createdAt: 'pay_order.created_at',
    amount: 'pay_order.amount',
  })
}

export const keepOffer = (db: Database, id: string, offer: PayOffer) =>
  db.system
    .updateTable('payOrder')
    .set({ offer: JSON.stringify(offer) as unknown as Json })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute()

/** Orders that their vendors are to be asked about, a few at once; whoever takes them has them until their next time. */
export async function takeDue(db: Database, most: number) {
  const { rows } = await sql<{ id: string; expired: boolean }>`
    update pay_order set asked = asked + 1,
      ask_at = case when state = 'waiting'
        then greatest(least(app_now() + (array[interval '30 seconds', '2 minutes', '10 minutes'])[least(asked + 1, 3)], expires_at), app_now() + interval '20 seconds')
        else app_now() + interval '1 day' end
    where id in (select id from pay_order where ask_at <= app_now() order by ask_at limit ${most} for update skip locked)
    returning id, expires_at <= app_now() as expired`.execute(db.system)
  return rows
}

/** Over without a payment. Its vendor is asked once more later: what was paid at the last moment comes to light. */
export async function markClosed(tx: Tx, id: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('payOrder')
    .set({ state: 'closed', endedAt: now, offer: null, askAt: sql<Date>`app_now() + interval '10 minutes'` })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** A day after its end nothing comes of a closed order any more. */
export const stopAsking = (tx: Tx, id: string) =>
  tx
    .updateTable('payOrder')
    .set({ askAt: null })
    .where('id', '=', id)
    .where('state', '=', 'closed')
    .where(sql<boolean>`ended_at < app_now() - interval '1 day'`)
    .execute()

export type Outcome = 'paid' | 'late' | 'again' | 'twice' | 'other-amount' | 'returned' | 'account-closed'

interface Paid {
  /** Of the vendor's transaction. */
  vendorNumber: string
  fen: number
  paidAt?: Date | undefined
  /** The vendor gave it back, or something of it. */
  returned?: boolean
}

/** Throws nothing for what a vendor may say twice or late: the outcome tells. */
export async function settle(
  tx: Tx,
  id: string,
  { vendorNumber, fen, paidAt, returned = false }: Paid,
): Promise<Outcome> {
  const { rows } = await sql<{
    outcome: Outcome
  }>`select settle_pay_order(${id}, ${vendorNumber}, ${fen}, ${paidAt ?? null}, ${returned}) as outcome`.execute(tx)
  return rows[0]!.outcome
}

export const nameOutcome = (tx: Tx, id: string, outcome: string) =>
  tx.updateTable('payNotice').set({ outcome }).where('id', '=', id).execute()

/** False where it came before. */
export async function keepNotice(
  tx: Tx,
  notice: { id: string; platformId: string; channel: string; eventId: string; orderNumber: string; body: Buffer },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('payNotice')
    .values({ ...notice, outcome: 'waiting' })
    .onConflict((on) => on.constraint('pay_notice_once').doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}
