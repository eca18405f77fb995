import { z } from 'zod'
import { defineCall } from '../kit/call.ts'
import { Instant, PreservationNumber } from '../kit/fields.ts'
import { PublicCertificate } from './share.ts'

/** What the owner reads of a certificate: the public one with full names, who stamped it, and where it is checked. */
export const InnerCertificate = PublicCertificate.omit({ ownerMasked: true, withPackage: true, expiresAt: true }).extend({
  owner: z.string(),
  operator: z.string(),
  tsa: z.object({ serial: z.string(), time: Instant, authority: z.string() }),
  checkUrl: z.string(),
  pdfUrl: z.string().nullable(),
})
export type InnerCertificate = z.output<typeof InnerCertificate>

const maxHashedBytes = 32 * 1024 * 1024

export const certificateCalls = {
  inner: defineCall({ method: 'GET', path: 'attestation/inner/cert', query: z.object({ ano: PreservationNumber }), reply: InnerCertificate, right: 'evidence.read', rate: 'read', idempotent: true }),
  /** For clients that cannot hash by themselves; the file is hashed and forgotten. Pages hash in the browser. */
  hashOfFile: defineCall({
    method: 'POST', path: 'getHashByFile', upload: { maxBytes: maxHashedBytes }, body: z.object({}),
    reply: z.object({ sha256: z.string(), sm3: z.string(), fileName: z.string(), fileSize: z.int() }), right: 'signed-in', rate: 'write', idempotent: true,
  }),
}
