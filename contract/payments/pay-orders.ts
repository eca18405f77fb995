import { z } from 'zod'
import { defineCall } from '../kit/call.ts'
import { amountFrom, Fen, Id, Instant } from '../kit/fields.ts'
import { Scroll, scrollOf, sortBy } from '../kit/list.ts'

/** Vendors through whom people pay. */
export const PayChannelName = z.enum(['wechat', 'alipay'])
export type PayChannelName = z.output<typeof PayChannelName>

/** The same, and the platform's own bank (see `transfers.ts`). */
export const PayMethod = z.enum([...PayChannelName.options, 'bank'])
export type PayMethod = z.output<typeof PayMethod>

/** A code to be scanned, the vendor's page on a computer, or the same on a phone. */
export const PayScene = z.enum(['qr', 'page', 'phone'])
export type PayScene = z.output<typeof PayScene>
export const AnyScene = z.enum([...PayScene.options, 'transfer'])

/** To put money into the account, or to pay an office's fee at once. */
export const PayPurpose = z.enum(['recharge', 'fee'])
export type PayPurpose = z.output<typeof PayPurpose>

export const PayOrderState = z.enum(['waiting', 'paid', 'closed'])
export type PayOrderState = z.output<typeof PayOrderState>

/** What the payer's browser does to pay: show a code, or go to an address. */
export const PayOffer = z.union([z.object({ qr: z.string() }), z.object({ url: z.url({ protocol: /^https?$/ }) })])
export type PayOffer = z.output<typeof PayOffer>

/**
 * What staff must look at: paid after it was closed, another amount than was asked for, paid by two transactions of the vendor's, given back by it, paid
 * into an account that is closed, or not paid back as it was to be.
 */
export const PayTrouble = z.enum(['late', 'other-amount', 'twice', 'returned', 'account-closed', 'payback-failed'])
export type PayTrouble = z.output<typeof PayTrouble>

/** Something to be paid through a vendor. */
export const PayOrder = z.object({
  id: Id,
  /** Known to the vendor and on the payer's receipt. */
  orderNumber: z.string(),
  purpose: PayPurpose,
  amount: Fen,
  channel: PayMethod,
  scene: AnyScene,
  payState: PayOrderState,
  /** What of it went back to whoever paid it, or is on its way. */
  paidBack: Fen,
  /** None once it is over, and while the vendor has not answered. */
  offer: PayOffer.nullable(),
  /** No money moves: the vendor is the installation's own. */
  isSandbox: z.boolean(),
  personName: z.string(),
  /** The order of a judicial service whose fee it pays. */
  paysFor: Id.nullable(),
  expiresAt: Instant,
  paidAt: Instant.nullable(),
  createdAt: Instant,
})
export type PayOrder = z.output<typeof PayOrder>

/** An order that a vendor collects, other than money that came by the bank. */
export type VendorOrder = PayOrder & { channel: PayChannelName; scene: PayScene }
export const isVendors = (order: PayOrder): order is VendorOrder => order.channel !== 'bank'

export const PayOrderFind = Scroll.extend({
  purpose: PayPurpose.optional(),
  payState: PayOrderState.optional(),
  channel: PayMethod.optional(),
  sort: sortBy(['createdAt', 'amount'], '-createdAt'),
})
export type PayOrderFind = z.output<typeof PayOrderFind>

/** The least and the most of one recharge, in fen: what the vendors take in one payment of an ordinary contract. */
export const rechargeBounds = { least: 1, most: 5_000_000 } as const

export const RechargeBody = z.object({
  amount: amountFrom(rechargeBounds.least, rechargeBounds.most, 'recharge'),
  channel: PayChannelName,
  scene: PayScene.default('qr'),
  /** Repeating a request with the same id answers with the same order. */
  unique_id: z.string().min(8).max(100),
})
export type RechargeBody = z.output<typeof RechargeBody>

export const PayWay = z.object({
  channel: PayChannelName,
  scenes: z.array(PayScene),
  /** For what the platform opens it. */
  purposes: z.array(PayPurpose),
  isSandbox: z.boolean(),
})
export type PayWay = z.output<typeof PayWay>

const byId = { params: z.object({ id: Id }) }
const read = { own: true, right: 'money.read', rate: 'read', idempotent: true } as const
const pay = { own: true, right: 'money.pay', rate: 'write' } as const

export const payOrderCalls = {
  /** Vendors that are open here and how one pays with each, and whether bank transfers are taken. */
  ways: defineCall({
    method: 'GET',
    path: 'trade/ways',
    reply: z.object({ list: z.array(PayWay), takesTransfers: z.boolean() }),
    ...read,
  }),
  recharge: defineCall({
    method: 'POST',
    path: 'trade/recharge',
    body: RechargeBody,
    reply: PayOrder,
    idempotent: false,
    ...pay,
  }),
  list: defineCall({
    method: 'GET',
    path: 'trade/recharge/list',
    query: PayOrderFind,
    reply: scrollOf(PayOrder),
    ...read,
  }),
  get: defineCall({ method: 'GET', path: 'trade/recharge/{id}', ...byId, reply: PayOrder, ...read }),
  /** Asks the vendor now, for whoever has paid and sees nothing of it. */
  ask: defineCall({
    method: 'POST',
    path: 'trade/recharge/{id}/ask',
    ...byId,
    reply: PayOrder,
    idempotent: true,
    ...pay,
  }),
  close: defineCall({
    method: 'POST',
    path: 'trade/recharge/{id}/close',
    ...byId,
    reply: PayOrder,
    idempotent: true,
    ...pay,
  }),
}
