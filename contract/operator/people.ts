import { z } from 'zod'
import { defineCall } from '../kit/call.ts'
import { Id, Instant, StaffReason } from '../kit/fields.ts'
import { Scroll, scrollOf, sortBy } from '../kit/list.ts'

/** DISABLED neither signs in nor stays signed in; nothing of theirs is lost. */
export const Standing = z.enum(['ACTIVE', 'DISABLED'])
export type Standing = z.output<typeof Standing>
/** CLOSED left the platform: nothing of them can be changed any more. */
export const StandingNow = z.enum([...Standing.options, 'CLOSED'])
export type StandingNow = z.output<typeof StandingNow>

export const PlatformPerson = z.object({
  id: Id,
  name: z.string(),
  phoneMasked: z.string(),
  standing: StandingNow,
  /** Has a part in running the platform. */
  staff: z.boolean(),
  /** Whether whoever asks may change how it stands: nobody their own, only administrators that of staff. */
  changeable: z.boolean(),
  /** Names of the accounts they act in, their own first. */
  accounts: z.array(z.string()),
  /** Signs in with a second step. */
  totp: z.boolean(),
  /** Live logins. */
  sessions: z.int(),
  lastSeenAt: Instant.nullable(),
  createdAt: Instant,
})
export type PlatformPerson = z.output<typeof PlatformPerson>

export const PersonFind = Scroll.pick({ pageNum: true, pageSize: true, cursor: true, keyWord: true }).extend({
  standing: StandingNow.optional(),
  sort: sortBy(['createdAt', 'name'], '-createdAt'),
})
export type PersonFind = z.output<typeof PersonFind>

const one = { params: z.object({ id: Id }) }
const read = { own: true, right: 'operator.people', rate: 'read', idempotent: true } as const
const change = { own: true, right: 'operator.people', rate: 'write', idempotent: true } as const

export const personCalls = {
  /** By name, or by the whole phone number. */
  list: defineCall({
    method: 'GET',
    path: 'operator/person',
    query: PersonFind,
    reply: scrollOf(PlatformPerson),
    ...read,
  }),
  get: defineCall({ method: 'GET', path: 'operator/person/{id}', ...one, reply: PlatformPerson, ...read }),
  revealPhone: defineCall({
    method: 'POST',
    path: 'operator/person/{id}/phone',
    ...one,
    body: z.object({ reason: StaffReason }),
    reply: z.object({ phone: z.string() }),
    ...change,
    rate: 'secret',
    idempotent: false,
  }),
  setStanding: defineCall({
    method: 'PUT',
    path: 'operator/person/{id}/standing',
    ...one,
    fresh: true,
    body: z.object({ standing: Standing, reason: StaffReason }),
    ...change,
  }),
  /** For somebody who lost authenticator and recovery codes: they sign in without a second step until they set up a new one, and are signed out everywhere. */
  resetTotp: defineCall({
    method: 'POST',
    path: 'operator/person/{id}/reset-totp',
    ...one,
    fresh: true,
    body: z.object({ reason: StaffReason }),
    ...change,
    right: 'platform.manage',
    rate: 'secret',
    idempotent: false,
  }),
  signOut: defineCall({
    method: 'POST',
    path: 'operator/person/{id}/sign-out',
    ...one,
    body: z.object({ reason: StaffReason }),
    reply: z.object({ sessions: z.int() }),
    ...change,
    idempotent: false,
  }),
}
