import { z } from 'zod'
import { BulkIds, BulkResult } from '../kit/bulk.ts'
import { defineCall } from '../kit/call.ts'
import {
  Fen,
  Id,
  Instant,
  NewPassword,
  Phone,
  PlainName,
  ShortText,
  wireFen,
  wireInt,
  wireList,
} from '../kit/fields.ts'
import { Scroll, scrollOf, sortBy } from '../kit/list.ts'
import { grants } from '../kit/rights.ts'
import { CaptchaAnswer, CodeSent, PlatformId, SmsAnswer } from './session.ts'

/** An enterprise has this many at most, those that were removed not counted. */
export const mostSubAccounts = 500

export const Grants = wireList(z.enum(grants), grants.length).transform((list) =>
  grants.filter((g) => list.includes(g)),
)

/** Captures a calendar month in Asia/Shanghai; absent is without limit. */
const Quota = z
  .union([z.literal('').transform(() => null), wireInt(0, 1_000_000)])
  .nullish()
  .transform((q) => q ?? null)

/** Fen a calendar month in Asia/Shanghai, of what the account has; absent is without limit. */
const Budget = z
  .union([z.literal('').transform(() => null), wireFen])
  .nullish()
  .transform((b) => b ?? null)

/** DELETED keeps the name on what the person did, and sees nothing more. */
export const SubStatus = z.enum(['ACTIVE', 'DISABLED', 'DELETED'])
export type SubStatus = z.output<typeof SubStatus>

export const SubAccount = z.object({
  id: Id,
  userId: Id,
  name: z.string(),
  phoneMasked: z.string(),
  dept: z.string(),
  grants: z.array(z.enum(grants)),
  quota: z.int().nullable(),
  /** Captures of this calendar month. */
  used: z.int(),
  budget: Fen.nullable(),
  /** Fen of this calendar month: held, or collected and not given back. */
  spent: Fen,
  status: SubStatus,
  /** This account may set the person's password: it brought them here, and they have no other account. */
  ours: z.boolean(),
  version: z.int(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type SubAccount = z.output<typeof SubAccount>

const Extent = { grants: Grants.default([]), quota: Quota, budget: Budget, dept: ShortText(40).default('') }

/** The code went to the phone of whoever is invited: it is their consent. */
export const SubBody = z.object({ name: PlainName, phone: Phone, ...SmsAnswer, ...Extent })
export type SubBody = z.output<typeof SubBody>

export const SubChange = z.object(Extent)

export const SubFind = Scroll.extend({
  status: SubStatus.optional(),
  grant: z.enum(grants).optional(),
  sort: sortBy(['createdAt', 'dept', 'status'], '-createdAt'),
})
export type SubFind = z.output<typeof SubFind>

const one = { params: z.object({ id: Id }) }
const Standing = z.enum(['ACTIVE', 'DISABLED'])
const read = { right: 'subAccounts.manage', rate: 'read', idempotent: true } as const
const change = { right: 'subAccounts.manage', rate: 'write', idempotent: true } as const
const secret = { right: 'subAccounts.manage', rate: 'secret', idempotent: false } as const

export const subAccountCalls = {
  /** To the phone of who is invited, or of the sub-account named whose password shall be set. */
  sendCode: defineCall({
    method: 'POST',
    path: 'sub/send/code',
    ...secret,
    body: z.object({ phone: Phone.optional(), userId: Id.optional(), ...CaptchaAnswer, ...PlatformId }),
    reply: CodeSent,
  }),
  /** Somebody who is registered keeps the name they have; `name` is for those who are not. */
  create: defineCall({
    method: 'POST',
    path: 'user/sub',
    body: SubBody,
    reply: z.object({ userId: Id, name: z.string() }),
    ...secret,
  }),
  setPassword: defineCall({
    method: 'POST',
    path: 'user/sub/pwd',
    body: z.object({ userId: Id, password: NewPassword, ...SmsAnswer }),
    ...secret,
  }),
  list: defineCall({ method: 'GET', path: 'user/sub/info/list', query: SubFind, reply: scrollOf(SubAccount), ...read }),
  get: defineCall({ method: 'GET', path: 'user/sub/{id}', own: true, ...one, reply: SubAccount, ...read }),
  /** Refused as a conflict where `version` is given and somebody saved another one meanwhile. */
  update: defineCall({
    method: 'PUT',
    path: 'user/sub/{id}',
    own: true,
    ...one,
    body: SubChange.extend({ version: wireInt(1, 1_000_000_000).optional() }),
    reply: z.object({ version: z.int() }),
    ...change,
  }),
  setStatus: defineCall({
    method: 'PUT',
    path: 'user/sub/status/{id}',
    own: true,
    ...one,
    body: z.object({ status: Standing }),
    ...change,
  }),
  setStatusOfMany: defineCall({
    method: 'POST',
    path: 'user/sub/status',
    own: true,
    body: BulkIds.extend({ status: Standing }),
    reply: BulkResult,
    ...change,
  }),
  removeMany: defineCall({
    method: 'POST',
    path: 'user/sub/remove',
    own: true,
    body: BulkIds,
    reply: BulkResult,
    ...change,
  }),
}
