import { z } from 'zod'
import { defineCall } from '../kit/call.ts'
import { Id, Instant, OptionalText, ShortText, TextBetween } from '../kit/fields.ts'
import { languages } from '../kit/language.ts'
import { Scroll, scrollOf, sortBy } from '../kit/list.ts'

/** What whoever opens an account agrees to. */
export const legalKinds = ['agreement', 'privacy'] as const
export const LegalKind = z.enum(legalKinds)
export type LegalKind = z.output<typeof LegalKind>

/** The edition of a local installation until its staff publish their own: words of ours, good for trying it out. */
export const sampleEdition = 'sample'

/** Where each is read. */
export const legalPages = { agreement: '/service-agreement', privacy: '/privacy-one' } as const

export const mostLegalText = 80_000
const lines = (text: string) => text.replaceAll(/\r\n?/g, '\n')
/** Plain text: a blank line separates paragraphs, a line that begins with `#` is a heading. */
const Text = z.string().transform(lines).pipe(TextBetween(20, mostLegalText))
const English = OptionalText(mostLegalText, lines)

/** Both at once, in one edition: people agree to both. */
export const LegalBody = z.object({ agreementZh: Text, privacyZh: Text, agreementEn: English, privacyEn: English })
export type LegalBody = z.output<typeof LegalBody>

export const LegalEdition = z.object({
  id: Id,
  /** The day it was published, in Asia/Shanghai. */
  edition: z.string(),
  /** The one that applies. */
  current: z.boolean(),
  agreementZh: z.string(),
  privacyZh: z.string(),
  agreementEn: z.string().nullable(),
  privacyEn: z.string().nullable(),
  publishedAt: Instant,
})
export type LegalEdition = z.output<typeof LegalEdition>

export const LegalFind = Scroll.pick({ pageNum: true, pageSize: true, cursor: true }).extend({
  sort: sortBy(['publishedAt'], '-publishedAt'),
})
export type LegalFind = z.output<typeof LegalFind>

export const LegalText = z.object({
  edition: z.string(),
  publishedAt: Instant.nullable(),
  /** Of sample texts and of a platform that has published none, nothing. */
  text: z.string().nullable(),
  lang: z.enum(languages),
  /** Another edition applies by now. */
  superseded: z.boolean(),
})
export type LegalText = z.output<typeof LegalText>

const manage = { own: true, right: 'platform.manage' } as const

export const legalCalls = {
  /** The text that applies, or that of the edition named, in the reader's language; in Chinese where there is no English. */
  read: defineCall({
    method: 'GET',
    path: 'legal/{kind}',
    own: true,
    params: z.object({ kind: LegalKind }),
    /** One that is too long to be any is not found, like any other that there is not. */
    query: z.object({ edition: ShortText(200).optional() }),
    reply: LegalText,
    right: 'public',
    rate: 'read',
    idempotent: true,
  }),
  list: defineCall({
    method: 'GET',
    path: 'operator/legal',
    query: LegalFind,
    reply: scrollOf(LegalEdition),
    rate: 'read',
    idempotent: true,
    ...manage,
  }),
  get: defineCall({
    method: 'GET',
    path: 'operator/legal/{id}',
    params: z.object({ id: Id }),
    reply: LegalEdition,
    rate: 'read',
    idempotent: true,
    ...manage,
  }),
  /** Applies from now on. What was published stays as it was: accounts keep the edition that they agreed to. */
  publish: defineCall({
    method: 'POST',
    path: 'operator/legal',
    body: LegalBody,
    reply: z.object({ id: Id, edition: z.string() }),
    rate: 'write',
    idempotent: false,
    ...manage,
  }),
}
