import { z } from 'zod'
import { defineCall } from '../kit/call.ts'
import { Id, Instant, StaffReason } from '../kit/fields.ts'
import { Scroll, scrollOf, sortBy } from '../kit/list.ts'

/** Another administrator of a platform, somebody who decides in an office, the account that bank transfers go to, a price, and a package that is sold. */
export const ApprovalKind = z.enum(['administrator', 'decider', 'transfer-account', 'price', 'offer'])
export type ApprovalKind = z.output<typeof ApprovalKind>

export const ApprovalState = z.enum(['waiting', 'applied', 'refused', 'withdrawn'])
export type ApprovalState = z.output<typeof ApprovalState>

/** A change that one person asks for and another one decides on. */
export const Approval = z.object({
  id: Id,
  approvalKind: ApprovalKind,
  /** The change in one sentence, in the reader's language. */
  change: z.string(),
  approvalState: ApprovalState,
  askedName: z.string(),
  decidedName: z.string().nullable(),
  decidedAt: Instant.nullable(),
  /** Why it was refused. */
  answer: z.string(),
  /** Whoever reads asked for it: they may withdraw it. */
  mine: z.boolean(),
  /** Whoever reads may decide: they are another person, and neither made the other one within the last days. */
  mayDecide: z.boolean(),
  createdAt: Instant,
})
export type Approval = z.output<typeof Approval>

export const ApprovalFind = Scroll.pick({ pageNum: true, pageSize: true, cursor: true }).extend({
  approvalState: ApprovalState.optional(),
  approvalKind: ApprovalKind.optional(),
  sort: sortBy(['createdAt'], '-createdAt'),
})
export type ApprovalFind = z.output<typeof ApprovalFind>

const one = { params: z.object({ id: Id }) }
const read = { own: true, right: 'operator.approve', rate: 'read', idempotent: true } as const
const change = { own: true, right: 'operator.approve', rate: 'write', idempotent: false } as const

export const approvalCalls = {
  list: defineCall({
    method: 'GET',
    path: 'operator/approval',
    query: ApprovalFind,
    reply: scrollOf(Approval),
    ...read,
  }),
  get: defineCall({ method: 'GET', path: 'operator/approval/{id}', ...one, reply: Approval, ...read }),
  /** By another person than asked for it. */
  apply: defineCall({ method: 'POST', path: 'operator/approval/{id}/apply', ...one, ...change, fresh: true }),
  refuse: defineCall({
    method: 'POST',
    path: 'operator/approval/{id}/refuse',
    ...one,
    body: z.object({ reason: StaffReason }),
    ...change,
  }),
  /** By whoever asked for it. */
  withdraw: defineCall({ method: 'POST', path: 'operator/approval/{id}/withdraw', ...one, ...change }),
}
