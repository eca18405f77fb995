import { z } from 'zod'
import { defineCall } from '../kit/call.ts'
import { Id, Instant, NewPassword, PlainName } from '../kit/fields.ts'
import { languages } from '../kit/language.ts'
import { AccountKind, PlatformId } from './session.ts'
import { Provider } from './third-provider.ts'

export const Profile = z.object({
  name: z.string(),
  phoneMasked: z.string(),
  /** Messages by mail; null where this platform sends none. */
  mail: z.object({ masked: z.string().nullable() }).nullable(),
  /** Of what is written to this person without their asking. */
  lang: z.enum(languages),
  accountName: z.string(),
  accountKind: AccountKind,
  /** Somebody who may sign in by SMS code only has none. */
  hasPassword: z.boolean(),
  /** WeChat and Alipay: those one can sign in with here, and those bound although they are closed by now. */
  thirdAccounts: z.array(z.object({ provider: Provider, open: z.boolean(), boundAt: Instant.nullable() })),
  totp: z.object({
    on: z.boolean(),
    since: Instant.nullable(),
    /** Recovery codes that were not used yet. */
    recoveryCodes: z.int(),
    /** Staff of the platform may do nothing without it. */
    required: z.boolean(),
  }),
})
export type Profile = z.output<typeof Profile>

export const Device = z.object({
  /** Names as their makers write them; empty where the client did not say. */
  browser: z.string(),
  system: z.string(),
  kind: z.enum(['DESKTOP', 'PHONE', 'TABLET', 'OTHER']),
})
export type Device = z.output<typeof Device>

export const LiveSession = z.object({
  id: Id,
  device: Device,
  ip: z.string(),
  beganAt: Instant,
  /** To the minute. */
  usedAt: Instant,
  current: z.boolean(),
})
export type LiveSession = z.output<typeof LiveSession>

/** The session's new token; the old one ends with what was changed. The browser gets it as its cookie. */
export const NewToken = z.object({ token: z.string() })

const read = { right: 'signed-in', rate: 'read', idempotent: true, own: true } as const
const change = { right: 'signed-in', rate: 'write', idempotent: true, own: true } as const

export const settingsCalls = {
  profile: defineCall({ method: 'GET', path: 'user/profile', reply: Profile, ...read, beforeTotp: true }),
  update: defineCall({
    method: 'PUT',
    path: 'user/profile',
    body: z.object({ name: PlainName.optional(), lang: z.enum(languages).optional(), ...PlatformId }),
    ...change,
  }),
  /** What certificates taken from now on name as the owner; sealed evidence keeps the name it was taken under. */
  renameAccount: defineCall({
    method: 'PUT',
    path: 'user/account',
    body: z.object({ name: PlainName }),
    ...change,
    right: 'account.manage',
  }),
  /** Ends every other session of the person and gives this one a new token. */
  changePassword: defineCall({
    method: 'PUT',
    path: 'user/pwd',
    body: z.object({ oldPassword: z.string().min(1).max(128), newPassword: NewPassword }),
    reply: NewToken,
    renews: true,
    right: 'signed-in',
    rate: 'secret',
    idempotent: false,
  }),
  sessions: defineCall({
    method: 'GET',
    path: 'user/session/list',
    reply: z.object({ list: z.array(LiveSession) }),
    ...read,
  }),
  endSession: defineCall({ method: 'DELETE', path: 'user/session/{id}', params: z.object({ id: Id }), ...change }),
  endOtherSessions: defineCall({
    method: 'POST',
    path: 'user/session/end-others',
    reply: z.object({ ended: z.int() }),
    ...change,
  }),
}
