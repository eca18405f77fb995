import { z } from 'zod'
import { defineCall } from '../kit/call.ts'
import { Fen, SignedFen, wireInt } from '../kit/fields.ts'

/** A calendar month of Asia/Shanghai: `2026-11`. */
export const Month = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, { error: 'month' })

export const mostMonths = 24
export const SpendingFind = z.object({ months: wireInt(1, mostMonths).default(12) })

const Spent = z.object({ product: z.string(), spent: SignedFen })

/** What the account spent, in fen: collected and not refunded, by the month in which it was begun. What is still held is not in it. */
export const Spending = z.object({
  total: SignedFen,
  /** Oldest first, those without spending too. */
  months: z.array(z.object({ month: z.string(), spent: SignedFen, products: z.array(Spent) })),
  products: z.array(Spent.extend({ count: z.int() })),
  /** Those who spent most; then, without a name, all others together. */
  people: z.array(z.object({ name: z.string().nullable(), spent: SignedFen })),
})
export type Spending = z.output<typeof Spending>
/** People told of by name. */
export const mostPeople = 20

/** A month of the bill, in fen: `opening` + `received` - `spent` = `closing`. */
export const Statement = z.object({
  month: z.string(),
  opening: Fen,
  /** Paid in, given and corrected, less what was paid back. */
  received: SignedFen,
  /** Spent or held, less what was given back and refunded. */
  spent: SignedFen,
  closing: Fen,
  lines: z.int(),
  /** The month has not ended, or only just: it may still change. */
  isProvisional: z.boolean(),
})
export type Statement = z.output<typeof Statement>

export const StatementFormat = z.enum(['pdf', 'xlsx'])
export type StatementFormat = z.output<typeof StatementFormat>

/** Lines that a paper or a sheet may have. */
export const mostLines: Record<StatementFormat, number> = { pdf: 3_000, xlsx: 100_000 }

const read = { own: true, right: 'money.read', rate: 'read', idempotent: true } as const

export const statementCalls = {
  spending: defineCall({ method: 'GET', path: 'account/spending', query: SpendingFind, reply: Spending, ...read }),
  /** Months since the balance first changed, the newest first, of ten years. */
  list: defineCall({
    method: 'GET',
    path: 'account/statement/list',
    reply: z.object({ list: z.array(Statement) }),
    ...read,
  }),
  /** A month's bill to be kept: it adds up, or it is not given out. */
  download: defineCall({
    method: 'GET',
    path: 'account/statement/{month}',
    params: z.object({ month: Month }),
    query: z.object({ format: StatementFormat.default('pdf') }),
    kind: 'bytes',
    ...read,
  }),
}
