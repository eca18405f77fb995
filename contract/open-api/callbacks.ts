import { z } from 'zod'
import { Completeness, EvidenceStatus } from '../evidence/evidence.ts'
import { defineCall } from '../kit/call.ts'
import { Id, Instant, PreservationNumber } from '../kit/fields.ts'
import { Scroll, scrollOf, sortBy } from '../kit/list.ts'

/** What a program is told of the evidence that it began, and the trial that its owner may ask for. */
export const callbackEvents = [
  'evidence.to-confirm',
  'evidence.collected',
  'evidence.certified',
  'evidence.failed',
  'evidence.cancelled',
  'callback.trial',
] as const
export const CallbackEvent = z.enum(callbackEvents)

/** As Standard Webhooks names them (https://www.standardwebhooks.com): of a repeated callback `id` stays, `timestamp` (Unix seconds) and `signature` are new. */
export const callbackHeaders = {
  id: 'webhook-id',
  timestamp: 'webhook-timestamp',
  signature: 'webhook-signature',
} as const

/** What `v1a` signatures (Ed25519, Base64) are made over. */
export const callbackText = (id: string, timestamp: string, body: string) => `${id}.${timestamp}.${body}`

/** The evidence as it was when this happened. `unique_id` is the request's, also where it began several. */
const CallbackData = z.object({
  no: PreservationNumber,
  unique_id: z.string().nullable(),
  name: z.string(),
  url: z.string().nullable(),
  status: EvidenceStatus,
  completeness: Completeness.nullable(),
  failReason: z.string().nullable(),
  sealedAt: Instant.nullable(),
  /** Until when a two-stage capture waits to be confirmed. */
  confirmUntil: Instant.nullable(),
  certified: z.boolean(),
  statementSha256: z.string().nullable(),
})

/** The JSON that is sent. Callbacks may come twice and out of order: `timestamp` is when it happened. */
export const CallbackBody = z.object({ type: CallbackEvent, timestamp: Instant, data: CallbackData.nullable() })
export type CallbackBody = z.output<typeof CallbackBody>

/** DROPPED: the key was disabled, revoked or lost its address before it could be sent. */
export const callbackStates = ['WAITING', 'SENDING', 'DONE', 'FAILED', 'DROPPED'] as const

/** Why an attempt had no answer. */
export const callbackErrors = [
  'address-refused',
  'name-not-found',
  'refused',
  'timed-out',
  'tls',
  'unreachable',
] as const
export const CallbackError = z.enum(callbackErrors)
export type CallbackError = z.output<typeof CallbackError>

/** Of the last attempt either `answer`, its status, or `error`. */
const Callback = z.object({
  id: Id,
  event: CallbackEvent,
  no: PreservationNumber.nullable(),
  state: z.enum(callbackStates),
  attempts: z.int(),
  answer: z.int().nullable(),
  error: CallbackError.nullable(),
  at: Instant,
  triedAt: Instant.nullable(),
  /** When it is tried next. */
  dueAt: Instant.nullable(),
})
export type Callback = z.output<typeof Callback>

export const CallbackFind = Scroll.pick({ pageNum: true, pageSize: true, cursor: true }).extend({
  sort: sortBy(['at'], '-at'),
})
export type CallbackFind = z.output<typeof CallbackFind>

/** `publicKey` as Standard Webhooks writes it (`whpk_` and Base64 of the 32 bytes), `pem` for OpenSSL. */
const Signer = z.object({ publicKey: z.string(), pem: z.string(), signsUntil: Instant.nullable() })

const one = { params: z.object({ id: Id }) }
const read = { right: 'keys.manage', rate: 'read', idempotent: true, own: true } as const
const change = { right: 'keys.manage', rate: 'write', own: true } as const

export const callbackCalls = {
  /** What was sent for a key, or will be, within the last ninety days. */
  list: defineCall({
    method: 'GET',
    path: 'key/{id}/callbacks',
    ...one,
    query: CallbackFind,
    reply: scrollOf(Callback),
    ...read,
  }),
  /** Sends a trial to the key's address. */
  trial: defineCall({
    method: 'POST',
    path: 'key/{id}/callback-trial',
    ...one,
    reply: z.object({ id: Id }),
    ...change,
    idempotent: false,
  }),
  /** Of a callback that failed or was dropped: from the beginning, and what it says stays. */
  again: defineCall({ method: 'POST', path: 'key/callback/{id}/again', ...one, ...change, idempotent: true }),
  /** The public keys by which this platform's callbacks are signed, the present one first. */
  signers: defineCall({
    method: 'GET',
    path: 'open-api/callback-keys',
    reply: z.object({ list: z.array(Signer) }),
    right: 'public',
    rate: 'public-query',
    idempotent: true,
    own: true,
  }),
}
