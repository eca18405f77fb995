import { sql } from 'kysely'
import { refuseMoney } from '../ledger/ledger.service.ts'
import type { Database, Queryable, Tx } from '../../kit/db/db.ts'
import { newOrderNumber } from '../../kit/ids.ts'

/** What of an order can still be paid back, in fen. */
export async function payableBack(db: Queryable, orderId: string): Promise<number> {
  const { rows } = await sql<{ fen: number }>`select payable_back(${orderId}) as fen`.execute(db)
  return rows[0]!.fen
}

/** Takes from the wallet what was asked for; its vendor is told once that stands. */
export const begin = (tx: Tx, { id, amount }: { id: string; amount: number }, personId: string) =>
  sql`select begin_payback(${id}, ${newOrderNumber()}, ${personId})`
    .execute(tx)
    .catch((error: unknown) => refuseMoney(error, -amount))

/** Nothing where it ended that way before; what its vendor did not do goes back into the wallet. */
export async function end(
  tx: Tx,
  id: string,
  {
    isDone,
    vendorNumber,
    vendorCode = '',
  }: { isDone: boolean; vendorNumber?: string | undefined; vendorCode?: string },
): Promise<boolean> {
  const { rows } = await sql<{
    ended: boolean
  }>`select end_payback(${id}, ${isDone}, ${vendorNumber ?? null}, ${vendorCode}) as ended`.execute(tx)
  return rows[0]!.ended
}

const paybacks = (db: Queryable) =>
  db
    .selectFrom('payback')
    .innerJoin('payOrder', 'payOrder.id', 'payback.orderId')
    .innerJoin('adjustment', 'adjustment.id', 'payback.id')
    .select([
      'payback.id',
      'payback.number',
      'payback.platformId',
      'payback.accountId',
      'payback.amount',
      'payback.state',
      'payback.asked',
      'payOrder.id as orderId',
      'payOrder.number as orderNumber',
      'payOrder.amount as ofAmount',
      'payOrder.channel',
      'adjustment.reason',
    ])
export type PaybackRecord = Awaited<ReturnType<ReturnType<typeof paybacks>['executeTakeFirstOrThrow']>>

export const findPayback = (db: Queryable, id: string) =>
  paybacks(db).where('payback.id', '=', id).executeTakeFirstOrThrow()

/** As a vendor names it, of an order that is this one. */
export const findOfVendor = (db: Queryable, orderId: string, number: string) =>
  paybacks(db).where('payback.orderId', '=', orderId).where('payback.number', '=', number).executeTakeFirst()

/** Why it is not paid yet, as its vendor says. */
export const keepCode = (db: Database, id: string, vendorCode: string) =>
  db.system.updateTable('payback').set({ vendorCode }).where('id', '=', id).where('state', '=', 'sending').execute()

/** All that was asked for, whatever became of it. */
export const listOfOrder = (db: Queryable, orderId: string) =>
  db
    .selectFrom('adjustment')
    .leftJoin('payback', 'payback.id', 'adjustment.id')
    .where('adjustment.orderId', '=', orderId)
    .select([
      'adjustment.id',
      'adjustment.amount',
      'adjustment.state',
      'adjustment.reason',
      'adjustment.askedName',
      'adjustment.decidedName',
      'adjustment.createdAt',
      'payback.state as sent',
      'payback.number as refundNumber',
      'payback.vendorCode',
      'payback.endedAt',
    ])
    .orderBy('adjustment.createdAt', 'desc')
    .limit(100)
    .execute()
