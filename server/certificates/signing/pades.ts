import type { Authority } from '../../trust/keys/authority.service.ts'
import { leastReserved, rangePlaceholder } from './signature-field.ts'

export type SealErrorCode = 'no-signature-field' | 'signature-too-large'

export class SealError extends Error {
  readonly code: SealErrorCode

  constructor(code: SealErrorCode) {
    super(code)
    this.code = code
  }
}

/**
 * Seals a drawn certificate (PAdES-B-T, ETSI EN 319 142-1 §6.3). The byte range is everything but the signature value
 * itself, and the file keeps its one revision, so nothing can be appended unseen.
 */
export async function sealPdf(pdf: Buffer, authority: Pick<Authority, 'signCertificate'>): Promise<Buffer> {
  const sealed = Buffer.from(pdf)
  const start = sealed.indexOf(`<${'00'.repeat(leastReserved)}`)
  const range = sealed.indexOf(rangePlaceholder)
  if (start < 0 || range < 0) throw new SealError('no-signature-field')
  const after = sealed.indexOf('>', start) + 1
  const reserved = (after - start - 2) / 2
  const values = `/ByteRange [0 ${start} ${after} ${sealed.length - after}`
  sealed.write(`${values.padEnd(rangePlaceholder.length - 1)}]`, range, 'latin1')
  const signature = await authority.signCertificate(Buffer.concat([sealed.subarray(0, start), sealed.subarray(after)]))
  if (signature.length > reserved) throw new SealError('signature-too-large')
  sealed.write(Buffer.from(signature).toString('hex'), start + 1, 'latin1')
  return sealed
}
