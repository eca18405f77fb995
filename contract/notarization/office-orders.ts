import { z } from 'zod'
import { OfficeRole } from '../accounts/offices.ts'
import { EvidenceFile } from '../evidence/evidence.ts'
import { defineCall } from '../kit/call.ts'
import { Id, Instant, PreservationNumber, wireBool } from '../kit/fields.ts'
import { Scroll, scrollOf, sortBy } from '../kit/list.ts'
import {
  byFile,
  byId,
  byPaper,
  byStep,
  FileBody,
  JudicialOrder,
  mostOrderFile,
  OrderInfo,
  SayBody,
  Taken,
} from './orders.ts'
import { OrderKindName, OrderState } from './order-records.ts'
import { Custody } from './custody.ts'
import { StepBody } from './step-body.ts'

/** An order as the office that answers it lists it. */
export const OfficeOrder = JudicialOrder.omit({ officeId: true, officeName: true }).extend({
  applicantName: z.string(),
  /** Null until somebody of the office has it. */
  assigneeId: Id.nullable(),
  assigneeName: z.string().nullable(),
})
export type OfficeOrder = z.output<typeof OfficeOrder>

export const OfficeOrderInfo = OrderInfo.omit({ officeId: true, officeName: true }).extend({
  applicantName: z.string(),
  assigneeId: Id.nullable(),
})
export type OfficeOrderInfo = z.output<typeof OfficeOrderInfo>

export const OfficeOrderFind = Scroll.omit({ operatorId: true }).extend({
  orderKind: OrderKindName.optional(),
  orderState: OrderState.optional(),
  /** Orders that wait for the office. */
  waiting: wireBool.optional(),
  late: wireBool.optional(),
  assigneeId: Id.optional(),
  sort: sortBy(['submittedAt', 'dueOn'], '-submittedAt'),
})
export type OfficeOrderFind = z.output<typeof OfficeOrderFind>

/** Somebody of the office who can have an order. */
export const Assignee = z.object({ id: Id, name: z.string(), officeRole: OfficeRole })

/** Evidence as an office sees it. */
export const OfficeEvidence = z.object({
  ano: PreservationNumber,
  name: z.string(),
  category: z.string(),
  sealedAt: Instant.nullable(),
  /** Whether its statement is, to the byte, the one that was handed in. */
  isAsHandedIn: z.boolean(),
  files: z.array(EvidenceFile.omit({ shownName: true })),
})
export type OfficeEvidence = z.output<typeof OfficeEvidence>

const byEvidence = { params: z.object({ id: Id, ano: PreservationNumber }) }

const read = { own: true, right: 'office.read', rate: 'read', idempotent: true } as const
const act = { own: true, right: 'office.assist', rate: 'write', idempotent: false } as const

export const officeOrderCalls = {
  list: defineCall({
    method: 'GET',
    path: 'office/order',
    query: OfficeOrderFind,
    reply: scrollOf(OfficeOrder),
    ...read,
  }),
  get: defineCall({ method: 'GET', path: 'office/order/{id}', ...byId, reply: OfficeOrderInfo, ...read }),
  custody: defineCall({ method: 'GET', path: 'office/order/{id}/custody', ...byId, reply: Custody, ...read }),
  people: defineCall({
    method: 'GET',
    path: 'office/order/people',
    reply: z.object({ list: z.array(Assignee) }),
    ...read,
  }),
  assign: defineCall({
    method: 'PUT',
    path: 'office/order/{id}/assignee',
    ...byId,
    body: z.object({ assigneeId: Id }),
    ...act,
    idempotent: true,
  }),
  addFile: defineCall({
    method: 'POST',
    path: 'office/order/{id}/file',
    ...byId,
    upload: { maxBytes: mostOrderFile },
    body: FileBody,
    reply: z.object({ id: Id }),
    ...act,
  }),
  removeFile: defineCall({
    method: 'DELETE',
    path: 'office/order/{id}/file/{fileId}',
    ...byFile,
    ...act,
    idempotent: true,
  }),
  file: defineCall({ method: 'GET', path: 'office/order/{id}/file/{fileId}', kind: 'bytes', ...byFile, ...read }),
  paper: defineCall({ method: 'GET', path: 'office/order/{id}/paper/{paperId}', kind: 'bytes', ...byPaper, ...read }),
  makeRecord: defineCall({
    method: 'POST',
    path: 'office/order/{id}/record',
    ...byId,
    reply: z.object({ id: Id }),
    ...act,
  }),
  record: defineCall({
    method: 'GET',
    path: 'office/order/{id}/record/{paperId}',
    kind: 'bytes',
    ...byPaper,
    ...read,
  }),
  /** A piece of evidence that the order names: its files, and whether its statement is the one that the order is held to. Each look stands in its owner's history. */
  evidence: defineCall({
    method: 'GET',
    path: 'office/order/{id}/evidence/{ano}',
    ...byEvidence,
    reply: OfficeEvidence,
    ...read,
  }),
  /** One of its files as it was sealed. */
  evidenceFile: defineCall({
    method: 'GET',
    path: 'office/order/{id}/evidence/{ano}/file/{fileId}',
    kind: 'bytes',
    params: byEvidence.params.extend({ fileId: Id }),
    ...read,
  }),
  /** The package of a piece of evidence that the order names: bytes, proofs and the means to verify them. */
  package: defineCall({
    method: 'GET',
    path: 'office/order/{id}/package/{ano}',
    kind: 'bytes',
    ...byEvidence,
    ...read,
  }),
  /** Writes to the applicant. */
  say: defineCall({
    method: 'POST',
    path: 'office/order/{id}/message',
    ...byId,
    upload: { maxBytes: mostOrderFile },
    body: SayBody,
    reply: z.object({ id: Id }),
    ...act,
  }),
  /** Steps that decide need `office.decide` beside. */
  step: defineCall({
    method: 'POST',
    path: 'office/order/{id}/{step}',
    ...byStep,
    body: StepBody,
    reply: Taken,
    ...act,
  }),
}
