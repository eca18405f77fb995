import { z } from 'zod'
import { defineCall } from '../kit/call.ts'
import { Id, Instant, OptionalText, TextBetween, wireBool, wireInt } from '../kit/fields.ts'
import { languages } from '../kit/language.ts'
import { Scroll, scrollOf, sortBy } from '../kit/list.ts'
import { listOf, Page } from '../kit/page.ts'

/** What a platform tells everybody, in the reader's language; in Chinese where it was not written in English. */
export const Announcement = z.object({
  id: Id,
  title: z.string(),
  /** Plain text; a blank line separates paragraphs. */
  content: z.string(),
  /** In which language it stands here. */
  lang: z.enum(languages),
  /** Pinned: it stands first. */
  top: z.boolean(),
  date: Instant,
})
export type Announcement = z.output<typeof Announcement>

/** PLANNED is published from a later instant on; ENDED was published until an earlier one. */
export const AnnouncementState = z.enum(['DRAFT', 'PLANNED', 'SHOWN', 'ENDED', 'WITHDRAWN'])
export type AnnouncementState = z.output<typeof AnnouncementState>

export const mostAnnouncement = 10_000
const lines = (text: string) => text.replaceAll(/\r\n?/g, '\n')
const OptionalInstant = Instant.nullish().transform((at) => at ?? null)

const Fields = z.object({
  titleZh: TextBetween(2, 100),
  contentZh: z.string().transform(lines).pipe(TextBetween(2, mostAnnouncement)),
  titleEn: OptionalText(100),
  contentEn: OptionalText(mostAnnouncement, lines),
  fromAt: OptionalInstant,
  untilAt: OptionalInstant,
})

const always = { when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null }
const isBlank = (text: unknown) => typeof text !== 'string' || !text.trim()

/** What staff fill in. English stands there whole or not at all, so that nobody reads half of it. */
export const AnnouncementBody = Fields.refine((a) => isBlank(a.contentEn) || !isBlank(a.titleEn), {
  path: ['titleEn'],
  error: 'required',
  ...always,
})
  .refine((a) => isBlank(a.titleEn) || !isBlank(a.contentEn), { path: ['contentEn'], error: 'required', ...always })
  .refine((a) => !a.fromAt || !a.untilAt || Date.parse(a.fromAt) < Date.parse(a.untilAt), {
    path: ['untilAt'],
    error: 'endsBeforeStart',
    ...always,
  })
export type AnnouncementBody = z.output<typeof AnnouncementBody>

/** As staff see it. */
export const StaffAnnouncement = z.object({
  id: Id,
  titleZh: z.string(),
  contentZh: z.string(),
  titleEn: z.string().nullable(),
  contentEn: z.string().nullable(),
  fromAt: Instant.nullable(),
  untilAt: Instant.nullable(),
  top: z.boolean(),
  announcementState: AnnouncementState,
  publishedAt: Instant.nullable(),
  version: z.int(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type StaffAnnouncement = z.output<typeof StaffAnnouncement>

export const AnnouncementFind = Scroll.pick({ pageNum: true, pageSize: true, cursor: true, keyWord: true }).extend({
  announcementState: AnnouncementState.optional(),
  sort: sortBy(['createdAt', 'updatedAt', 'titleZh'], '-createdAt'),
})
export type AnnouncementFind = z.output<typeof AnnouncementFind>

const one = { params: z.object({ id: Id }) }
const read = { own: true, right: 'operator.content', rate: 'read', idempotent: true } as const
const change = { own: true, right: 'operator.content', rate: 'write', idempotent: true } as const

export const announcementCalls = {
  /** Pinned ones first, then the newest. */
  list: defineCall({
    method: 'POST',
    path: 'announcement/list',
    body: Page,
    reply: listOf(Announcement),
    right: 'public',
    rate: 'read',
    idempotent: true,
  }),
  get: defineCall({
    method: 'GET',
    path: 'announcement/{id}',
    own: true,
    ...one,
    reply: Announcement,
    right: 'public',
    rate: 'read',
    idempotent: true,
  }),
  staffList: defineCall({
    method: 'GET',
    path: 'operator/announcement',
    query: AnnouncementFind,
    reply: scrollOf(StaffAnnouncement),
    ...read,
  }),
  staffGet: defineCall({
    method: 'GET',
    path: 'operator/announcement/{id}',
    ...one,
    reply: StaffAnnouncement,
    ...read,
  }),
  create: defineCall({
    method: 'POST',
    path: 'operator/announcement',
    body: AnnouncementBody,
    reply: z.object({ id: Id }),
    ...change,
    idempotent: false,
  }),
  /** Refused as a conflict where `version` is given and somebody saved another one meanwhile. */
  update: defineCall({
    method: 'PUT',
    path: 'operator/announcement/{id}',
    ...one,
    body: AnnouncementBody.safeExtend({ version: wireInt(1, 1_000_000_000).optional() }),
    reply: z.object({ version: z.int() }),
    ...change,
  }),
  publish: defineCall({ method: 'POST', path: 'operator/announcement/{id}/publish', ...one, ...change }),
  withdraw: defineCall({ method: 'POST', path: 'operator/announcement/{id}/withdraw', ...one, ...change }),
  pin: defineCall({
    method: 'PUT',
    path: 'operator/announcement/{id}/top',
    ...one,
    body: z.object({ top: wireBool }),
    ...change,
  }),
  /** What was never published can be deleted; everything else was read by somebody and stays. */
  remove: defineCall({ method: 'DELETE', path: 'operator/announcement/{id}', ...one, ...change }),
}
