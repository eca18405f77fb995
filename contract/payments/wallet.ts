import { z } from 'zod'
import { defineCall } from '../kit/call.ts'
import { amountFrom, Fen, Id, Instant, SignedFen } from '../kit/fields.ts'
import { Scroll, scrollOf, sortBy } from '../kit/list.ts'

/** What an account has, in fen. */
export const Wallet = z.object({
  /** What can be spent: `prepaid` and `promotional`. */
  balance: SignedFen,
  prepaid: SignedFen,
  promotional: SignedFen,
  /** Held by what is under way: collected when it succeeds, given back when it does not. */
  reserved: SignedFen,
  /** Nothing can be spent until staff have put the books right. */
  stopped: z.boolean(),
  /** The owner is told when spending takes the balance below this; null for never. */
  alertBelow: Fen.nullable(),
})
export type Wallet = z.output<typeof Wallet>

/** Why what can be spent changed. */
export const billPurposes = [
  'credit',
  'gift',
  'reserve',
  'release',
  'refund',
  'correction',
  'payback',
  'payback-failed',
] as const
export const BillPurpose = z.enum(billPurposes)
export type BillPurpose = z.output<typeof BillPurpose>

/** A line of the bill. The amounts of all lines together are the balance. */
export const BillLine = z.object({
  id: Id,
  /** Counts the account's transfers. Some change nothing that can be spent, and stand in no line. */
  number: z.int(),
  purpose: BillPurpose,
  /** Below nought where it was spent. */
  amount: SignedFen,
  /** Whether it is of what was given. */
  isPromotional: z.boolean(),
  balanceAfter: SignedFen,
  /** What was bought; none where nothing was. */
  product: z.string().nullable(),
  /** What it leads to: evidence that was paid for, a package that was bought, an order by which money came in. */
  subjectKind: z.enum(['evidence', 'package', 'pay-order', 'judicial-order']).nullable(),
  subjectId: Id.nullable(),
  subjectNumber: z.string().nullable(),
  personName: z.string().nullable(),
  reason: z.string(),
  at: Instant,
})
export type BillLine = z.output<typeof BillLine>

export const BillFind = Scroll.extend({
  purpose: BillPurpose.optional(),
  sort: sortBy(['at'], '-at'),
})
export type BillFind = z.output<typeof BillFind>

/** Fen; what is below a fen warns of nothing. */
export const AlertBody = z.object({ alertBelow: amountFrom(1, 100_000_000).nullable() })
export type AlertBody = z.output<typeof AlertBody>

const read = { right: 'money.read', rate: 'read', idempotent: true } as const

export const walletCalls = {
  info: defineCall({ method: 'GET', path: 'account/info', reply: Wallet, ...read }),
  bill: defineCall({
    method: 'GET',
    path: 'account/bill/list',
    own: true,
    query: BillFind,
    reply: scrollOf(BillLine),
    ...read,
  }),
  /** Chooses below which balance its owner is told. */
  alert: defineCall({
    method: 'PUT',
    path: 'account/balance/alert',
    own: true,
    body: AlertBody,
    right: 'account.manage',
    rate: 'write',
    idempotent: true,
  }),
}
