import { z } from 'zod'
import { defineCall } from '../kit/call.ts'
import { Id, Instant, OptionalText, PlainBetween, TextBetween, wireBool, wireInt, wireList } from '../kit/fields.ts'
import { Scroll, scrollOf, sortBy } from '../kit/list.ts'

/** How a question is answered. */
export const QuestionKind = z.enum(['text', 'area', 'number', 'date', 'single', 'multi'])
export type QuestionKind = z.output<typeof QuestionKind>

/** One among several, or several, of what is offered. */
export const isChoice = (kind: QuestionKind) => kind === 'single' || kind === 'multi'

/** What an applicant is asked in the form, as it is kept. */
export const Question = z.strictObject({
  label: z.string(),
  kind: QuestionKind,
  isRequired: z.boolean(),
  options: z.array(z.string()),
})
export type Question = z.output<typeof Question>

/** A matter that a notary office attends to: what its applicant answers, is asked, and is told. */
export const TemplateContent = z.strictObject({
  /** Of the matter, such as 保全网页证据公证. */
  matterName: z.string(),
  /** What to prepare. */
  guide: z.string().nullable(),
  questions: z.array(Question),
  /** With which an inquiry begins. */
  inquiry: z.array(z.string()),
  /** Rights, duties and consequences that its applicant is told of (Notary Law, article 27). */
  rights: z.array(z.string()),
  /** What its applicant declares with the application, which they sign. */
  declarations: z.array(z.string()).default([]),
  /** What the notice of acceptance says beside. */
  notes: z.array(z.string()).default([]),
})
export type TemplateContent = z.output<typeof TemplateContent>

/** As an order keeps it: later versions change nothing of it. */
export const KeptTemplate = TemplateContent.extend({ id: Id, version: z.int() })
export type KeptTemplate = z.output<typeof KeptTemplate>

const QuestionBody = z
  .object({
    label: PlainBetween(1, 100),
    kind: QuestionKind.default('text'),
    isRequired: wireBool.default(false),
    options: wireList(PlainBetween(1, 60), 20)
      .default([])
      .transform((options) => [...new Set(options)]),
  })
  .refine(({ kind, options }) => !isChoice(kind) || options.length > 1, {
    path: ['options'],
    error: 'twoOptions',
    when: ({ issues }) => !issues.length,
  })
  .transform((question) => ({ ...question, options: isChoice(question.kind) ? question.options : [] }))

export const mostQuestions = 30

export const TemplateBody = z.object({
  matterName: PlainBetween(2, 60),
  guide: OptionalText(1_000),
  questions: wireList(QuestionBody, mostQuestions).default([]),
  inquiry: wireList(TextBetween(2, 300), mostQuestions).default([]),
  rights: wireList(TextBetween(2, 500), 20).pipe(z.array(z.string()).min(1)),
  declarations: wireList(TextBetween(2, 500), 20).default([]),
  notes: wireList(TextBetween(2, 500), 20).default([]),
})
export type TemplateBody = z.output<typeof TemplateBody>

/** New applicants are offered it, or only orders that began with it go on. */
export const TemplateState = z.enum(['offered', 'withdrawn'])

/** A template as its office lists it. */
export const OfficeTemplate = z.object({
  id: Id,
  matterName: z.string(),
  version: z.int(),
  templateState: TemplateState,
  questionCount: z.int(),
  /** Who wrote the newest version. */
  personName: z.string(),
  changedAt: Instant,
})
export type OfficeTemplate = z.output<typeof OfficeTemplate>

export const TemplateVersion = z.object({ version: z.int(), personName: z.string(), at: Instant })
export type TemplateVersion = z.output<typeof TemplateVersion>

/** With what it says now, and every version of it, the newest first. */
export const OfficeTemplateInfo = OfficeTemplate.extend({
  content: TemplateContent,
  versions: z.array(TemplateVersion),
})
export type OfficeTemplateInfo = z.output<typeof OfficeTemplateInfo>

export const TemplateFind = Scroll.pick({ pageNum: true, pageSize: true, cursor: true, keyWord: true }).extend({
  templateState: TemplateState.optional(),
  sort: sortBy(['changedAt', 'matterName'], '-changedAt'),
})
export type TemplateFind = z.output<typeof TemplateFind>

const byId = { params: z.object({ id: Id }) }
const read = { own: true, right: 'office.templates', rate: 'read', idempotent: true } as const
const write = { own: true, right: 'office.templates', rate: 'write', idempotent: false } as const

/** Matters that a notary office attends to. */
export const templateCalls = {
  list: defineCall({
    method: 'GET',
    path: 'office/template',
    query: TemplateFind,
    reply: scrollOf(OfficeTemplate),
    ...read,
  }),
  get: defineCall({ method: 'GET', path: 'office/template/{id}', ...byId, reply: OfficeTemplateInfo, ...read }),
  version: defineCall({
    method: 'GET',
    path: 'office/template/{id}/version/{version}',
    params: z.object({ id: Id, version: wireInt(1, 1_000_000) }),
    reply: TemplateContent,
    ...read,
  }),
  add: defineCall({
    method: 'POST',
    path: 'office/template',
    body: TemplateBody,
    reply: z.object({ id: Id, version: z.int() }),
    ...write,
  }),
  /** Writes the next version: orders that began with an earlier one keep it. */
  change: defineCall({
    method: 'PUT',
    path: 'office/template/{id}',
    ...byId,
    /** The version that was changed: what somebody wrote since is not lost. */
    body: TemplateBody.extend({ version: wireInt(1, 1_000_000) }),
    reply: z.object({ id: Id, version: z.int() }),
    ...write,
  }),
  setOffered: defineCall({
    method: 'PUT',
    path: 'office/template/{id}/offered',
    ...byId,
    body: z.object({ offered: wireBool }),
    ...write,
    idempotent: true,
  }),
}
