import { z } from 'zod'
import { defineCall } from '../kit/call.ts'
import { ImportResult, ImportRows } from '../kit/bulk.ts'
import { bareText, digitsOf } from '../kit/typed/clean.ts'
import { Fen, Id, OptionalText, StaffReason, TextBetween, wireFen, wireInt } from '../kit/fields.ts'
import { Scroll, scrollOf, sortBy } from '../kit/list.ts'
import { HeadType } from './headers.ts'
import { Invoice, InvoiceInfo, InvoiceMedium, InvoiceState, PaperOf } from './invoices.ts'

const account = { accountId: Id, accountName: z.string() }

/** On its way to a tax gateway, and what came of it; `stopped`: staff no longer wait for an answer. */
export const GatewayState = z.enum(['sending', 'issued', 'failed', 'stopped'])
export type GatewayState = z.output<typeof GatewayState>

/** What staff must look at: it refuses, told of another sum or of what is no number, or of a number that another invoice has; or they wait no longer. */
export const GatewayTrouble = z.enum(['refused', 'other-amount', 'odd-number', 'number-taken', 'stopped'])
export type GatewayTrouble = z.output<typeof GatewayTrouble>

const gateway = {
  /** Of the last attempt; null where no gateway was asked. */
  gatewayState: GatewayState.nullable(),
  gatewayTrouble: GatewayTrouble.nullable(),
  /** Of that: the gateway's own words, what it told of, or why staff wait no longer. */
  gatewayDetail: z.string(),
  /** One is there, and may be asked for this invoice. */
  takesGateway: z.boolean(),
  /** It has had its time to answer. */
  mayStopGateway: z.boolean(),
}

/** An invoice as staff see it. */
export const StaffInvoice = Invoice.extend({ ...account, ...gateway })
export type StaffInvoice = z.output<typeof StaffInvoice>

export const StaffInvoiceInfo = InvoiceInfo.extend({ ...account, ...gateway })

export const FileState = z.enum(['missing'])

export const StaffInvoiceFind = Scroll.omit({ operatorId: true }).extend({
  invoiceState: InvoiceState.optional(),
  invoiceType: HeadType.optional(),
  medium: InvoiceMedium.optional(),
  /** Issued as a file which is not here yet. */
  fileState: FileState.optional(),
  gatewayState: GatewayState.optional(),
  gatewayTrouble: GatewayTrouble.optional(),
  sort: sortBy(['appliedAt', 'amount'], '-appliedAt'),
})
export type StaffInvoiceFind = z.output<typeof StaffInvoiceFind>

export const mostInvoiceFile = 5 * 1024 * 1024

/** A fully digital invoice has 20 digits and no code. Others have 8, and a code of 10 or 12. */
export const isInvoiceNumber = (number: string, code: string | null) =>
  (code === null ? /^\d{20}$/ : /^\d{8}$/).test(number)

/** What the tax office calls it. */
const numbers = {
  invoiceNumber: z.string().overwrite(digitsOf).min(1).max(40),
  invoiceCode: OptionalText(40, digitsOf).refine((t) => t === null || /^(\d{10}|\d{12})$/.test(t), {
    error: 'invoiceCode',
  }),
}
const fits = ({ invoiceNumber, invoiceCode }: { invoiceNumber: string; invoiceCode: string | null }) =>
  isInvoiceNumber(invoiceNumber, invoiceCode)
const misfit = { path: ['invoiceNumber'], error: 'invoiceNumber' }

export const IssueBody = z
  .object({
    ...numbers,
    /** Which attempt it was made out for; where the applicant asked for another since, nothing is entered. */
    attempt: wireInt(1, 1_000).optional(),
  })
  .refine(fits, misfit)
export type IssueBody = z.output<typeof IssueBody>

/** A row of the sheet that an accounting program gave back: what it repeats of the application must agree. */
export const IssueRow = z
  .object({
    applyNo: z.string().overwrite(digitsOf).min(1).max(40),
    title: OptionalText(200),
    amount: wireFen,
    ...numbers,
  })
  .refine(fits, misfit)
export type IssueRow = z.output<typeof IssueRow>

/** A file that found its invoice by the number in its name; `exists` had it already. */
export const FiledInvoice = z.object({
  id: Id,
  applyNo: z.string(),
  title: z.string(),
  amount: Fen,
  outcome: z.enum(['new', 'exists']),
})
export type FiledInvoice = z.output<typeof FiledInvoice>

export const MailBody = z.object({
  carrier: TextBetween(2, 30),
  trackingNumber: z.string().overwrite(bareText).pipe(TextBetween(5, 40)),
})
export type MailBody = z.output<typeof MailBody>

const byId = { params: z.object({ id: Id }) }
const read = { own: true, right: 'operator.money', rate: 'read', idempotent: true } as const
const act = { method: 'POST', own: true, right: 'operator.money', rate: 'write', idempotent: false, ...byId } as const

export const staffInvoiceCalls = {
  list: defineCall({
    method: 'GET',
    path: 'operator/invoice',
    query: StaffInvoiceFind,
    reply: scrollOf(StaffInvoice),
    ...read,
  }),
  get: defineCall({ method: 'GET', path: 'operator/invoice/{id}', ...byId, reply: StaffInvoiceInfo, ...read }),
  /** From then on its applicant cannot take it back. */
  take: defineCall({ path: 'operator/invoice/{id}/take', ...act }),
  /** With the file, PDF or OFD; a printed one may do without. */
  issue: defineCall({
    path: 'operator/invoice/{id}/issue',
    upload: { maxBytes: mostInvoiceFile },
    body: IssueBody,
    ...act,
  }),
  /** Numbers from a sheet, each row judged alone: what is asked for or accepted is issued, its file may follow. */
  issueMany: defineCall({
    method: 'POST',
    path: 'operator/invoice/issue',
    own: true,
    right: 'operator.money',
    rate: 'write',
    idempotent: false,
    body: ImportRows,
    reply: ImportResult,
  }),
  /** A file whose name says the number that was issued, PDF or OFD; its applicant is told. */
  addFile: defineCall({
    method: 'POST',
    path: 'operator/invoice/file',
    own: true,
    right: 'operator.money',
    rate: 'write',
    idempotent: true,
    upload: { maxBytes: mostInvoiceFile },
    reply: FiledInvoice,
  }),
  /** Has the tax gateway issue it, and accepts it where nobody did. */
  submit: defineCall({ path: 'operator/invoice/{id}/submit', ...act }),
  /** Waits no longer for the gateway: whoever does it has looked there whether it was issued. */
  stop: defineCall({ path: 'operator/invoice/{id}/stop', body: z.object({ reason: StaffReason }), ...act }),
  refuse: defineCall({ path: 'operator/invoice/{id}/refuse', body: z.object({ reason: StaffReason }), ...act }),
  mail: defineCall({ path: 'operator/invoice/{id}/mail', body: MailBody, ...act }),
  /** The tax office was told that it counts for nothing any more. */
  reverse: defineCall({ path: 'operator/invoice/{id}/reverse', body: z.object({ reason: StaffReason }), ...act }),
  file: defineCall({
    method: 'GET',
    path: 'operator/invoice/{id}/file',
    kind: 'bytes',
    ...byId,
    query: PaperOf,
    ...read,
  }),
}
