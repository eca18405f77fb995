import { z } from 'zod'
import { maxUrlLength, maxUrlsAtOnce } from '../captures/web.ts'
import { Caution, Completeness, EvidenceStatus, PageNote } from '../evidence/evidence.ts'
import { addressOf } from '../kit/typed/clean.ts'
import type { ErrorCode } from '../kit/errors.ts'
import { EvidenceName, Instant, Label, mostLabels, PreservationNumber, Sha256, Sm3 } from '../kit/fields.ts'
import { longestFileName } from '../registry/deposits.ts'
import type { Right } from '../kit/rights.ts'

export const openApiBase = '/open-api/v1'

/** Seconds by which a request's `tonce` may differ from the service's clock. */
export const mostDrift = 300
export const mostPayload = 64 * 1024

/** The fields of a request, as text. The service judges their meaning before it looks for the key. */
export const SignedFields = z.object({
  request_id: z.string().regex(/^[A-Za-z0-9_-]{1,32}$/),
  access_key: z.string().regex(/^[0-9a-f]{32}$/),
  tonce: z.string().regex(/^\d{1,12}$/),
  payload: z.string(),
  signature: z
    .string()
    .max(1_400)
    .regex(/^[A-Za-z0-9+/]+={0,2}$/),
})
export type SignedFields = z.output<typeof SignedFields>

/** The signature covers this text: all that decides what is done, one after the other. */
export const signedText = (path: string, f: Omit<SignedFields, 'signature'>) =>
  `POST${path}${f.request_id}${f.access_key}${f.tonce}${f.payload}`

/**
 * Refusals before an operation runs, with their status. `refused` says neither whether there is such a key nor what is
 * wrong: the key's log tells its owner. Everything else carries a code of `contract/kit/errors.ts` by name, with status 200.
 */
export const refusals = {
  malformed: 400,
  'too-large': 413,
  'unknown-operation': 404,
  clock: 401,
  refused: 401,
  replayed: 409,
  'too-frequent': 429,
} as const
export type Refusal = keyof typeof refusals
export type OpenApiCode = 'ok' | Refusal | ErrorCode

export interface Operation {
  readonly right: Right
  readonly payload: z.ZodObject
  /** The operation takes a file too, in the field `file` behind all others. The payload's digests bind it to the signature. */
  readonly file?: boolean
  /** An operation without one answers with bytes. */
  readonly reply?: z.ZodObject
  /** The operation ends in a time-stamp. The service refuses it beforehand while none can be made. */
  readonly stamps?: boolean
}

const defineOperation = <const O extends Operation>(operation: O): O => operation
const No = { no: PreservationNumber }
/** A request may begin several evidences. Each gets the request's `unique_id` with `#1`, `#2` … behind it, so none comes with a `#`. */
const noHash = /^[^#]*$/
const UniqueId = z.string().min(8).max(255).regex(noHash)
const About = {
  fileName: z.string().trim().min(1).max(longestFileName),
  name: EvidenceName(80).default(''),
  labels: z.array(Label).max(mostLabels).default([]),
  unique_id: z.string().min(8).max(240).regex(noHash),
}
/** `path` is within the package, where `verify` names files; `fileName` what its sender called it. */
const File = z.object({
  fileName: z.string(),
  path: z.string(),
  fileSize: z.int(),
  sha256: z.string(),
  sm3: z.string(),
})

const State = z.object({
  no: PreservationNumber,
  name: z.string(),
  url: z.string().nullable(),
  status: EvidenceStatus,
  completeness: Completeness.nullable(),
  /** Cautions warn its readers: an error page was captured, requests brought nothing, pictures leave something open. */
  cautions: z.array(Caution),
  /** Notes say which pictures show a page that a single one cannot. */
  notes: z.array(PageNote),
  failReason: z.string().nullable(),
  createdAt: Instant,
  sealedAt: Instant.nullable(),
  /** Whether certificate and package are ready. */
  certified: z.boolean(),
  statementSha256: z.string().nullable(),
  files: z.array(File),
})

/** Programs may ask for these operations. The documentation derives from them. */
export const operations = {
  /** Repeating it with the same `unique_id` and addresses answers with the first result. */
  'capture-url': defineOperation({
    right: 'captures.start',
    stamps: true,
    payload: z.object({
      urls: z.array(z.string().overwrite(addressOf).min(1).max(maxUrlLength)).min(1).max(maxUrlsAtOnce),
      name: EvidenceName(80).default(''),
      labels: z.array(Label).max(mostLabels).default([]),
      twoStage: z.boolean().default(false),
      unique_id: UniqueId,
    }),
    reply: z.object({ list: z.array(z.object({ no: PreservationNumber, url: z.string() })) }),
  }),
  /** The file comes with the request, and must have the digests that the payload names. Repeating it with the same `unique_id` and digests answers with the first result. */
  'deposit-file': defineOperation({
    right: 'deposits.make',
    stamps: true,
    file: true,
    payload: z.object({ sha256: Sha256, sm3: Sm3.optional(), ...About }),
    reply: z.object(No),
  }),
  /** The file stays with its owner; what it comes to is proven once the original follows. */
  'deposit-hash': defineOperation({
    right: 'deposits.make',
    stamps: true,
    payload: z.object({
      sha256: Sha256,
      sm3: Sm3.optional(),
      fileSize: z
        .int()
        .min(1)
        .max(2 ** 50)
        .optional(),
      ...About,
    }),
    reply: z.object(No),
  }),
  confirm: defineOperation({
    right: 'captures.start',
    payload: z.object({ ...No, statementSha256: Sha256.optional() }),
    reply: z.object({ ...No, status: EvidenceStatus }),
  }),
  cancel: defineOperation({
    right: 'captures.start',
    payload: z.object(No),
    reply: z.object({ ...No, status: EvidenceStatus }),
  }),
  /** By numbers, or by the `unique_id` of a `capture-url`. Numbers of nothing that the key may see are `absent`. */
  query: defineOperation({
    right: 'evidence.read',
    payload: z
      .object({ nos: z.array(PreservationNumber).min(1).max(50).optional(), unique_id: UniqueId.optional() })
      .refine((p) => (p.nos === undefined) !== (p.unique_id === undefined), { path: ['nos'], error: 'required' }),
    reply: z.object({ list: z.array(State), absent: z.array(PreservationNumber) }),
  }),
  certificate: defineOperation({ right: 'evidence.download', payload: z.object(No) }),
  package: defineOperation({ right: 'evidence.download', payload: z.object(No) }),
}
export type OperationName = keyof typeof operations
export const isOperation = (name: string): name is OperationName => Object.hasOwn(operations, name)
