import { z } from 'zod'
import { defineCall } from '../kit/call.ts'
import { AnyPhone, Fen, Id, Instant, OptionalPlain, PlainBetween, wireBool, wireFen } from '../kit/fields.ts'
import { Scroll, scrollOf, sortBy } from '../kit/list.ts'
import { officeRoles } from '../kit/rights.ts'

/** A notary office (公证处), or an institute of judicial appraisal (司法鉴定机构). */
export const OfficeKind = z.enum(['notary-office', 'institute'])
export type OfficeKind = z.output<typeof OfficeKind>

export const OfficeRole = z.enum(officeRoles)
export type OfficeRole = z.output<typeof OfficeRole>

/** What somebody may be in an office of each kind. */
export const rolesOfOffice: Record<OfficeKind, readonly OfficeRole[]> = {
  'notary-office': ['notary', 'assistant'],
  institute: ['examiner', 'assistant'],
}

/** Fees that an office names once, for every order alike. */
export type ListedFee = 'sealFee'

/** It takes new orders, or only finishes what it has. */
export const OfficeState = z.enum(['open', 'closed'])

export const OfficeBody = z.object({
  officeKind: OfficeKind,
  /** As it stands on its seal. */
  fullName: PlainBetween(2, 60),
  /** The word of its case numbers: `（2026）沪风鉴字第 12 号`. */
  caseWord: PlainBetween(1, 12),
  /** Of its licence to practise. */
  licence: PlainBetween(4, 40),
  phone: AnyPhone,
  address: PlainBetween(5, 100),
  hours: OptionalPlain(60),
  /** For the appraisal of a seal; without one it makes none. */
  sealFee: wireFen.nullish().transform((fee) => fee ?? null),
})
export type OfficeBody = z.output<typeof OfficeBody>

/** An account that answers orders of judicial services. */
export const Office = z.object({
  /** Of the account. */
  id: Id,
  accountName: z.string(),
  officeKind: OfficeKind,
  fullName: z.string(),
  caseWord: z.string(),
  licence: z.string(),
  phone: z.string(),
  address: z.string(),
  hours: z.string().nullable(),
  sealFee: Fen.nullable(),
  officeState: OfficeState,
  /** How many of its people decide orders. */
  deciders: z.int(),
  createdAt: Instant,
})
export type Office = z.output<typeof Office>

export const OfficeFind = Scroll.pick({ pageNum: true, pageSize: true, cursor: true, keyWord: true }).extend({
  officeKind: OfficeKind.optional(),
  officeState: OfficeState.optional(),
  sort: sortBy(['createdAt', 'fullName'], '-createdAt'),
})
export type OfficeFind = z.output<typeof OfficeFind>

/** Somebody of an office, with what they are there. */
export const OfficePerson = z.object({
  /** Of the membership. */
  id: Id,
  name: z.string(),
  phoneMasked: z.string(),
  officeRole: OfficeRole.nullable(),
  /** Of a notary's or an examiner's licence to practise. */
  practiceNumber: z.string().nullable(),
  /** Whose account the office is. */
  isHead: z.boolean(),
  /** What they are to become once the platform's staff have checked the number. */
  askedRole: OfficeRole.nullable(),
  askedNumber: z.string().nullable(),
  /** What they may be in this kind of office. */
  offeredRoles: z.array(OfficeRole),
})
export type OfficePerson = z.output<typeof OfficePerson>

export const OfficePersonFind = Scroll.pick({ pageNum: true, pageSize: true, cursor: true, keyWord: true }).extend({
  officeRole: OfficeRole.optional(),
  sort: sortBy(['name'], 'name'),
})
export type OfficePersonFind = z.output<typeof OfficePersonFind>

export const OfficeRoleBody = z
  .object({
    /** None takes away what they may do with the office's orders. */
    officeRole: OfficeRole.nullish().transform((role) => role ?? null),
    practiceNumber: OptionalPlain(40),
  })
  .refine(({ officeRole, practiceNumber }) => !isDecider(officeRole) || practiceNumber !== null, {
    path: ['practiceNumber'],
    error: 'required',
    when: ({ issues }) => !issues.length,
  })
export type OfficeRoleBody = z.output<typeof OfficeRoleBody>

/** Who decides signs with the number of their licence. */
export const isDecider = (role: OfficeRole | null) => role !== null && role !== 'assistant'

const byId = { params: z.object({ id: Id }) }
const staff = { own: true, right: 'platform.manage' } as const

/** Platforms say which accounts are offices. */
export const officeCalls = {
  list: defineCall({
    method: 'GET',
    path: 'operator/office',
    query: OfficeFind,
    reply: scrollOf(Office),
    rate: 'read',
    idempotent: true,
    ...staff,
  }),
  get: defineCall({
    method: 'GET',
    path: 'operator/office/{id}',
    ...byId,
    reply: Office,
    rate: 'read',
    idempotent: true,
    ...staff,
  }),
  /** Makes an enterprise's account an office, or changes what it says of itself. */
  save: defineCall({
    method: 'PUT',
    path: 'operator/office/{id}',
    ...byId,
    body: OfficeBody,
    reply: z.object({ id: Id }),
    rate: 'write',
    idempotent: true,
    ...staff,
  }),
  setOpen: defineCall({
    method: 'PUT',
    path: 'operator/office/{id}/open',
    ...byId,
    body: z.object({ open: wireBool }),
    rate: 'write',
    idempotent: true,
    ...staff,
  }),
}

export const officePeopleCalls = {
  list: defineCall({
    method: 'GET',
    path: 'office/people',
    own: true,
    query: OfficePersonFind,
    reply: scrollOf(OfficePerson),
    right: 'office.read',
    rate: 'read',
    idempotent: true,
  }),
  /** Who decides does so from the day on which the platform's staff checked the number of their licence. */
  setRole: defineCall({
    method: 'PUT',
    path: 'office/people/{id}',
    own: true,
    ...byId,
    body: OfficeRoleBody,
    /** `waits`: the platform's staff check the number first. */
    reply: z.object({ waits: z.boolean() }),
    fresh: true,
    right: 'office.manage',
    rate: 'write',
    idempotent: true,
  }),
}
