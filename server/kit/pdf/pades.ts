import { leastReserved, rangePlaceholder } from './signature-field.ts'

/** Signs as the platform: a detached PAdES-B-T signature over these bytes, DER. */
interface PdfSigner {
  signCertificate(content: Uint8Array): Promise<Uint8Array>
}

export type SealErrorCode = 'no-signature-field' | 'signature-too-large'

export class SealError extends Error {
  readonly code: SealErrorCode

  constructor(code: SealErrorCode) {
    super(code)
    this.code = code
  }
}

/**
 * Seals a document whose signature field is empty (PAdES-B-T, ETSI EN 319 142-1 §6.3). The byte range is everything but the signature value
 * itself, so nothing can be appended unseen. What stands before the field may be anybody's: the last places are the ones to be filled.
 */
export async function sealPdf(pdf: Buffer, signer: PdfSigner): Promise<Buffer> {
  const sealed = Buffer.from(pdf)
  const start = sealed.lastIndexOf(`<${'00'.repeat(leastReserved)}`)
  const [range, place] = rangePlaces
    .map((text) => [sealed.lastIndexOf(text), text] as const)
    .toSorted(([a], [b]) => b - a)[0]!
  if (start < 0 || range < 0) throw new SealError('no-signature-field')
  const after = sealed.indexOf('>', start) + 1
  const reserved = (after - start - 2) / 2
  const values = `/ByteRange [0 ${start} ${after} ${sealed.length - after}`
  sealed.write(`${values.padEnd(place.length - 1)}]`, range, 'latin1')
  const signature = await signer.signCertificate(Buffer.concat([sealed.subarray(0, start), sealed.subarray(after)]))
  if (signature.length > reserved) throw new SealError('signature-too-large')
  sealed.write(Buffer.from(signature).toString('hex'), start + 1, 'latin1')
  return sealed
}

const numbers = [0, rangePlaceholder, rangePlaceholder, rangePlaceholder].join(' ')
/** As the two writers of documents spell it. */
const rangePlaces = [`/ByteRange [${numbers}]`, `/ByteRange [ ${numbers} ]`]
