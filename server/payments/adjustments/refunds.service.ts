import { sql } from 'kysely'
import type { Caller } from '../../kit/calls/caller.ts'
import type { Queryable, Tx } from '../../kit/db/db.ts'
import { AppError } from '../../kit/errors.ts'
import { insertAdjustment } from './adjustments.repo.ts'
import { recordMoney } from './record-money.ts'

const fenLeft = sql<number>`(posted_promotional + posted_prepaid - refunded_promotional - refunded_prepaid)`
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
  const rows = await posted(db).select('subjectId').where('subjectId', 'in', subjectIds).execute()
  return new Map(rows.map(({ subjectId, fen, units }) => [subjectId, { fen, units }]))
}

/** What refunds gave back by now, by the ids by which they were asked for; those that gave nothing are missing. */
export async function refunded(db: Queryable, ids: string[]): Promise<Map<string, Paid>> {
  if (!ids.length) return new Map()
  const rows = await db
    .selectFrom('adjustment')
    .select(['id', 'amount as fen', 'units'])
    .where('id', 'in', ids)
    .where('purpose', '=', 'refund')
    .where('state', '=', 'applied')
    .execute()
  return new Map(rows.map(({ id, fen, units }) => [id, { fen, units }]))
}

export interface WantedRefund {
  /** Of whatever leads to it: it is asked for once. */
  id: string
  accountId: string
  subjectId: string
  /** How people know the thing. */
  number: string
  reason: string
}

/** Asks to give back all that a thing cost; nothing moves before another member of staff applies it. */
export async function askRefund(tx: Tx, caller: Caller, { id, accountId, subjectId, number, reason }: WantedRefund) {
  const charge = await posted(tx)
    .select('id')
    .where('accountId', '=', accountId)
    .where('subjectId', '=', subjectId)
    .executeTakeFirst()
  if (!charge) throw new AppError('refund-too-much')
  const change = { id, purpose: 'refund', amount: charge.fen, units: charge.units, reference: number }
  await insertAdjustment(tx, caller, { ...change, accountId, chargeId: charge.id, reason })
  await recordMoney(tx, caller, accountId, { action: 'money.asked', details: change, reason })
}
