import { z } from 'zod'
import { DivisionCode } from '../addresses/divisions.ts'
import { defineCall } from '../kit/call.ts'
import {
  Id,
  Instant,
  MailAddress,
  OptionalAnyPhone,
  OptionalPlain,
  OptionalText,
  PersonBetween,
  PlainBetween,
  wireBool,
  wireInt,
  wireList,
} from '../kit/fields.ts'
import { Scroll, scrollOf, sortBy } from '../kit/list.ts'

const lines = (text: string) => text.replaceAll(/\r\n?/g, '\n')
const blankAsNull = <T extends z.ZodType>(type: T) =>
  z
    .union([z.literal('').transform(() => null), type])
    .nullish()
    .transform((value) => value ?? null)

export const mostFieldsOfLawyer = 10
export const mostIntro = 5_000

/** What staff fill in of a lawyer. */
export const LawyerBody = z.object({
  name: PersonBetween(2, 60),
  firm: PlainBetween(2, 100),
  /** Of the county in which the firm is. */
  regionCode: DivisionCode,
  licenceNo: PlainBetween(4, 40),
  sinceYear: wireInt(1949, 2100),
  /** By their Chinese names. */
  practice: wireList(z.string().trim().min(1).max(40), mostFieldsOfLawyer)
    .default([])
    .transform((names) => [...new Set(names)]),
  intro: OptionalText(mostIntro, lines),
  /** One a line. */
  cases: OptionalText(mostIntro, lines),
  portrait: blankAsNull(Id).transform((id) => id && id.toLowerCase()),
  phone: OptionalAnyPhone,
  mail: blankAsNull(MailAddress),
  /** Smaller ones stand first. */
  sort: wireInt(0, 9_999).default(100),
})
export type LawyerBody = z.output<typeof LawyerBody>

export const StaffLawyer = z.object({
  id: Id,
  name: z.string(),
  firm: z.string(),
  regionCode: z.string(),
  provinceName: z.string(),
  cityName: z.string(),
  regionName: z.string(),
  licenceNo: z.string(),
  sinceYear: z.int(),
  practice: z.array(z.string()),
  intro: z.string().nullable(),
  cases: z.string().nullable(),
  portrait: Id.nullable(),
  phone: z.string().nullable(),
  mail: z.string().nullable(),
  sort: z.int(),
  shown: z.boolean(),
  version: z.int(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type StaffLawyer = z.output<typeof StaffLawyer>

const page = Scroll.pick({ pageNum: true, pageSize: true, cursor: true, keyWord: true })
export const LawyerFind = page.extend({
  shown: wireBool.optional(),
  fieldId: Id.optional(),
  sort: sortBy(['createdAt', 'updatedAt', 'name', 'sort'], '-updatedAt'),
})
export type LawyerFind = z.output<typeof LawyerFind>

export const LawyerFieldBody = z.object({
  fieldZh: PlainBetween(2, 20),
  fieldEn: OptionalPlain(40),
  sort: wireInt(0, 9_999).default(100),
})
export type LawyerFieldBody = z.output<typeof LawyerFieldBody>

export const LawyerField = z.object({
  id: Id,
  fieldZh: z.string(),
  fieldEn: z.string().nullable(),
  sort: z.int(),
  /** How many have it, shown or not. */
  lawyers: z.int(),
  version: z.int(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type LawyerField = z.output<typeof LawyerField>

export const LawyerFieldFind = page.extend({ sort: sortBy(['sort', 'fieldZh', 'createdAt'], 'sort') })
export type LawyerFieldFind = z.output<typeof LawyerFieldFind>

const one = { params: z.object({ id: Id }) }
const version = { version: wireInt(1, 1_000_000_000).optional() }
const made = { reply: z.object({ id: Id }), idempotent: false } as const
const saved = { reply: z.object({ version: z.int() }) }
const read = { own: true, right: 'operator.content', rate: 'read', idempotent: true } as const
const change = { own: true, right: 'operator.content', rate: 'write', idempotent: true } as const

export const staffLawyerCalls = {
  list: defineCall({
    method: 'GET',
    path: 'operator/lawyer',
    query: LawyerFind,
    reply: scrollOf(StaffLawyer),
    ...read,
  }),
  get: defineCall({ method: 'GET', path: 'operator/lawyer/{id}', ...one, reply: StaffLawyer, ...read }),
  /** Nobody sees them before they are shown. */
  create: defineCall({ method: 'POST', path: 'operator/lawyer', body: LawyerBody, ...change, ...made }),
  /** A conflict where `version` is given and somebody saved another. */
  update: defineCall({
    method: 'PUT',
    path: 'operator/lawyer/{id}',
    ...one,
    body: LawyerBody.extend(version),
    ...saved,
    ...change,
  }),
  /** Who is hidden keeps what was asked of them. */
  setShown: defineCall({
    method: 'PUT',
    path: 'operator/lawyer/{id}/shown',
    ...one,
    body: z.object({ shown: wireBool }),
    ...change,
  }),
}

export const lawyerFieldCalls = {
  list: defineCall({
    method: 'GET',
    path: 'operator/lawyer-field',
    query: LawyerFieldFind,
    reply: scrollOf(LawyerField),
    ...read,
  }),
  get: defineCall({ method: 'GET', path: 'operator/lawyer-field/{id}', ...one, reply: LawyerField, ...read }),
  create: defineCall({ method: 'POST', path: 'operator/lawyer-field', body: LawyerFieldBody, ...change, ...made }),
  update: defineCall({
    method: 'PUT',
    path: 'operator/lawyer-field/{id}',
    ...one,
    body: LawyerFieldBody.extend(version),
    ...saved,
    ...change,
  }),
  /** Refused while a lawyer has it. */
  remove: defineCall({ method: 'DELETE', path: 'operator/lawyer-field/{id}', ...one, ...change }),
}
