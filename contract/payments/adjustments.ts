import { z } from 'zod'
import { defineCall } from '../kit/call.ts'
import { Id, Instant, SignedFen, StaffReason, wireSignedFen } from '../kit/fields.ts'
import { Scroll, scrollOf, sortBy } from '../kit/list.ts'
import { OptionalSlipNumber } from './slip-number.ts'

/** Money that arrived at the bank, a gift, or a mistake that is put right. */
export const AdjustmentPurpose = z.enum(['credit', 'gift', 'correction'])
export type AdjustmentPurpose = z.output<typeof AdjustmentPurpose>

/** The same, and what is asked for elsewhere: what a thing cost is given back, what somebody paid goes back to them, what somebody says they sent has arrived. */
export const AnyPurpose = z.enum([...AdjustmentPurpose.options, 'refund', 'payback', 'transfer'])
export type AnyPurpose = z.output<typeof AnyPurpose>

export const AdjustmentState = z.enum(['waiting', 'applied', 'refused', 'withdrawn'])
export type AdjustmentState = z.output<typeof AdjustmentState>

export const AdjustmentBody = z
  .object({
    accountId: Id,
    purpose: AdjustmentPurpose,
    /** Below nought it takes away, which only a correction may. */
    amount: wireSignedFen.refine((fen) => fen !== 0, { error: 'amountNought' }),
    /** The number of the bank's slip. */
    reference: OptionalSlipNumber,
    reason: StaffReason,
  })
  .refine((b) => b.amount >= 0 || b.purpose === 'correction', { path: ['amount'], error: 'amountNegative' })
  .refine((b) => b.reference !== null || b.purpose !== 'credit', { path: ['reference'], error: 'required' })
export type AdjustmentBody = z.output<typeof AdjustmentBody>

export const Adjustment = z.object({
  id: Id,
  accountId: Id,
  accountName: z.string(),
  purpose: AnyPurpose,
  amount: SignedFen,
  /** Of a refund: what its charge was for. */
  product: z.string().nullable(),
  /** Units of a package that are given back instead of money; null where it is about money. */
  units: z.int().nullable(),
  /** The number of the bank's slip, of the order that is paid back, or of the evidence whose cost is given back. */
  reference: z.string(),
  reason: z.string(),
  state: AdjustmentState,
  askedName: z.string(),
  decidedName: z.string().nullable(),
  decidedAt: Instant.nullable(),
  answer: z.string(),
  /** Whoever asks now asked for it: they may withdraw it, and another decides. */
  mine: z.boolean(),
  /** Whoever asks now may decide: they are another person, and neither made the other one within the last days. */
  mayDecide: z.boolean(),
  createdAt: Instant,
})
export type Adjustment = z.output<typeof Adjustment>

export const AdjustmentFind = Scroll.pick({ pageNum: true, pageSize: true, cursor: true, keyWord: true }).extend({
  state: AdjustmentState.optional(),
  purpose: AnyPurpose.optional(),
  sort: sortBy(['createdAt', 'amount'], '-createdAt'),
})
export type AdjustmentFind = z.output<typeof AdjustmentFind>

const one = { params: z.object({ id: Id }) }
const read = { own: true, right: 'operator.money', rate: 'read', idempotent: true } as const
const change = { own: true, right: 'operator.money', rate: 'write' } as const

export const adjustmentCalls = {
  list: defineCall({
    method: 'GET',
    path: 'operator/adjustment',
    query: AdjustmentFind,
    reply: scrollOf(Adjustment),
    ...read,
  }),
  get: defineCall({ method: 'GET', path: 'operator/adjustment/{id}', ...one, reply: Adjustment, ...read }),
  ask: defineCall({
    method: 'POST',
    path: 'operator/adjustment',
    body: AdjustmentBody,
    reply: z.object({ id: Id }),
    idempotent: false,
    ...change,
  }),
  /** By another person than asked for it. */
  apply: defineCall({
    method: 'POST',
    path: 'operator/adjustment/{id}/apply',
    ...one,
    fresh: true,
    idempotent: false,
    ...change,
  }),
  refuse: defineCall({
    method: 'POST',
    path: 'operator/adjustment/{id}/refuse',
    ...one,
    body: z.object({ reason: StaffReason }),
    idempotent: false,
    ...change,
  }),
  /** By whoever asked for it. */
  withdraw: defineCall({
    method: 'POST',
    path: 'operator/adjustment/{id}/withdraw',
    ...one,
    idempotent: false,
    ...change,
  }),
}
