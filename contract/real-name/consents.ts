import { z } from 'zod'
import { defineCall } from '../kit/call.ts'
import { Id, Instant } from '../kit/fields.ts'

/** What personal data are asked for; each purpose is agreed to by itself (PIPL 14, 23, 29). */
export const consentPurposes = ['identity', 'identityOcr', 'identityAlipay', 'enterprise'] as const
export const ConsentPurpose = z.enum(consentPurposes)
export type ConsentPurpose = z.output<typeof ConsentPurpose>

/** Of the words under `consent.<purpose>`. Whoever changes those gives them another version, and everybody is asked again. */
export const consentVersions: Record<ConsentPurpose, string> = {
  identity: '2026-11-22',
  identityOcr: '2026-11-22',
  identityAlipay: '2026-11-22',
  enterprise: '2026-11-22',
}

export const Consent = z.object({
  id: Id,
  purpose: ConsentPurpose,
  version: z.string(),
  words: z.string(),
  givenAt: Instant,
  withdrawnAt: Instant.nullable(),
})
export type Consent = z.output<typeof Consent>

export const ConsentText = z.object({
  purpose: ConsentPurpose,
  version: z.string(),
  title: z.string(),
  words: z.string(),
})
export type ConsentText = z.output<typeof ConsentText>

const mine = { right: 'signed-in', own: true } as const

export const consentCalls = {
  /** What this person agreed to, newest first, and the words of each purpose as they are today. */
  list: defineCall({
    method: 'GET',
    path: 'consent/list',
    reply: z.object({ list: z.array(Consent), texts: z.array(ConsentText) }),
    rate: 'read',
    idempotent: true,
    ...mine,
  }),
  /** The words of each purpose as they are today, for whoever wants to know before they are asked. */
  texts: defineCall({
    method: 'GET',
    path: 'consent/texts',
    own: true,
    reply: z.object({ list: z.array(ConsentText) }),
    right: 'public',
    rate: 'read',
    idempotent: true,
  }),
  /** `version` names the words that were read; others than today's are refused. */
  give: defineCall({
    method: 'POST',
    path: 'consent',
    body: z.object({ purpose: ConsentPurpose, version: z.string().max(20) }),
    reply: z.object({ id: Id }),
    rate: 'write',
    idempotent: true,
    ...mine,
  }),
  /** What was collected for the purpose is erased, save what evidence already states. */
  withdraw: defineCall({
    method: 'DELETE',
    path: 'consent/{id}',
    params: z.object({ id: Id }),
    rate: 'write',
    idempotent: true,
    ...mine,
  }),
}
