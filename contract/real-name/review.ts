import { z } from 'zod'
import { defineCall } from '../kit/call.ts'
import { Id, Instant, StaffReason } from '../kit/fields.ts'
import { Scroll, scrollOf, sortBy } from '../kit/list.ts'
import { Gender, IdentityKind, IdentityStatus, IdentityWay, PhotoKind, RefusalReason } from './certify.ts'

/** An attempt as staff see it: masked until they say why they look. */
export const ReviewedIdentity = z.object({
  id: Id,
  kind: IdentityKind,
  way: IdentityWay,
  status: IdentityStatus,
  nameMasked: z.string(),
  numberMasked: z.string(),
  personName: z.string(),
  phoneMasked: z.string(),
  accountName: z.string(),
  /** Others on this platform that passed with the same number. */
  same: z.int(),
  /** Nobody judges themselves. */
  own: z.boolean(),
  reason: RefusalReason.nullable(),
  note: z.string().nullable(),
  reviewer: z.string().nullable(),
  createdAt: Instant,
  /** The day by which it is to be answered, and whether that has passed; null once it is. */
  answerBy: z.string().nullable(),
  isLate: z.boolean(),
  decidedAt: Instant.nullable(),
})
export type ReviewedIdentity = z.output<typeof ReviewedIdentity>

/** `keyWord` is a whole number of a card or an enterprise, a whole phone number, or part of an enterprise's or account's name. */
export const ReviewFind = Scroll.pick({ pageNum: true, pageSize: true, cursor: true, keyWord: true }).extend({
  status: IdentityStatus.optional(),
  kind: IdentityKind.optional(),
  sort: sortBy(['createdAt'], '-createdAt'),
})
export type ReviewFind = z.output<typeof ReviewFind>

export const Revealed = z.object({
  name: z.string(),
  number: z.string(),
  birthday: z.string().nullable(),
  gender: Gender.nullable(),
  validUntil: z.string().nullable(),
  legalPerson: z.string().nullable(),
  photos: z.array(z.object({ id: Id, kind: PhotoKind })),
})
export type Revealed = z.output<typeof Revealed>

const one = { params: z.object({ id: Id }) }
const staff = { own: true, right: 'operator.identities' } as const

export const identityReviewCalls = {
  list: defineCall({
    method: 'GET',
    path: 'operator/identity',
    query: ReviewFind,
    reply: scrollOf(ReviewedIdentity),
    rate: 'read',
    idempotent: true,
    ...staff,
  }),
  get: defineCall({
    method: 'GET',
    path: 'operator/identity/{id}',
    ...one,
    reply: ReviewedIdentity,
    rate: 'read',
    idempotent: true,
    ...staff,
  }),
  /** Names, numbers and pictures in clear. Written down with its reason, where whom it concerns can read it; the pictures open for an hour. */
  reveal: defineCall({
    method: 'POST',
    path: 'operator/identity/{id}/reveal',
    ...one,
    body: z.object({ reason: StaffReason }),
    reply: Revealed,
    rate: 'secret',
    idempotent: false,
    ...staff,
  }),
  photo: defineCall({
    method: 'GET',
    path: 'operator/identity/{id}/photo/{picture}',
    kind: 'bytes',
    params: z.object({ id: Id, picture: Id }),
    rate: 'read',
    idempotent: true,
    ...staff,
  }),
  /** By somebody who looked within the hour. A refusal names its reason; `note` is read by whoever is refused. */
  judge: defineCall({
    method: 'PUT',
    path: 'operator/identity/{id}/verdict',
    ...one,
    rate: 'write',
    idempotent: false,
    ...staff,
    body: z
      .object({
        verdict: z.enum(['PASS', 'REJECT']),
        reason: RefusalReason.optional(),
        note: z.string().trim().max(200).default(''),
      })
      .refine((b) => b.verdict === 'PASS' || b.reason, { path: ['reason'], error: 'required' }),
  }),
  /** What passed and turned out to be false; evidence keeps what it stated. */
  revoke: defineCall({
    method: 'POST',
    path: 'operator/identity/{id}/revoke',
    ...one,
    body: z.object({ reason: StaffReason }),
    rate: 'write',
    idempotent: false,
    ...staff,
  }),
}
