import { z } from 'zod'
import { defineCall } from '../kit/call.ts'
import { Id, Instant, PreservationNumber, Sha256, Sm3, wireBool, wireInt } from '../kit/fields.ts'
import { Caution, EvidenceCategory, EvidenceFile, PageNote, TrustFact } from '../evidence/evidence.ts'

export const maxShareDays = 365

export const Share = z.object({
  id: Id,
  createdAt: Instant,
  expiresAt: Instant,
  revokedAt: Instant.nullable(),
  withPackage: z.boolean(),
  views: z.int(),
})
export type Share = z.output<typeof Share>

/** What a stranger sees: the sealed facts, with the owner masked and no internal id. */
export const PublicCertificate = z.object({
  ano: PreservationNumber,
  category: EvidenceCategory,
  name: z.string(),
  ownerMasked: z.string(),
  ownerKind: z.enum(['personal', 'enterprise']),
  ownerIdentity: z.enum(['not-verified', 'verified']),
  url: z.string().nullable(),
  finalUrl: z.string().nullable(),
  title: z.string().nullable(),
  start_time: Instant.nullable(),
  end_time: Instant.nullable(),
  sealedAt: Instant,
  completeness: z.enum(['full', 'partial']),
  cautions: z.array(Caution),
  notes: z.array(PageNote),
  statementSha256: z.string(),
  files: z.array(EvidenceFile.omit({ id: true, shownName: true })),
  trust: z.array(TrustFact),
  withPackage: z.boolean(),
  expiresAt: Instant.nullable(),
})
export type PublicCertificate = z.output<typeof PublicCertificate>

/** A hit of the public check: enough to recognise the evidence, nothing of its content. */
export const PublicMatch = z.object({
  ano: PreservationNumber,
  ownerMasked: z.string(),
  sealedAt: Instant,
  fileName: z.string().nullable(),
  statementSha256: z.string(),
  /** What proves by itself that the public log holds the statement; null until it does. */
  logProof: z
    .object({
      tokenSha256: z.string(),
      /** C2SP tlog-proof. */
      proof: z.string(),
      /** Of the log's key, PEM. */
      certificate: z.string(),
    })
    .nullable(),
})
export type PublicMatch = z.output<typeof PublicMatch>

const own = { own: true, right: 'evidence.share', rate: 'write', idempotent: false } as const
const open = { right: 'public', rate: 'public-query', idempotent: true } as const
/** 256 random bits; only its hash is stored. */
/** What was cut off or never was a token opens nothing, as one that ran out. */
const Token = z.object({ token: z.string().max(200) })
/** A file by its place among those that the certificate lists, counted from 1. */
const OneFile = Token.extend({ position: wireInt(1, 100_000) })
const look = { right: 'public', rate: 'read', idempotent: true, own: true } as const

export const shareCalls = {
  create: defineCall({
    method: 'POST',
    path: 'share',
    body: z.object({
      ano: PreservationNumber,
      days: wireInt(1, maxShareDays).default(30),
      withPackage: wireBool.default(false),
    }),
    /** `phoneUrl` shows the same, laid out for a phone. */
    reply: z.object({ id: Id, token: z.string(), url: z.string(), phoneUrl: z.string(), expiresAt: Instant }),
    ...own,
  }),
  list: defineCall({
    method: 'GET',
    path: 'share/list/{ano}',
    params: z.object({ ano: PreservationNumber }),
    reply: z.object({ list: z.array(Share) }),
    own: true,
    right: 'evidence.share',
    rate: 'read',
    idempotent: true,
  }),
  revoke: defineCall({ method: 'DELETE', path: 'share/{id}', params: z.object({ id: Id }), ...own, idempotent: true }),
  open: defineCall({
    method: 'GET',
    path: 'share/{token}',
    params: Token,
    /** Of an address that names the evidence too: another number opens nothing, as an unknown token does. */
    query: z.object({ ano: z.string().max(64).optional() }),
    reply: PublicCertificate,
    own: true,
    ...open,
  }),
  openPackage: defineCall({
    method: 'GET',
    path: 'share/{token}/package',
    params: Token,
    kind: 'bytes',
    own: true,
    ...open,
  }),
  /** One file as it was sealed, of a link that lets the package be taken; what a browser could run is only ever saved. */
  openFile: defineCall({
    method: 'GET',
    path: 'share/{token}/file/{position}',
    params: OneFile,
    kind: 'bytes',
    ...look,
  }),
  /** Where a document of such a link can be looked at for a moment; null where it can only be saved. */
  previewFile: defineCall({
    method: 'GET',
    path: 'share/{token}/file/{position}/preview',
    params: OneFile,
    reply: z.object({ link: z.string().nullable() }),
    ...look,
  }),
  byHash: defineCall({
    method: 'GET',
    path: 'query/attestation/file',
    /** `hash` is looked up as both: a certificate prints two digests of the same length. */
    query: z
      .object({ sha256: Sha256.optional(), sm3: Sm3.optional(), hash: Sha256.optional() })
      .refine((q) => q.sha256 ?? q.sm3 ?? q.hash, { path: ['hash'], error: 'required' }),
    reply: z.object({ exists: z.boolean(), list: z.array(PublicMatch) }),
    ...open,
  }),
  byNumber: defineCall({
    method: 'GET',
    path: 'query/attestation/idAndNumber',
    query: z.object({ ano: PreservationNumber, idNumber: z.string().trim().min(1).max(60) }),
    reply: z.object({ exists: z.boolean(), item: PublicCertificate.nullable() }),
    ...open,
  }),
}
