import { z } from 'zod'
import { BulkIds, BulkResult } from '../kit/bulk.ts'
import { defineCall } from '../kit/call.ts'
import { Fen, Id, Instant, Phone } from '../kit/fields.ts'
import { Scroll, scrollOf, sortBy } from '../kit/list.ts'
import { grants } from '../kit/rights.ts'
import { Agreement, CaptchaAnswer, CodeSent, PersonName, PlatformId, SignedIn, SmsAnswer } from './session.ts'
import { SubChange } from './sub-accounts.ts'

/** A link leads to its invitation for so long. */
export const invitationDays = 7

export const InvitationState = z.enum(['PENDING', 'ACCEPTED', 'EXPIRED', 'WITHDRAWN'])
export type InvitationState = z.output<typeof InvitationState>

const Extent = {
  dept: z.string(),
  grants: z.array(z.enum(grants)),
  /** Captures a calendar month; null is without limit. */
  quota: z.int().nullable(),
  /** Fen a calendar month; null is without limit. */
  budget: Fen.nullable(),
}

export const SubInvitation = z.object({
  id: Id,
  name: z.string(),
  phoneMasked: z.string(),
  ...Extent,
  invitationState: InvitationState,
  invitedAt: Instant,
  expiresAt: Instant,
})
export type SubInvitation = z.output<typeof SubInvitation>

export const InvitationFind = Scroll.extend({
  invitationState: InvitationState.optional(),
  sort: sortBy(['invitedAt', 'expiresAt'], '-invitedAt'),
})
export type InvitationFind = z.output<typeof InvitationFind>

/** The link is told once: only its hash is kept. Asking again for one person ends the link before. */
export const InvitationLink = z.object({ id: Id, url: z.string(), expiresAt: Instant })
export type InvitationLink = z.output<typeof InvitationLink>

/** What whoever holds the link may read. */
const Shown = z.object({
  account: z.string(),
  name: z.string(),
  phoneMasked: z.string(),
  expiresAt: Instant,
})
export type ShownInvitation = z.output<typeof Shown>

/** 256 random bits. */
const Token = z.object({ token: z.string().regex(/^[A-Za-z0-9_-]{43}$/) })
const account = { right: 'subAccounts.manage', own: true } as const
const open = { right: 'public', own: true, params: Token } as const

export const subInvitationCalls = {
  /** To a phone; their name is what newcomers are called. */
  invite: defineCall({
    method: 'POST',
    path: 'sub/invitation',
    ...account,
    body: SubChange.extend({ name: PersonName, phone: Phone }),
    reply: InvitationLink,
    rate: 'secret',
    idempotent: false,
  }),
  list: defineCall({
    method: 'GET',
    path: 'sub/invitation/list',
    ...account,
    query: InvitationFind,
    reply: scrollOf(SubInvitation),
    rate: 'read',
    idempotent: true,
  }),
  withdraw: defineCall({
    method: 'POST',
    path: 'sub/invitation/withdraw',
    ...account,
    body: BulkIds,
    reply: BulkResult,
    rate: 'write',
    idempotent: true,
  }),
  open: defineCall({
    method: 'GET',
    path: 'sub/invited/{token}',
    ...open,
    reply: Shown,
    rate: 'public-query',
    idempotent: true,
  }),
  /** To the phone that was invited, which the link does not tell. */
  sendCode: defineCall({
    method: 'POST',
    path: 'sub/invited/{token}/code',
    ...open,
    body: z.object({ ...CaptchaAnswer, ...PlatformId }),
    reply: CodeSent,
    rate: 'secret',
    idempotent: false,
  }),
  /** Signs in whoever accepts. Somebody who is registered keeps the name they have. */
  accept: defineCall({
    method: 'POST',
    path: 'sub/invited/{token}',
    ...open,
    body: z.object({ name: PersonName, ...SmsAnswer, ...Agreement, ...PlatformId }),
    reply: SignedIn,
    rate: 'secret',
    idempotent: false,
  }),
}
