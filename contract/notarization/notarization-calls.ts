import { z } from 'zod'
import { Found } from '../evidence/evidence.ts'
import { defineCall } from '../kit/call.ts'
import {
  Id,
  Instant,
  OptionalText,
  PreservationNumber,
  TextBetween,
  wireBool,
  wireFen,
  wireList,
} from '../kit/fields.ts'
import { Scroll, scrollOf, sortBy } from '../kit/list.ts'
import { PayChannelName, PayOrder, PayScene } from '../payments/pay-orders.ts'
import { NotarizationBody } from './notarization.ts'
import { byId, JudicialOrder, mostOrderFile, OrderFind, OrderInfo, Taken } from './orders.ts'
import { OrderEvidence, OrderMessage, OrderPaper } from './order-records.ts'
import { StepBody } from './step-body.ts'
import { mostQuestions, TemplateContent } from './templates.ts'

/** A matter that an office offers now. */
export const OfferedTemplate = TemplateContent.extend({ id: Id, version: z.int() })
export type OfferedTemplate = z.output<typeof OfferedTemplate>

/** Evidence as one chooses among it; `reason` says why it cannot be chosen. */
export const ChoosableEvidence = z.object({
  ano: PreservationNumber,
  name: z.string(),
  date: Instant,
  size: z.int(),
  reason: z.string().nullable(),
  found: Found.optional(),
})
export type ChoosableEvidence = z.output<typeof ChoosableEvidence>

const ChoosableFind = Scroll.pick({ pageNum: true, pageSize: true, cursor: true, keyWord: true }).extend({
  issuable: wireBool.optional(),
  sort: sortBy(['date', 'name'], '-date'),
})

/** Papers of a notarization that everybody asks for. */
export const mainPapers = {
  apply: 'application',
  acceptance: 'acceptance',
  inform: 'inform',
  inquiry: 'inquiry',
} as const

/** The newest of each, or none yet. */
/** A paper, and where its PDF is; until it is sealed there is none. */
const MainPaper = OrderPaper.extend({ pdfUrl: z.string().nullable() }).nullable()
const MainPapers = z.object({ apply: MainPaper, acceptance: MainPaper, inform: MainPaper, inquiry: MainPaper })
export type MainPapers = z.output<typeof MainPapers>

/** A notary office that takes orders, with its notaries. */
const NotaryOffice = z.object({
  officeId: Id,
  officeName: z.string(),
  phone: z.string(),
  address: z.string(),
  hours: z.string().nullable(),
  notaries: z.array(z.object({ name: z.string(), practiceNumber: z.string().nullable() })),
})
export type NotaryOffice = z.output<typeof NotaryOffice>

const ofOrder = { orderId: Id }

const OnlinePayBody = z.object({ ...ofOrder, scene: PayScene.default('qr') })
export type OnlinePayBody = z.output<typeof OnlinePayBody>
const read = { right: 'judicial.read', rate: 'read', idempotent: true } as const
const write = { right: 'judicial.write', rate: 'write', idempotent: false } as const

/** Notarization by the names that its clients know; steps that are not here are those of every order (`judicial/order/{id}/{step}`). */
export const notarizationCalls = {
  /** Drafts a notarization, or changes a draft or one that was returned. */
  save: defineCall({
    method: 'POST',
    path: 'notarization',
    body: NotarizationBody,
    reply: z.object({ id: Id, orderNumber: z.string(), orderState: JudicialOrder.shape.orderState }),
    ...write,
  }),
  /** What an office attends to, and what it asks for each. */
  template: defineCall({
    method: 'GET',
    path: 'notarization/template',
    query: z.object({ officeId: Id }),
    reply: z.object({ list: z.array(OfferedTemplate) }),
    ...read,
  }),
  list: defineCall({
    method: 'GET',
    path: 'notarization/list',
    query: OrderFind,
    reply: scrollOf(JudicialOrder),
    ...read,
  }),
  get: defineCall({ method: 'GET', path: 'notarization/{id}', ...byId, reply: OrderInfo, ...read }),
  /** Its head alone: where it stands, and what may be done. */
  info: defineCall({ method: 'GET', path: 'notarization/info/{id}', ...byId, reply: JudicialOrder, ...read }),
  evidence: defineCall({
    method: 'GET',
    path: 'notarization/attestation/order/list',
    query: z.object(ofOrder),
    reply: z.object({ list: z.array(OrderEvidence) }),
    ...read,
  }),
  /** Evidence that an order may name, over all kinds of it; what may not says why. */
  choosable: defineCall({
    method: 'GET',
    path: 'notarization/attestation/list',
    query: ChoosableFind,
    reply: scrollOf(ChoosableEvidence),
    ...read,
  }),
  abandon: defineCall({
    method: 'POST',
    path: 'notarization/abandon/{id}',
    ...byId,
    reply: Taken,
    ...write,
  }),
  /** Who notarizes: offices that take orders, or one of them. */
  admin: defineCall({
    method: 'POST',
    path: 'notarization/admin',
    body: z.object({ officeId: Id.optional() }),
    reply: z.object({ list: z.array(NotaryOffice) }),
    ...read,
  }),
  /** Writes to the office, where there is a text or a file, and reads what came since `lastId`. */
  message: defineCall({
    method: 'POST',
    path: 'notarization/message',
    upload: { maxBytes: mostOrderFile },
    body: z.object({ ...ofOrder, content: OptionalText(1_000), lastId: Id.optional() }),
    reply: z.object({ list: z.array(OrderMessage) }),
    ...write,
  }),
  pdf: defineCall({
    method: 'POST',
    path: 'notarization/pdf',
    body: z.object(ofOrder),
    reply: MainPapers,
    ...read,
  }),
  /** Signs one of those that its applicant signs, by the step that hands it in. */
  sign: defineCall({
    method: 'POST',
    path: 'notarization/sign/pdf',
    body: z.object({
      ...ofOrder,
      type: z.enum(['apply', 'inform', 'inquiry']),
      answers: wireList(TextBetween(1, 2_000), mostQuestions).optional(),
      signature: StepBody.shape.signature,
    }),
    reply: Taken,
    ...write,
  }),
  /** Where the picture of an office's seal is; null where its papers bear none, and for accounts that asked nothing of it. */
  seal: defineCall({
    method: 'GET',
    path: 'notarization/seal/image',
    /** Former clients name the office by `notaryId`, which everywhere else is the platform's; `officeId` counts where both are given. */
    query: z
      .object({ officeId: Id.optional(), notaryId: z.string().trim().max(100).optional() })
      .refine(({ officeId, notaryId }) => officeId ?? Id.safeParse(notaryId).data, {
        path: ['officeId'],
        error: 'required',
      }),
    reply: z.object({ imgUrl: z.string().nullable() }),
    ...read,
  }),
  sealPicture: defineCall({
    method: 'GET',
    path: 'judicial/office/{id}/seal',
    kind: 'bytes',
    own: true,
    ...byId,
    ...read,
  }),
  /** Pays a fee that is set by a vendor, of an order of any kind: a code or a page, and the order goes on once it is paid. */
  payOnline: defineCall({
    method: 'POST',
    path: 'notarization/online/pay/{channel}',
    params: z.object({ channel: PayChannelName }),
    body: OnlinePayBody,
    reply: PayOrder,
    right: 'money.pay',
    rate: 'write',
    idempotent: false,
  }),
  /** Holds the fee of the balance. */
  pay: defineCall({
    method: 'POST',
    path: 'notarization/pay',
    body: z.object({ ...ofOrder, quoted: wireFen.optional() }),
    reply: Taken,
    ...write,
  }),
}
