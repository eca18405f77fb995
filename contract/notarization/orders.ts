import { z } from 'zod'
import { OfficeKind } from '../accounts/offices.ts'
import { defineCall } from '../kit/call.ts'
import { Fen, Id, Instant, OptionalText, PreservationNumber } from '../kit/fields.ts'
import { Scroll, scrollOf, sortBy } from '../kit/list.ts'
import { Custody } from './custody.ts'
import { ExpertiseBody } from './expertise.ts'
import { OfficialSealBody } from './official-seal.ts'
import { PurchaseBody, PurchaseUse, RightsType } from './purchase.ts'
import { StepBody } from './step-body.ts'
import { Terms } from './terms.ts'
import { type OrderContent, orderKindNames, orderKinds } from './order-kinds.ts'
import {
  OrderClock,
  OrderCourse,
  OrderEvidence,
  OrderFile,
  OrderKindName,
  OrderMessage,
  OrderPaper,
  OrderPart,
  OrderState,
  OrderStep,
} from './order-records.ts'

/** An order of a judicial service as its applicant lists it. */
export const JudicialOrder = z.object({
  id: Id,
  orderNumber: z.string(),
  orderKind: OrderKindName,
  orderState: OrderState,
  title: z.string(),
  officeId: Id,
  officeName: z.string(),
  evidenceCount: z.int(),
  /** Null until the office sets it. */
  fee: Fen.nullable(),
  /** What of it was collected in the end; null while that is open. */
  collected: Fen.nullable(),
  /** Of the office's year; null until it is accepted. */
  caseNumber: z.string().nullable(),
  /** The last day of the period that runs. */
  dueOn: z.string().nullable(),
  isLate: z.boolean(),
  personName: z.string(),
  createdAt: Instant,
  submittedAt: Instant.nullable(),
  /** What whoever asks may do with it now. */
  steps: z.array(OrderStep),
})
export type JudicialOrder = z.output<typeof JudicialOrder>

/** A purchase as its applicant lists it. The last six are the same under the names that former clients read. */
export const PurchaseOrder = JudicialOrder.extend({
  rightsType: RightsType,
  purchaseUse: PurchaseUse,
  key: Id,
  name: z.string(),
  type: RightsType,
  used: PurchaseUse,
  date: Instant,
  operator: z.string(),
})
export type PurchaseOrder = z.output<typeof PurchaseOrder>

/** A text, a file, or both. */
export const SayBody = z.object({ content: OptionalText(1_000) })

/** Of one side in the messages of an order. */
export const mostMessageFiles = 100

/** What is asked for: each kind's is an object of its own. */
const contents = orderKindNames.map((kind) => orderKinds[kind].content) as unknown as z.ZodType<OrderContent>[]
export const OrderContentOfAny = z.union(contents)

/** Everything of an order, for both sides. */
export const OrderInfo = JudicialOrder.extend({
  /** What was asked for, as the form of its kind has it. */
  content: OrderContentOfAny,
  applicant: z.object({ name: z.string(), kind: z.enum(['personal', 'enterprise']), isVerified: z.boolean() }),
  /** Of a purchase, once its office said what it costs. */
  terms: Terms.nullable(),
  office: z.object({
    id: Id,
    fullName: z.string(),
    phone: z.string(),
    address: z.string(),
    hours: z.string().nullable(),
    /** What it lists for such an order now, where one is paid for by a list. */
    listedFee: Fen.nullable(),
  }),
  evidence: z.array(OrderEvidence),
  files: z.array(OrderFile),
  papers: z.array(OrderPaper),
  /** SHA-256 of what a signature would hand in now. */
  handsIn: z.string(),
  course: z.array(OrderCourse),
  /** The newest two hundred, the oldest of them first. */
  messages: z.array(OrderMessage),
  /** Whether whoever asks may write to the other side. */
  maySay: z.boolean(),
  clock: OrderClock.nullable(),
  assigneeName: z.string().nullable(),
  /** Parts of which whoever asks may add files now. */
  parts: z.array(OrderPart),
})
export type OrderInfo = z.output<typeof OrderInfo>

export const OrderFind = Scroll.extend({
  orderState: OrderState.optional(),
  sort: sortBy(['createdAt', 'dueOn'], '-createdAt'),
})
export type OrderFind = z.output<typeof OrderFind>

/** Of every kind or of one, and of those that name a piece of evidence. */
export const AnyOrderFind = OrderFind.extend({
  orderKind: OrderKindName.optional(),
  ano: PreservationNumber.optional(),
})
export type AnyOrderFind = z.output<typeof AnyOrderFind>

/** An office that takes orders. */
export const OpenOffice = z.object({
  id: Id,
  fullName: z.string(),
  licence: z.string(),
  phone: z.string(),
  address: z.string(),
  hours: z.string().nullable(),
  /** For the appraisal of a seal; null where it makes none. */
  sealFee: Fen.nullable(),
})
export type OpenOffice = z.output<typeof OpenOffice>

export const mostOrderFile = 20 * 1024 * 1024

export const byId = { params: z.object({ id: Id }) }
export const byFile = { params: z.object({ id: Id, fileId: Id }) }
export const byPaper = { params: z.object({ id: Id, paperId: Id }) }
export const byStep = { params: z.object({ id: Id, step: OrderStep }) }
export const Taken = z.object({ id: Id, orderState: OrderState })
export const FileBody = z.object({ part: OrderPart })

const own = { own: true } as const
const read = { right: 'judicial.read', rate: 'read', idempotent: true } as const
const write = { right: 'judicial.write', rate: 'write', idempotent: false } as const

const ofList = { reply: scrollOf(JudicialOrder), ...own, ...read } as const
const Drafted = z.object({ id: Id, orderNumber: z.string(), orderState: OrderState })

export const orderCalls = {
  /** Of every kind. */
  list: defineCall({ method: 'GET', path: 'judicial/order', query: AnyOrderFind, ...ofList }),
  appraisals: defineCall({ method: 'GET', path: 'expertise/list', query: OrderFind, ...ofList }),
  seals: defineCall({ method: 'GET', path: 'officialSeal/list', query: OrderFind, ...ofList }),
  /** Notarizations of purchases, with the right that each is about and what it is for. */
  purchases: defineCall({
    method: 'GET',
    path: 'buynotarize/list',
    query: OrderFind,
    reply: scrollOf(PurchaseOrder),
    ...read,
  }),
  get: defineCall({ method: 'GET', path: 'evidence/info/{id}', ...byId, reply: OrderInfo, ...read }),
  /** What was handed in, and who had it in hand since. */
  custody: defineCall({
    method: 'GET',
    path: 'judicial/order/{id}/custody',
    ...byId,
    reply: Custody,
    ...own,
    ...read,
  }),
  /** Offices of a kind that take orders. */
  offices: defineCall({
    method: 'GET',
    path: 'judicial/office',
    query: z.object({ officeKind: OfficeKind }),
    reply: z.object({ list: z.array(OpenOffice) }),
    ...own,
    ...read,
  }),
  /** Drafts an appraisal, or changes a draft or one that was returned. Nobody sees it before it is submitted. */
  saveExpertise: defineCall({
    method: 'POST',
    path: 'evidence/judicial',
    body: ExpertiseBody,
    reply: Drafted,
    ...write,
  }),
  /** Drafts the appraisal of a seal, or changes a draft or one that was returned. */
  saveOfficialSeal: defineCall({
    method: 'POST',
    path: 'officialSeal',
    body: OfficialSealBody,
    reply: Drafted,
    ...own,
    ...write,
  }),
  /** Drafts the notarization of a purchase, or changes a draft or one that was returned. */
  savePurchase: defineCall({
    method: 'POST',
    path: 'judicial/purchase',
    body: PurchaseBody,
    reply: Drafted,
    ...own,
    ...write,
  }),
  /** Only drafts. */
  remove: defineCall({ method: 'DELETE', path: 'judicial/order/{id}', ...byId, ...own, ...write, idempotent: true }),
  addFile: defineCall({
    method: 'POST',
    path: 'judicial/order/{id}/file',
    ...byId,
    upload: { maxBytes: mostOrderFile },
    body: FileBody,
    reply: z.object({ id: Id }),
    ...own,
    ...write,
  }),
  removeFile: defineCall({
    method: 'DELETE',
    path: 'judicial/order/{id}/file/{fileId}',
    ...byFile,
    ...own,
    ...write,
    idempotent: true,
  }),
  file: defineCall({
    method: 'GET',
    path: 'judicial/order/{id}/file/{fileId}',
    kind: 'bytes',
    ...byFile,
    ...own,
    ...read,
  }),
  paper: defineCall({
    method: 'GET',
    path: 'judicial/order/{id}/paper/{paperId}',
    kind: 'bytes',
    ...byPaper,
    ...own,
    ...read,
  }),
  /** Fixes all that there is of an order as a record: its cover is a paper, which is sealed in some seconds. As it is, where nothing came since the last one. */
  makeRecord: defineCall({
    method: 'POST',
    path: 'judicial/order/{id}/record',
    ...byId,
    reply: z.object({ id: Id }),
    ...own,
    ...write,
  }),
  /** The archive of a record: its cover, papers, files, messages, and the packages of the evidence. */
  record: defineCall({
    method: 'GET',
    path: 'judicial/order/{id}/record/{paperId}',
    kind: 'bytes',
    ...byPaper,
    ...own,
    ...read,
  }),
  /** Writes to the office, once it has the order. */
  say: defineCall({
    method: 'POST',
    path: 'judicial/order/{id}/message',
    ...byId,
    upload: { maxBytes: mostOrderFile },
    body: SayBody,
    reply: z.object({ id: Id }),
    ...own,
    ...write,
  }),
  step: defineCall({
    method: 'POST',
    path: 'judicial/order/{id}/{step}',
    ...byStep,
    body: StepBody,
    reply: Taken,
    ...own,
    ...write,
  }),
}
