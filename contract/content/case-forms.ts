import { z } from 'zod'
import { defineCall } from '../kit/call.ts'
import { Id, Instant, StaffReason, TextBetween, wireInt } from '../kit/fields.ts'
import { Scroll, scrollOf, sortBy } from '../kit/list.ts'
import { listOf, Page } from '../kit/page.ts'

export const CaseState = z.enum(['NEW', 'ACCEPTED', 'ANSWERED', 'CLOSED'])
export type CaseState = z.output<typeof CaseState>
export const mostAnswer = 2_000
/** What a sender without an account wrote goes so long after it was answered or closed. */
export const keptCaseDays = 365

const Asked = z.object({
  id: Id,
  number: z.string(),
  lawyerName: z.string().nullable(),
  cityName: z.string().nullable(),
  fieldName: z.string().nullable(),
  title: z.string(),
  content: z.string(),
  caseState: CaseState,
  answer: z.string().nullable(),
  answeredAt: Instant.nullable(),
  /** Why staff closed it. */
  closedReason: z.string().nullable(),
  createdAt: Instant,
})

/** As whoever sent it reads it. */
export const OwnCaseForm = Asked
export type OwnCaseForm = z.output<typeof OwnCaseForm>

/** As staff read it: who sent it stays masked until one says why one looks. */
export const CaseForm = Asked.extend({
  nameMasked: z.string(),
  phoneMasked: z.string(),
  /** Whoever took it. */
  acceptedBy: z.string().nullable(),
  closedAt: Instant.nullable(),
  /** When the lawyer whom it names was mailed of it; null where that was not or could not be done. */
  lawyerToldAt: Instant.nullable(),
  /** Has an account here, and is told of the answer; others are phoned. */
  registered: z.boolean(),
  files: z.array(z.object({ id: Id, url: z.string() })),
  /** The sender has gone, and with them who they were. */
  erased: z.boolean(),
  version: z.int(),
})
export type CaseForm = z.output<typeof CaseForm>

export const CaseFormFind = Scroll.pick({ pageNum: true, pageSize: true, cursor: true, keyWord: true }).extend({
  caseState: CaseState.optional(),
  sort: sortBy(['createdAt', 'title'], '-createdAt'),
})
export type CaseFormFind = z.output<typeof CaseFormFind>

const one = { params: z.object({ id: Id }) }
const mine = { own: true, right: 'signed-in', rate: 'read', idempotent: true } as const

export const ownCaseFormCalls = {
  /** Newest first: what this person sent, or somebody who proved their phone. */
  list: defineCall({ method: 'GET', path: 'lawyer/case', query: Page, reply: listOf(OwnCaseForm), ...mine }),
  get: defineCall({ method: 'GET', path: 'lawyer/case/{id}', ...one, reply: OwnCaseForm, ...mine }),
}

const version = { version: wireInt(1, 1_000_000_000).optional() }
const read = { own: true, right: 'operator.feedback', rate: 'read', idempotent: true } as const
const step = { own: true, right: 'operator.feedback', rate: 'write', idempotent: false } as const

/** Each step is a conflict where `version` is given and somebody took one meanwhile. */
export const caseFormCalls = {
  list: defineCall({
    method: 'GET',
    path: 'operator/case-form',
    query: CaseFormFind,
    reply: scrollOf(CaseForm),
    ...read,
  }),
  get: defineCall({ method: 'GET', path: 'operator/case-form/{id}', ...one, reply: CaseForm, ...read }),
  /** Name and phone, for a reason that stands in the record. */
  reveal: defineCall({
    method: 'POST',
    path: 'operator/case-form/{id}/reveal',
    ...one,
    body: z.object({ reason: StaffReason }),
    reply: z.object({ name: z.string(), phone: z.string() }),
    ...step,
    rate: 'secret',
  }),
  file: defineCall({
    method: 'GET',
    path: 'operator/case-form/{id}/file/{fileId}',
    kind: 'bytes',
    params: z.object({ id: Id, fileId: Id }),
    ...read,
  }),
  accept: defineCall({
    method: 'POST',
    path: 'operator/case-form/{id}/accept',
    ...one,
    body: z.object(version),
    ...step,
  }),
  /** Once; whoever sent it is told. */
  answer: defineCall({
    method: 'POST',
    path: 'operator/case-form/{id}/answer',
    ...one,
    body: z.object({ answer: TextBetween(2, mostAnswer), ...version }),
    ...step,
  }),
  /** At the request of a sender without an account: everything they wrote goes, and cannot be brought back. */
  erase: defineCall({
    method: 'POST',
    path: 'operator/case-form/{id}/erase',
    ...one,
    body: z.object({ reason: StaffReason }),
    ...step,
  }),
  close: defineCall({
    method: 'POST',
    path: 'operator/case-form/{id}/close',
    ...one,
    body: z.object({ reason: StaffReason, ...version }),
    ...step,
  }),
}
