import { z } from 'zod'
import { defineCall } from '../kit/call.ts'
import { amountFrom, Fen, Id, Instant, StaffReason } from '../kit/fields.ts'
import { Scroll, scrollOf, sortBy } from '../kit/list.ts'
import { PayMethod, PayOrder, PayOrderState, PayPurpose, PayTrouble, rechargeBounds } from './pay-orders.ts'

/** Something of an order that staff look at, once for each kind and transaction. */
export const OrderTrouble = z.object({
  trouble: PayTrouble,
  /** The vendor's transaction that it came by; empty where there is none. */
  vendorNumber: z.string(),
  createdAt: Instant,
  /** The instant at which staff said that they had looked at it, and the result. */
  clearedAt: Instant.nullable(),
  clearedName: z.string().nullable(),
  clearedNote: z.string(),
})
export type OrderTrouble = z.output<typeof OrderTrouble>

/** An order as staff see it. */
export const StaffOrder = PayOrder.omit({ offer: true }).extend({
  accountId: Id,
  accountName: z.string(),
  /** The vendor's own number of the transaction. */
  vendorNumber: z.string().nullable(),
  /** The first that nobody has looked at, else the last, and the result. */
  trouble: PayTrouble.nullable(),
  clearedAt: Instant.nullable(),
  clearedName: z.string().nullable(),
  clearedNote: z.string(),
  /** All of them, in the order in which they came. */
  troubles: z.array(OrderTrouble),
})
export type StaffOrder = z.output<typeof StaffOrder>

/** What a notice led to: the money came, it changed nothing, or it says too little or too much for money to follow. */
export const NoticeOutcome = z.enum([
  'paid',
  'again',
  'waiting',
  'closed',
  'incomplete',
  'paid-back',
  ...PayTrouble.options,
])
export type NoticeOutcome = z.output<typeof NoticeOutcome>

/** What a vendor told of an order, as it came. */
export const PayNotice = z.object({
  id: Id,
  eventId: z.string(),
  outcome: NoticeOutcome,
  body: z.string(),
  receivedAt: Instant,
})
export type PayNotice = z.output<typeof PayNotice>

/** How far a payback is: asked for, not agreed to, told to its vendor, and how that ended. */
export const PaybackState = z.enum(['waiting', 'refused', 'withdrawn', 'sending', 'done', 'failed'])
export type PaybackState = z.output<typeof PaybackState>

/** What of an order goes back to whoever paid it. */
export const Payback = z.object({
  id: Id,
  amount: Fen,
  paybackState: PaybackState,
  reason: z.string(),
  askedName: z.string(),
  decidedName: z.string().nullable(),
  /** Known to the vendor; none before it is decided. */
  refundNumber: z.string().nullable(),
  /** What the vendor gave as the reason why it did not pay, in its own word. */
  vendorCode: z.string(),
  createdAt: Instant,
  endedAt: Instant.nullable(),
})
export type Payback = z.output<typeof Payback>

export const PayAttention = z.enum(['needed', 'given'])

export const StaffOrderFind = Scroll.omit({ operatorId: true }).extend({
  purpose: PayPurpose.optional(),
  payState: PayOrderState.optional(),
  channel: PayMethod.optional(),
  /** Of what is wrong with an order: whether staff have looked at it. */
  attention: PayAttention.optional(),
  sort: sortBy(['createdAt', 'amount'], '-createdAt'),
})
export type StaffOrderFind = z.output<typeof StaffOrderFind>

const byId = { params: z.object({ id: Id }) }
const read = { own: true, right: 'operator.money', rate: 'read', idempotent: true } as const

export const staffOrderCalls = {
  list: defineCall({
    method: 'GET',
    path: 'operator/order',
    query: StaffOrderFind,
    reply: scrollOf(StaffOrder),
    ...read,
  }),
  get: defineCall({ method: 'GET', path: 'operator/order/{id}', ...byId, reply: StaffOrder, ...read }),
  notices: defineCall({
    method: 'GET',
    path: 'operator/order/{id}/notices',
    ...byId,
    reply: z.object({ list: z.array(PayNotice) }),
    ...read,
  }),
  paybacks: defineCall({
    method: 'GET',
    path: 'operator/order/{id}/paybacks',
    ...byId,
    reply: z.object({ list: z.array(Payback) }),
    ...read,
  }),
  /** Asks to give the payer something back, which another person decides as any change of a balance. */
  askPayback: defineCall({
    method: 'POST',
    path: 'operator/order/{id}/payback',
    ...byId,
    body: z.object({ amount: amountFrom(1, rechargeBounds.most, 'payback'), reason: StaffReason }),
    reply: z.object({ id: Id }),
    own: true,
    right: 'operator.money',
    rate: 'write',
    idempotent: false,
  }),
  /** Staff looked at one thing that was wrong with it: the one that they name, and no other that came meanwhile. */
  clear: defineCall({
    method: 'POST',
    path: 'operator/order/{id}/clear',
    ...byId,
    body: z.object({ trouble: PayTrouble, vendorNumber: z.string().max(100).default(''), reason: StaffReason }),
    own: true,
    right: 'operator.money',
    rate: 'write',
    idempotent: false,
  }),
}
