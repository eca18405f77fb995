import { z } from 'zod'
import { defineCall } from '../kit/call.ts'
import { addressOf } from '../kit/typed/clean.ts'
import { Id, Instant, OptionalText, TextBetween, wireInt, withoutDoubt } from '../kit/fields.ts'
import { Scroll, scrollOf, sortBy } from '../kit/list.ts'
import { productNames } from '../payments/products.ts'
import { ContentKind, factsOf, films, helpSections, newsTypes, places, worded } from './kinds.ts'

export const mostContent = 60_000
export const mostSummary = 300
const lines = (text: string) => text.replaceAll(/\r\n?/g, '\n')
const OptionalInstant = Instant.nullish().transform((at) => at ?? null)
const optional = <T extends z.ZodType>(type: T) =>
  z
    .union([type, z.literal('').transform(() => null)])
    .nullish()
    .transform((value) => value ?? null)
const FileId = optional(Id).transform((id) => id && id.toLowerCase())

/** An address of this site, or one elsewhere that browsers open safely. */
const link = /^(?:\/(?![/\\])[^\s\\]*|https:\/\/[^\s\\]+)$/
const Link = withoutDoubt(OptionalText(500, addressOf)).refine((text) => text === null || link.test(text), {
  error: 'link',
})

/** What staff fill in; long texts are HTML. */
const ContentFields = z.object({
  kind: ContentKind,
  titleZh: TextBetween(2, 100),
  titleEn: OptionalText(100),
  summaryZh: OptionalText(mostSummary),
  summaryEn: OptionalText(mostSummary),
  contentZh: OptionalText(mostContent, lines),
  contentEn: OptionalText(mostContent, lines),
  picture: FileId,
  link: Link,
  place: optional(z.enum(places)),
  newsType: optional(z.enum(newsTypes)),
  helpSection: optional(z.enum(helpSections)),
  film: optional(z.enum(films)).transform((film) => film ?? 'OWN'),
  video: FileId,
  captionsZh: FileId,
  captionsEn: FileId,
  product: optional(z.enum(productNames)),
  /** Smaller ones stand first. */
  sort: wireInt(0, 9_999).default(100),
  fromAt: OptionalInstant,
  untilAt: OptionalInstant,
})

const always = { when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null }
const isBlank = (text: unknown) => typeof text !== 'string' || !text.trim()

type Given = Record<string, unknown>

/** Names on the wire of what a kind needs; texts are needed in Chinese. */
const neededOf = (kind: ContentKind, given: Given) =>
  factsOf(kind, given).needs.map((field) => (field === 'summary' || field === 'content' ? `${field}Zh` : field))

/** English that is missing beside Chinese where some was written: nobody shall read half of a page in it. */
function missingEnglish(given: Given, kind: ContentKind): string[] {
  const { asks } = factsOf(kind, given)
  const fields = worded.filter((f) => f === 'title' || asks.includes(f))
  const begun = fields.some((f) => !isBlank(given[`${f}En`]))
  return begun ? fields.filter((f) => !isBlank(given[`${f}Zh`]) && isBlank(given[`${f}En`])).map((f) => `${f}En`) : []
}

/** What the kind asks for and was left empty. */
export function missingOf(given: Given): string[] {
  const kind = ContentKind.safeParse(given['kind'])
  if (!kind.success) return []
  return [...neededOf(kind.data, given).filter((name) => isBlank(given[name])), ...missingEnglish(given, kind.data)]
}

const endsAfter = ({ fromAt, untilAt }: { fromAt: string | null; untilAt: string | null }) =>
  !fromAt || !untilAt || Date.parse(fromAt) < Date.parse(untilAt)

export const ContentBody = ContentFields.superRefine((given, judged) => {
  for (const path of missingOf(given)) judged.addIssue({ code: 'custom', message: 'required', path: [path] })
}, always).refine(endsAfter, { path: ['untilAt'], error: 'endsBeforeStart', ...always })
export type ContentBody = z.output<typeof ContentBody>

/** PLANNED is shown from a later instant on; ENDED was shown until an earlier one. */
export const ContentState = z.enum(['DRAFT', 'PLANNED', 'SHOWN', 'ENDED', 'WITHDRAWN'])
export type ContentState = z.output<typeof ContentState>

const standing = {
  contentState: ContentState,
  /** What was saved last is not what visitors see. */
  changed: z.boolean(),
  publishedAt: Instant.nullable(),
  version: z.int(),
  createdAt: Instant,
  updatedAt: Instant,
}
const Written = z.object({
  kind: ContentKind,
  titleZh: z.string(),
  titleEn: z.string().nullable(),
  summaryZh: z.string().nullable(),
  summaryEn: z.string().nullable(),
  contentZh: z.string().nullable(),
  contentEn: z.string().nullable(),
  picture: Id.nullable(),
  link: z.string().nullable(),
  place: z.enum(places).nullable(),
  newsType: z.enum(newsTypes).nullable(),
  helpSection: z.enum(helpSections).nullable(),
  film: z.enum(films).nullable(),
  video: Id.nullable(),
  captionsZh: Id.nullable(),
  captionsEn: Id.nullable(),
  product: z.enum(productNames).nullable(),
  sort: z.int(),
  fromAt: Instant.nullable(),
  untilAt: Instant.nullable(),
})
/** What a version holds. */
export type Written = z.output<typeof Written>

/** A row of the list: its long texts stand in the record alone. */
export const ListedContent = Written.omit({ contentZh: true, contentEn: true }).extend({ id: Id, ...standing })
export const StaffContent = Written.extend({ id: Id, ...standing })
export type StaffContent = z.output<typeof StaffContent>

export const ContentVersion = z.object({
  version: z.int(),
  savedAt: Instant,
  /** The one that visitors see. */
  shown: z.boolean(),
  /** Fields in which it differs from the one before. */
  changes: z.array(z.string()),
})
export type ContentVersion = z.output<typeof ContentVersion>

export const ContentFind = Scroll.pick({ pageNum: true, pageSize: true, cursor: true, keyWord: true }).extend({
  kind: ContentKind.optional(),
  contentState: ContentState.optional(),
  sort: sortBy(['createdAt', 'updatedAt', 'titleZh', 'sort'], '-updatedAt'),
})
export type ContentFind = z.output<typeof ContentFind>

const one = { params: z.object({ id: Id }) }
const oneVersion = { params: z.object({ id: Id, version: wireInt(1, 1_000_000) }) }
const read = { own: true, right: 'operator.content', rate: 'read', idempotent: true } as const
const change = { own: true, right: 'operator.content', rate: 'write', idempotent: true } as const

export const contentCalls = {
  list: defineCall({
    method: 'GET',
    path: 'operator/content',
    query: ContentFind,
    reply: scrollOf(ListedContent),
    ...read,
  }),
  get: defineCall({ method: 'GET', path: 'operator/content/{id}', ...one, reply: StaffContent, ...read }),
  create: defineCall({
    method: 'POST',
    path: 'operator/content',
    body: ContentBody,
    reply: z.object({ id: Id }),
    ...change,
    idempotent: false,
  }),
  /** Saves another version, which nobody sees until it is published; its kind stays. A conflict where `version` is given and somebody saved another. */
  update: defineCall({
    method: 'PUT',
    path: 'operator/content/{id}',
    ...one,
    body: ContentBody.safeExtend({ version: wireInt(1, 1_000_000).optional() }),
    reply: z.object({ version: z.int() }),
    ...change,
  }),
  /** Shows what was saved last. */
  publish: defineCall({ method: 'POST', path: 'operator/content/{id}/publish', ...one, ...change }),
  withdraw: defineCall({ method: 'POST', path: 'operator/content/{id}/withdraw', ...one, ...change }),
  /** What was never published can be deleted; everything else was read by somebody and stays. */
  remove: defineCall({ method: 'DELETE', path: 'operator/content/{id}', ...one, ...change }),
  /** Newest first. */
  versions: defineCall({
    method: 'GET',
    path: 'operator/content/{id}/versions',
    ...one,
    reply: z.object({ list: z.array(ContentVersion) }),
    ...read,
  }),
  version: defineCall({
    method: 'GET',
    path: 'operator/content/{id}/versions/{version}',
    ...oneVersion,
    reply: Written,
    ...read,
  }),
  /** Saves what a version held once more, as the newest. */
  restore: defineCall({
    method: 'POST',
    path: 'operator/content/{id}/versions/{version}/restore',
    ...oneVersion,
    reply: z.object({ version: z.int() }),
    ...change,
    idempotent: false,
  }),
  /** Makes an address at which anybody sees what was saved last, as visitors would, until it ends. */
  preview: defineCall({
    method: 'POST',
    path: 'operator/content/{id}/preview',
    ...one,
    reply: z.object({ path: z.string(), until: Instant }),
    ...change,
    idempotent: false,
  }),
}
