import { z } from 'zod'
import { defineCall } from '../kit/call.ts'
import { Instant, PreservationNumber } from '../kit/fields.ts'
import { PublicCertificate } from './share.ts'

/** What the owner reads of a certificate: the public one with full names, who stamped it, and where it is checked. */
export const InnerCertificate = PublicCertificate.omit({
  ownerMasked: true,
  withPackage: true,
  expiresAt: true,
}).extend({
  owner: z.string(),
  operator: z.string(),
  tsa: z.object({ serial: z.string(), time: Instant, authority: z.string() }),
  checkUrl: z.string(),
  pdfUrl: z.string().nullable(),
})
export type InnerCertificate = z.output<typeof InnerCertificate>

/** One thing about the seal, proven or not at the moment of asking, with whom it depends on. */
const SealFact = z.object({
  code: z.string(),
  status: z.enum(['proven', 'failed', 'unavailable']),
  dependsOn: z.enum(['anyone', 'platform', 'tsa', 'chain', 'ca', 'package']),
  at: Instant.nullable(),
  /** The fact in the caller's language, and why it failed. */
  says: z.string(),
  reason: z.string().nullable(),
})

export const SignatureReport = z.object({
  ano: PreservationNumber,
  pdfUrl: z.string(),
  fileName: z.string(),
  fileSize: z.int(),
  sha256: z.string(),
  /** `invalid` as soon as one of the facts failed. */
  verdict: z.enum(['valid', 'invalid']),
  /** Null where the seal does not hold: what it says of itself is nobody's word then. */
  signature: z
    .object({
      signer: z.string(),
      /** Hexadecimal, as openssl prints it. */
      certSerial: z.string(),
      certFingerprint: z.string(),
      algorithm: z.string(),
      /** By the time-stamp on the signature, not by what the signer wrote. */
      signTime: Instant,
      timeAuthority: z.string(),
      timeSerial: z.string(),
    })
    .nullable(),
  facts: z.array(SealFact),
})
export type SignatureReport = z.output<typeof SignatureReport>

const maxHashedBytes = 32 * 1024 * 1024

export const certificateCalls = {
  inner: defineCall({
    method: 'GET',
    path: 'attestation/inner/cert',
    query: z.object({ ano: PreservationNumber }),
    reply: InnerCertificate,
    right: 'evidence.read',
    rate: 'read',
    idempotent: true,
  }),
  /** Of the seal on the certificate, verified anew each time. */
  signature: defineCall({
    method: 'GET',
    path: 'attestation/url/electronic/signature/{ano}',
    params: z.object({ ano: PreservationNumber }),
    reply: SignatureReport,
    right: 'evidence.read',
    rate: 'write',
    idempotent: true,
  }),
  /** For clients that cannot hash by themselves; the file is hashed and forgotten. Pages hash in the browser. */
  hashOfFile: defineCall({
    method: 'POST',
    path: 'getHashByFile',
    upload: { maxBytes: maxHashedBytes },
    body: z.object({}),
    reply: z.object({ sha256: z.string(), sm3: z.string(), fileName: z.string(), fileSize: z.int() }),
    right: 'signed-in',
    rate: 'write',
    idempotent: true,
  }),
}
