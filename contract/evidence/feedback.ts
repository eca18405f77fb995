import { z } from 'zod'
import { defineCall } from '../kit/call.ts'
import { Fen, Id, Instant, PreservationNumber, ShortText, wireBool, wireList } from '../kit/fields.ts'
import { listOf, Page } from '../kit/page.ts'

export const FeedbackStatus = z.enum(['REVIEWING', 'PASS', 'REJECT', 'WITHDRAWN'])
export const FeedbackReason = z.enum(['EXCEPTION_RESULT', 'OTHER'])
export const maxFeedback = 200
export const mostPictures = 3

export const Feedback = z.object({
  id: Id,
  feedbackStatus: FeedbackStatus,
  reason: FeedbackReason,
  content: z.string(),
  /** Pictures that show it, each at an address for whoever reads this. */
  images: z.array(z.object({ id: Id, url: z.string() })),
  reply: z.string(),
  /** What of its cost was given back because of this. */
  refunded: Fen,
  /** The same in units of a package, where one had paid. */
  refundedUnits: z.int(),
  createdAt: Instant,
  answeredAt: Instant.nullable(),
})
export type Feedback = z.output<typeof Feedback>

/** What an operator judges by: the page and what is known to be missing, not who owns it. */
export const ReviewedFeedback = Feedback.extend({
  ano: PreservationNumber,
  url: z.string().nullable(),
  completeness: z.enum(['full', 'partial']).nullable(),
  personName: z.string(),
  /** What the evidence cost and has not given back. */
  refundable: Fen,
  /** What it took of a package that has not ended, and has not given back. */
  refundableUnits: z.int(),
})
export type ReviewedFeedback = z.output<typeof ReviewedFeedback>

const own = { right: 'evidence.write', rate: 'write' } as const
const review = { own: true, right: 'operator.feedback' } as const

export const feedbackCalls = {
  give: defineCall({
    method: 'POST',
    path: 'attestaion/feedback', // legacy spelling, frozen
    body: z.object({
      ano: PreservationNumber,
      kind: z.enum(['URL', 'PROCESS']).default('URL'),
      reason: FeedbackReason,
      content: z.string().trim().min(1).max(maxFeedback),
      images: wireList(Id, mostPictures).default([]),
    }),
    reply: z.object({ feedbackId: Id, feedbackStatus: FeedbackStatus }),
    idempotent: false,
    ...own,
  }),
  withdraw: defineCall({
    method: 'DELETE',
    path: 'attestaion/url/feedback', // legacy spelling, frozen
    query: z.object({ id: Id }),
    reply: z.object({ withdrawn: z.boolean() }),
    idempotent: true,
    ...own,
  }),
  latest: defineCall({
    method: 'GET',
    path: 'evidence/feedback/{ano}',
    own: true,
    params: z.object({ ano: PreservationNumber }),
    reply: Feedback.nullable(),
    right: 'evidence.read',
    rate: 'read',
    idempotent: true,
  }),
  review: defineCall({
    method: 'POST',
    path: 'operator/feedback/list',
    body: Page.extend({ feedbackStatus: FeedbackStatus.optional() }),
    reply: listOf(ReviewedFeedback),
    rate: 'read',
    idempotent: true,
    ...review,
  }),
  /** A picture that came with feedback. */
  picture: defineCall({
    method: 'GET',
    path: 'operator/feedback/{id}/picture/{picture}',
    kind: 'bytes',
    params: z.object({ id: Id, picture: Id }),
    rate: 'read',
    idempotent: true,
    ...review,
  }),
  answer: defineCall({
    method: 'PUT',
    path: 'operator/feedback/{id}',
    params: z.object({ id: Id }),
    body: z.object({
      verdict: z.enum(['PASS', 'REJECT']),
      reply: ShortText(500).pipe(z.string().min(1)),
      /** Asks to give back what the evidence cost, where the feedback is accepted; another member of staff decides. */
      refund: wireBool.default(false),
    }),
    rate: 'write',
    idempotent: false,
    ...review,
  }),
}
