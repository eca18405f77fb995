import { z } from 'zod'
import { OfficeRole } from '../accounts/offices.ts'
import { defineCall } from '../kit/call.ts'
import { Id, PreservationNumber, wireBool } from '../kit/fields.ts'
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
  OrderKindName,
  OrderState,
  SayBody,
  StepBody,
  Taken,
} from './orders.ts'

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
  /** The package of a piece of evidence that the order names: bytes, proofs and the means to verify them. */
  package: defineCall({
    method: 'GET',
    path: 'office/order/{id}/package/{ano}',
    kind: 'bytes',
    params: z.object({ id: Id, ano: PreservationNumber }),
    ...read,
  }),
  /** Writes to the applicant. */
  say: defineCall({
    method: 'POST',
    path: 'office/order/{id}/message',
    ...byId,
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
