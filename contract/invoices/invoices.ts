import { z } from 'zod'
import { defineCall } from '../kit/call.ts'
import { Fen, Id, Instant, OptionalMail, OptionalText, wireInt, wireList } from '../kit/fields.ts'
import { Scroll, scrollOf, sortBy } from '../kit/list.ts'
import { PayMethod } from '../payments/pay-orders.ts'
import { HeadType } from './headers.ts'

/** Sent as a file, or printed and mailed. */
export const InvoiceMedium = z.enum(['DIGITAL', 'PAPER'])
export type InvoiceMedium = z.output<typeof InvoiceMedium>

export const InvoiceState = z.enum(['APPLIED', 'ISSUING', 'ISSUED', 'MAILED', 'REJECTED', 'WITHDRAWN', 'REVERSED'])
export type InvoiceState = z.output<typeof InvoiceState>

/** What its applicant may still take back, and what may be asked for once more. */
export const mayWithdraw = (state: InvoiceState) => ['APPLIED', 'REJECTED', 'REVERSED'].includes(state)
export const mayReapply = (state: InvoiceState) => ['REJECTED', 'REVERSED'].includes(state)
/** What has a paper that counts. */
export const isIssued = (state: InvoiceState) => ['ISSUED', 'MAILED'].includes(state)

/** One invoice is made out for so many orders. */
export const mostOrders = 100

const Wish = z.object({
  headerId: Id,
  /** The header's own kind where it is not said; an enterprise that deducts the tax may ask for a general one. */
  invoiceType: HeadType.optional(),
  medium: InvoiceMedium.default('DIGITAL'),
  email: OptionalMail(),
  addressId: Id.nullish().transform((id) => id ?? null),
  remark: OptionalText(200),
})

/** Where it goes is asked for by its medium, beside all other problems. */
const withReceiver = <S extends z.ZodObject>(fields: S): S =>
  [['DIGITAL', 'email'] as const, ['PAPER', 'addressId'] as const].reduce<S>(
    (schema, [medium, name]) =>
      schema.refine((w) => (w as unknown as InvoiceWish).medium !== medium || w[name] !== null, {
        path: [name],
        error: 'required',
        when: ({ value, issues }) =>
          typeof value === 'object' &&
          value !== null &&
          !issues.some(({ path }) => path?.[0] === 'medium' || path?.[0] === name),
      }),
    fields,
  )

/** To whom, as what, and where it goes. */
export const InvoiceWish = withReceiver(Wish)
export type InvoiceWish = z.output<typeof Wish>

export const ApplyBody = withReceiver(
  Wish.extend({
    orderIds: wireList(Id, mostOrders)
      .pipe(z.array(Id).min(1))
      .transform((ids) => [...new Set(ids)]),
    /** Repeating a request with the same id answers with the same invoice. */
    unique_id: z.string().min(8).max(100).optional(),
  }),
)
export type ApplyBody = z.output<typeof ApplyBody>

/** Header and receiver are those of the day on which it was asked for. */
export const Invoice = z.object({
  id: Id,
  applyNo: z.string(),
  invoiceState: InvoiceState,
  amount: Fen,
  orderCount: z.int(),
  /** Some order of it was paid where no money moves. */
  isSandbox: z.boolean(),
  attempt: z.int(),
  /** Why it was refused or reversed last. */
  reason: z.string(),
  invoiceType: HeadType,
  title: z.string(),
  taxNo: z.string().nullable(),
  address: z.string().nullable(),
  phone: z.string().nullable(),
  bank: z.string().nullable(),
  account: z.string().nullable(),
  medium: InvoiceMedium,
  email: z.string().nullable(),
  /** Name, phone and address in one line. */
  receiver: z.string().nullable(),
  remark: z.string(),
  invoiceNumber: z.string().nullable(),
  invoiceCode: z.string().nullable(),
  issuedAt: Instant.nullable(),
  fileName: z.string().nullable(),
  carrier: z.string().nullable(),
  trackingNumber: z.string().nullable(),
  mailedAt: Instant.nullable(),
  personName: z.string(),
  appliedAt: Instant,
})
export type Invoice = z.output<typeof Invoice>

/** An order, and what of it an invoice can be or is made out for. */
export const InvoicedOrder = z.object({
  id: Id,
  orderNumber: z.string(),
  amount: Fen,
  channel: PayMethod,
  isSandbox: z.boolean(),
  paidAt: Instant,
})
export type InvoicedOrder = z.output<typeof InvoicedOrder>

/** What happened to it, one after the other. */
export const InvoiceStep = z.object({
  id: Id,
  attempt: z.int(),
  invoiceState: InvoiceState,
  at: Instant,
  reason: z.string(),
  byStaff: z.boolean(),
  /** Staff are not named to customers. */
  personName: z.string().nullable(),
  /** Of an application: to whom; of what was issued: its number; of what was mailed: by whom and under which number. */
  told: z.string(),
  /** A paper of this attempt can be downloaded. */
  hasFile: z.boolean(),
})
export type InvoiceStep = z.output<typeof InvoiceStep>

export const InvoiceInfo = Invoice.extend({ orders: z.array(InvoicedOrder), steps: z.array(InvoiceStep) })
export type InvoiceInfo = z.output<typeof InvoiceInfo>

export const InvoiceFind = Scroll.extend({
  invoiceState: InvoiceState.optional(),
  invoiceType: HeadType.optional(),
  medium: InvoiceMedium.optional(),
  sort: sortBy(['appliedAt', 'amount'], '-appliedAt'),
})
export type InvoiceFind = z.output<typeof InvoiceFind>

export const InvoiceableFind = Scroll.pick({ pageNum: true, pageSize: true, cursor: true, keyWord: true }).extend({
  sort: sortBy(['paidAt', 'amount'], '-paidAt'),
})
export type InvoiceableFind = z.output<typeof InvoiceableFind>

const Standing = z.object({ id: Id, applyNo: z.string(), amount: Fen, invoiceState: InvoiceState, attempt: z.int() })
export type Standing = z.output<typeof Standing>

/** Of an earlier attempt, where it is named. */
export const PaperOf = z.object({ attempt: wireInt(1, 1_000).optional() })

const byId = { params: z.object({ id: Id }) }
const read = { right: 'invoices.read', rate: 'read', idempotent: true } as const
const write = { right: 'invoices.write', rate: 'write' } as const

export const invoiceCalls = {
  apply: defineCall({ method: 'POST', path: 'invoice', body: ApplyBody, reply: Standing, idempotent: false, ...write }),
  list: defineCall({ method: 'POST', path: 'invoice/list', body: InvoiceFind, reply: scrollOf(Invoice), ...read }),
  get: defineCall({ method: 'GET', path: 'invoice/info/{id}', ...byId, reply: InvoiceInfo, ...read }),
  /** The same invoice and orders once more, after it was refused or reversed. */
  reapply: defineCall({
    method: 'POST',
    path: 'invoice/reapply/{id}',
    ...byId,
    body: InvoiceWish,
    reply: Standing,
    idempotent: false,
    ...write,
  }),
  /** Paid orders of the account for which no invoice was asked. */
  orders: defineCall({
    method: 'GET',
    path: 'invoice/orders',
    own: true,
    query: InvoiceableFind,
    reply: scrollOf(InvoicedOrder),
    rate: 'read',
    idempotent: true,
    right: 'invoices.write',
  }),
  /** Sets its orders free. */
  withdraw: defineCall({
    method: 'POST',
    path: 'invoice/withdraw/{id}',
    own: true,
    ...byId,
    idempotent: false,
    ...write,
  }),
  file: defineCall({
    method: 'GET',
    path: 'invoice/file/{id}',
    own: true,
    kind: 'bytes',
    ...byId,
    query: PaperOf,
    ...read,
  }),
}
