import { z } from 'zod'
import { defineCall } from '../kit/call.ts'
import { Fen, Id, Instant, StaffReason } from '../kit/fields.ts'
import { Day } from '../kit/page.ts'
import { Scroll, scrollOf, sortBy } from '../kit/list.ts'
import { PayChannelName } from './pay-orders.ts'
import { PayAttention } from './staff-orders.ts'

/** `waiting` for the vendor's bill; then whether all of it agreed. */
export const BillState = z.enum(['waiting', 'agrees', 'differs'])
export type BillState = z.output<typeof BillState>

/** A vendor's bill of one day (Asia/Shanghai), compared with what stands here. */
export const Reconciliation = z.object({
  id: Id,
  day: Day,
  channel: PayChannelName,
  billState: BillState,
  /** What agreed. */
  payments: z.int(),
  paid: Fen,
  paybacks: z.int(),
  paidBack: Fen,
  differences: z.int(),
  /** Why there is no bill yet, in the vendor's own word. */
  problem: z.string(),
  comparedAt: Instant.nullable(),
  clearedAt: Instant.nullable(),
  clearedName: z.string().nullable(),
  clearedNote: z.string(),
})
export type Reconciliation = z.output<typeof Reconciliation>

/** Only we have it, only the vendor has it, or both have it with other amounts. */
export const DifferenceKind = z.enum(['ours-only', 'theirs-only', 'other-amount'])

export const Difference = z.object({
  id: Id,
  difference: DifferenceKind,
  isPayback: z.boolean(),
  number: z.string(),
  /** None where no order has that number. */
  orderId: Id.nullable(),
  ours: Fen.nullable(),
  theirs: Fen.nullable(),
})
export type Difference = z.output<typeof Difference>

/** So many are told of one day; all are counted. */
export const mostDifferences = 500

export const ReconciliationFind = Scroll.omit({ operatorId: true, keyWord: true }).extend({
  channel: PayChannelName.optional(),
  billState: BillState.optional(),
  attention: PayAttention.optional(),
  sort: sortBy(['day'], '-day'),
})
export type ReconciliationFind = z.output<typeof ReconciliationFind>

const one = { params: z.object({ id: Id }) }
const read = { own: true, right: 'operator.money', rate: 'read', idempotent: true } as const
const change = { own: true, right: 'operator.money', rate: 'write' } as const

export const reconciliationCalls = {
  list: defineCall({
    method: 'GET',
    path: 'operator/reconciliation',
    query: ReconciliationFind,
    reply: scrollOf(Reconciliation),
    ...read,
  }),
  get: defineCall({ method: 'GET', path: 'operator/reconciliation/{id}', ...one, reply: Reconciliation, ...read }),
  differences: defineCall({
    method: 'GET',
    path: 'operator/reconciliation/{id}/differences',
    ...one,
    reply: z.object({ list: z.array(Difference) }),
    ...read,
  }),
  /** Compares a day that is over, now; again where it was compared before. */
  compare: defineCall({
    method: 'POST',
    path: 'operator/reconciliation',
    body: z.object({ channel: PayChannelName, day: Day }),
    reply: Reconciliation,
    idempotent: true,
    ...change,
  }),
  /** Staff looked at the differences. */
  clear: defineCall({
    method: 'POST',
    path: 'operator/reconciliation/{id}/clear',
    ...one,
    body: z.object({ reason: StaffReason }),
    idempotent: false,
    ...change,
  }),
}
