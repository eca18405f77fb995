import { z } from 'zod'
import { defineCall } from '../kit/call.ts'
import { addressOf, bareText } from '../kit/typed/clean.ts'
import { Id, Instant, wireInt, wireList, withoutDoubt } from '../kit/fields.ts'
import { Scroll, scrollOf, sortBy } from '../kit/list.ts'

/** An account has this many at most, those that were revoked not counted. */
export const mostKeys = 10
export const mostNetworks = 20
/** Days for which calls stay in a key's log. */
export const logDays = 90

/** What RSA keys are taken: shorter ones can be broken, longer ones only cost time. */
export const keyBits = { least: 2048, most: 8192 }

const Network = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])

/** Addresses and networks (CIDR), each once; the first that is none is named. */
const Networks = wireList(z.string().overwrite(bareText).toLowerCase().max(64), mostNetworks)
  .transform((list) => [...new Set(list)])
  .superRefine((list, judged) => {
    const wrong = list.find((text) => !Network.safeParse(text).success)
    if (wrong !== undefined) judged.addIssue({ code: 'custom', message: 'network', params: { wrong } })
  })

/** Kept as it is written; whether it can be reached is judged by the service. */
const isCallbackUrl = (text: string) => {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return false
  const { username, password, hash } = new URL(text)
  return !username && !password && !hash
}
const CallbackUrl = withoutDoubt(z.string().overwrite(addressOf).max(500))
  .refine((text) => text === '' || isCallbackUrl(text), { error: 'format.url' })
  .transform((text) => text || null)

/** EXPIRED is told of a key that was not disabled and whose time is over; REVOKED is final. */
export const KeyStatus = z.enum(['ACTIVE', 'DISABLED', 'EXPIRED', 'REVOKED'])
export type KeyStatus = z.output<typeof KeyStatus>

export const ApiKey = z.object({
  id: Id,
  name: z.string(),
  /** Names the key in requests; without the private key it opens nothing. */
  accessKey: z.string(),
  /** SHA-256 of the public key (SubjectPublicKeyInfo, DER). */
  fingerprint: z.string(),
  bits: z.int(),
  ips: z.array(z.string()),
  /** Where the program is told what becomes of evidence that it began. */
  callbackUrl: z.string().nullable(),
  status: KeyStatus,
  /** Whose part its requests act in. */
  maker: z.string(),
  /** Calls of the last 24 hours. */
  calls: z.int(),
  lastUsedAt: Instant.nullable(),
  expiresAt: Instant.nullable(),
  version: z.int(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type ApiKey = z.output<typeof ApiKey>

/** What may change later; the public key may not. */
export const KeyChange = z.object({
  name: z.string().trim().min(1).max(60),
  ips: Networks.default([]),
  callbackUrl: CallbackUrl.nullish().transform((url) => url ?? null),
  expiresAt: z
    .union([z.literal('').transform(() => null), Instant])
    .nullish()
    .transform((at) => at ?? null),
})
export type KeyChange = z.output<typeof KeyChange>

/** `publicKey` as `openssl pkey -pubout` writes it: PEM of a SubjectPublicKeyInfo. */
export const KeyBody = KeyChange.extend({ publicKey: z.string().trim().min(1).max(4_000) })
export type KeyBody = z.output<typeof KeyBody>

export const KeyFind = Scroll.extend({
  status: KeyStatus.optional(),
  sort: sortBy(['createdAt', 'name'], '-createdAt'),
})
export type KeyFind = z.output<typeof KeyFind>

/** One signed request of a key, answered or refused; its payload is kept nowhere. */
const KeyCall = z.object({
  id: Id,
  at: Instant,
  requestId: z.string(),
  operation: z.string(),
  ip: z.string(),
  result: z.string(),
  milliseconds: z.int(),
})
export type KeyCall = z.output<typeof KeyCall>

export const KeyCallFind = Scroll.pick({ pageNum: true, pageSize: true, cursor: true }).extend({
  sort: sortBy(['at'], '-at'),
})
export type KeyCallFind = z.output<typeof KeyCallFind>

const one = { params: z.object({ id: Id }) }
const read = { right: 'keys.manage', rate: 'read', idempotent: true, own: true } as const
const change = { right: 'keys.manage', rate: 'write', idempotent: true, own: true } as const

export const keyCalls = {
  list: defineCall({ method: 'GET', path: 'key/list', query: KeyFind, reply: scrollOf(ApiKey), ...read }),
  create: defineCall({
    method: 'POST',
    path: 'key',
    body: KeyBody,
    reply: z.object({ id: Id, accessKey: z.string(), fingerprint: z.string() }),
    ...change,
    idempotent: false,
  }),
  get: defineCall({ method: 'GET', path: 'key/{id}', ...one, reply: ApiKey, ...read }),
  /** Refused as a conflict where `version` is given and somebody saved another one meanwhile. */
  update: defineCall({
    method: 'PUT',
    path: 'key/{id}',
    ...one,
    body: KeyChange.extend({ version: wireInt(1, 1_000_000_000).optional() }),
    reply: z.object({ version: z.int() }),
    ...change,
  }),
  setStatus: defineCall({
    method: 'PUT',
    path: 'key/status/{id}',
    ...one,
    body: z.object({ status: z.enum(['ACTIVE', 'DISABLED']) }),
    ...change,
  }),
  /** For good: neither it nor its key pair comes back. */
  revoke: defineCall({ method: 'DELETE', path: 'key/{id}', ...one, ...change }),
  /** What was asked with the key within the last ninety days. */
  log: defineCall({
    method: 'GET',
    path: 'key/{id}/log',
    ...one,
    query: KeyCallFind,
    reply: scrollOf(KeyCall),
    ...read,
  }),
}
