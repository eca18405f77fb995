import { z } from 'zod'
import { CaptchaAnswer, CodeSent, PlatformId } from '../accounts/session.ts'
import { DivisionCode } from '../addresses/divisions.ts'
import { defineCall } from '../kit/call.ts'
import { Id, Phone, PlainBetween, PlainName, ShortText, TextBetween, wireBool, wireList } from '../kit/fields.ts'
import { listOf, Page } from '../kit/page.ts'

/** Of the words that whoever sends a case form agrees to. Whoever changes those gives them another version. */
export const caseFormConsent = '2026-11-27'
export const mostCase = 1_000
export const mostCaseFiles = 5

/** One as visitors see them: neither phone nor mail. */
export const ListedLawyer = z.object({
  id: Id,
  name: z.string(),
  /** Where their picture is. */
  avatar: z.string().nullable(),
  firm: z.string(),
  city: z.string(),
  cityId: z.string(),
  fields: z.array(z.object({ fid: Id, name: z.string() })),
  /** For how many they have practised. */
  years: z.int(),
  licenceNo: z.string(),
})
export type ListedLawyer = z.output<typeof ListedLawyer>

export const LawyerDetails = ListedLawyer.extend({
  /** Plain text; a blank line separates paragraphs. */
  intro: z.string().nullable(),
  cases: z.array(z.string()),
  /** Enough to tell that the platform can reach them, and no more. */
  contactMasked: z.string().nullable(),
})
export type LawyerDetails = z.output<typeof LawyerDetails>

/** Forms and addresses send what was not chosen empty. */
const blankOr = <T extends z.ZodType>(type: T) => z.union([z.literal('').transform(() => undefined), type]).optional()

export const LawyersWanted = Page.extend({
  cityId: blankOr(DivisionCode),
  fid: blankOr(Id),
  keyWord: ShortText(100).optional(),
})
export type LawyersWanted = z.output<typeof LawyersWanted>

export const CaseFormBody = z.object({
  lawyerId: blankOr(Id),
  name: PlainName,
  phone: Phone,
  /** Of the code that `lawyer/msg` sent to the phone; whoever is signed in with that phone needs none. */
  codeId: ShortText(40).optional(),
  code: ShortText(6).optional(),
  cityId: blankOr(DivisionCode),
  fid: blankOr(Id),
  title: PlainBetween(2, 100),
  content: TextBetween(2, mostCase),
  /** Files that whoever is signed in sent for `front`. */
  fileIds: wireList(Id, mostCaseFiles).default([]),
  consent: wireBool.refine((v) => v, { error: 'caseConsent' }),
})
export type CaseFormBody = z.output<typeof CaseFormBody>

const read = { right: 'public', rate: 'read', idempotent: true } as const
const secret = { right: 'public', rate: 'secret', idempotent: false } as const

export const lawyerCalls = {
  list: defineCall({
    method: 'POST',
    path: 'lawyer/list',
    body: LawyersWanted,
    reply: listOf(ListedLawyer),
    topList: true,
    ...read,
  }),
  /** Every field, with how many lawyers that are shown have it. */
  fields: defineCall({
    method: 'GET',
    path: 'lawyer/getFieldInfo',
    reply: z.object({ list: z.array(z.object({ fid: Id, name: z.string(), count: z.int() })) }),
    ...read,
  }),
  /** Cities that have lawyers who are shown. */
  cities: defineCall({
    method: 'GET',
    path: 'lawyer/getCityList',
    reply: z.object({ list: z.array(z.object({ cityId: z.string(), name: z.string(), count: z.int() })) }),
    ...read,
  }),
  /** `a` is the lawyer's id; `b` any text, kept for addresses of former clients. */
  details: defineCall({
    method: 'GET',
    path: 'lawyer/details/{a}/{b}',
    params: z.object({ a: Id, b: z.string().max(100) }),
    reply: LawyerDetails,
    ...read,
  }),
  /** A code to the phone at which whoever sends a case form can be reached. */
  sendCode: defineCall({
    method: 'POST',
    path: 'lawyer/msg',
    own: true,
    body: z.object({ phone: Phone, ...CaptchaAnswer, ...PlatformId }),
    reply: CodeSent,
    ...secret,
  }),
  /** `number` is what sender and staff call it by. */
  submit: defineCall({
    method: 'POST',
    path: 'lawyer/DoCaseForm',
    body: CaseFormBody,
    reply: z.object({ caseId: Id, number: z.string() }),
    ...secret,
  }),
}
