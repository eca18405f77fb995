import { type NotNull, sql } from 'kysely'
import type { Caller } from '../../kit/calls/caller.ts'
import type { Database, Queryable, Tx } from '../../kit/db/db.ts'
import { AppError } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import { fenLeft } from '../ledger/fen-left.ts'
import { insertAdjustment } from './adjustments.repo.ts'
import { recordMoney } from './record-money.ts'

/** A package that has ended takes nothing back. */
const unitsLeft = sql<number>`(case when package_id is null or exists (select from package p where p.id = charge.package_id and p.ends_at > app_now()) then posted_units - refunded_units else 0 end)`

/** What paid for a thing: money, or units of a package. */
export interface Paid {
  fen: number
  units: number
}
export const nothingPaid: Paid = { fen: 0, units: 0 }

const posted = (db: Queryable) =>
  db
    .selectFrom('charge')
    .select([fenLeft.as('fen'), unitsLeft.as('units')])
    .where('state', '=', 'posted')
    .where((e) => e.or([e(fenLeft, '>', 0), e(unitsLeft, '>', 0)]))

/** What things cost and have not given back yet, by their ids; those that have nothing to give back are missing. */
export async function refundable(db: Queryable, subjectIds: string[]): Promise<Map<string, Paid>> {
  if (!subjectIds.length) return new Map()
  const rows = await posted(db).select('subjectId as of').where('subjectId', 'in', subjectIds).execute()
  return summed(rows)
}

function summed(rows: readonly (Paid & { of: string })[]): Map<string, Paid> {
  const sums = new Map<string, Paid>()
  for (const { of, fen, units } of rows) {
    const before = sums.get(of) ?? nothingPaid
    sums.set(of, { fen: before.fen + fen, units: before.units + units })
  }
  return sums
}

/** What refunds gave back by now, by what they were asked for; those that gave nothing are missing. Accounts cannot read them: ask as the system. */
export async function refunded({ system }: Database, ids: string[]): Promise<Map<string, Paid>> {
  if (!ids.length) return new Map()
  const rows = await system
    .selectFrom('adjustment')
    .select(['askedFor as of', 'amount as fen', 'units'])
    .where('askedFor', 'in', ids)
    .where('state', '=', 'applied')
    .$narrowType<{ of: NotNull }>()
    .execute()
  return summed(rows)
}

export interface WantedRefund {
  /** Whatever leads to it: it is asked for once. */
  askedFor: string
  accountId: string
  subjectId: string
  /** How people know the thing. */
  number: string
  reason: string
}

/** Asks to give back all that a thing cost, charge by charge; nothing moves before another member of staff applies it. */
export async function askRefund(
  tx: Tx,
  caller: Caller,
  { askedFor, accountId, subjectId, number, reason }: WantedRefund,
) {
  const charges = await posted(tx)
    .select(['id', 'product'])
    .where('accountId', '=', accountId)
    .where('subjectId', '=', subjectId)
    .orderBy('id')
    .execute()
  if (!charges.length) throw new AppError('refund-too-much')
  for (const { id: chargeId, product, fen, units } of charges) {
    const change = { id: newId(), purpose: 'refund', amount: fen, units, reference: number }
    await insertAdjustment(tx, caller, { ...change, accountId, chargeId, askedFor, reason })
    await recordMoney(tx, caller, accountId, { action: 'money.asked', details: { ...change, product }, reason })
  }
}
