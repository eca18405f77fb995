import { sql } from 'kysely'
import type { Caller } from '../../kit/calls/caller.ts'
import type { Queryable, Tx } from '../../kit/db/db.ts'
import { AppError } from '../../kit/errors.ts'
import { insertAdjustment } from './adjustments.repo.ts'
import { recordMoney } from './record-money.ts'

const left = sql<number>`(posted_promotional + posted_prepaid - refunded_promotional - refunded_prepaid)`

/** What things cost and have not given back yet, in fen, by their ids; those that cost nothing are missing. */
export async function refundable(db: Queryable, subjectIds: string[]): Promise<Map<string, number>> {
  if (!subjectIds.length) return new Map()
  const rows = await db
    .selectFrom('charge')
    .select(['subjectId', left.as('fen')])
    .where('subjectId', 'in', subjectIds)
    .where('state', '=', 'posted')
    .where(left, '>', 0)
    .execute()
  return new Map(rows.map(({ subjectId, fen }) => [subjectId, fen]))
}

/** What refunds gave back by now, in fen, by the ids by which they were asked for; those that gave nothing are missing. */
export async function refunded(db: Queryable, ids: string[]): Promise<Map<string, number>> {
  if (!ids.length) return new Map()
  const rows = await db
    .selectFrom('ledgerTransfer')
    .select(['subjectId', sql<number>`sum(amount)::bigint`.as('fen')])
    .where('subjectId', 'in', ids)
    .where('purpose', '=', 'refund')
    .groupBy('subjectId')
    .execute()
  return new Map(rows.map(({ subjectId, fen }) => [subjectId, fen]))
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
  const charge = await tx
    .selectFrom('charge')
    .select(['id', left.as('fen')])
    .where('accountId', '=', accountId)
    .where('subjectId', '=', subjectId)
    .where('state', '=', 'posted')
    .executeTakeFirst()
  if (!charge || charge.fen === 0) throw new AppError('refund-too-much')
  const change = { id, purpose: 'refund', amount: charge.fen, reference: number }
  await insertAdjustment(tx, caller, { ...change, accountId, chargeId: charge.id, reason })
  await recordMoney(tx, caller, accountId, { action: 'money.asked', details: change, reason })
}
