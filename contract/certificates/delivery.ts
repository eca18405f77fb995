import { z } from 'zod'
import { defineCall } from '../kit/call.ts'
import { digitsOf } from '../kit/typed/clean.ts'
import { Id, Instant, PreservationNumber, SentCode, wireInt } from '../kit/fields.ts'

export const maxBundle = 100
export const maxCodeDays = 90

/** Preservation numbers separated by commas. */
const Numbers = z
  .string()
  .transform((text) => [...new Set(text.split(/[,，]/).map(digitsOf).filter(Boolean))])
  .pipe(z.array(PreservationNumber).min(1).max(maxBundle))

export const Bundle = z.object({
  taskId: Id,
  status: z.enum(['READY', 'EMPTY']),
  list: z.array(z.object({ ano: PreservationNumber, link: z.string().nullable(), reason: z.string().nullable() })),
  /** One archive of all packages that stand, with an index sheet; null where none does. */
  zipLink: z.string().nullable(),
})

const CodeState = z.object({ expiresAt: Instant.nullable(), lockedUntil: Instant.nullable() })
const byNumber = z.object({ ano: PreservationNumber })
const read = { right: 'evidence.download', rate: 'read', idempotent: true } as const
const owner = { own: true, right: 'evidence.share', rate: 'write', idempotent: false } as const
const open = { right: 'public', rate: 'secret', idempotent: false } as const
const account = { account: Id.optional() }

export const deliveryCalls = {
  bundle: defineCall({
    method: 'GET',
    path: 'attestation/download/list',
    query: z.object({ anos: Numbers.optional(), taskId: Id.optional() }),
    reply: Bundle,
    ...read,
  }),
  bundleBytes: defineCall({
    method: 'GET',
    path: 'attestation/download/{id}/byte',
    own: true,
    kind: 'bytes',
    params: z.object({ id: Id }),
    query: z.object(account),
    ...read,
  }),
  zip: defineCall({
    method: 'GET',
    path: 'attestation/zip/{attestationNo}',
    params: z.object({ attestationNo: PreservationNumber }),
    reply: z.object({ link: z.string(), zip_sha256: z.string(), zip_sm3: z.string().nullable(), fileSize: z.int() }),
    ...read,
  }),
  makeCode: defineCall({
    method: 'POST',
    path: 'attestation/collect/code',
    body: z.object({ ano: PreservationNumber, days: wireInt(1, maxCodeDays).default(7) }),
    reply: z.object({ code: z.string(), expiresAt: Instant }),
    ...owner,
  }),
  /** Whether the code works, and until when it rests because of wrong ones from everywhere. */
  codeState: defineCall({
    method: 'GET',
    path: 'attestation/collect/code/{ano}',
    params: byNumber,
    reply: CodeState,
    own: true,
    right: 'evidence.share',
    rate: 'read',
    idempotent: true,
  }),
  /** Lets a code be tried again that rests; one that does not is left as it is. */
  liftCodeRest: defineCall({
    method: 'POST',
    path: 'attestation/collect/code/{ano}/lift',
    params: byNumber,
    reply: CodeState,
    ...owner,
    idempotent: true,
  }),
  endCode: defineCall({
    method: 'DELETE',
    path: 'attestation/collect/code/{ano}',
    params: byNumber,
    ...owner,
    idempotent: true,
  }),
  /** Whether number and code fit; where they do, a ticket for one download within ten minutes. */
  checkCode: defineCall({
    method: 'GET',
    path: 'attestation/collect/download/checkCode/{ano}',
    params: byNumber,
    query: z.object({
      code: SentCode,
    }),
    reply: z.object({ valid: z.boolean(), ticket: z.string().nullable() }),
    ...open,
  }),
  collect: defineCall({
    method: 'GET',
    path: 'attestation/collect/download/{id}',
    kind: 'bytes',
    params: z.object({ id: PreservationNumber }),
    query: z.object({ ticket: z.string().regex(/^[A-Za-z0-9_-]{43}$/) }),
    ...open,
  }),
}
