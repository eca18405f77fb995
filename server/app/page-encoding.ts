import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import type { WrittenPage } from '../site/page-writer.ts'

const brotli = promisify(brotliCompress)
const deflate = promisify(gzip)

/** Quick rather than small: most pages are kept for seconds. */
const quality = 5
const encoders = {
  br: (html: string) => brotli(html, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
  gzip: (html: string) => deflate(html),
}
type Encoding = keyof typeof encoders
const encodings = Object.keys(encoders) as Encoding[]

/** Of pages that are kept, once for all who get them. */
const encoded = new WeakMap<WrittenPage, Map<Encoding, Promise<Buffer>>>()

/** A page as the browser takes it; without an encoding it is sent as it is. */
export async function encodedPage(
  page: WrittenPage,
  accepted: string | undefined,
): Promise<{ encoding?: Encoding; bytes: string | Buffer }> {
  const encoding = accepted === undefined ? null : negotiate(accepted, encodings)
  if (!encoding) return { bytes: page.html }
  const known = encoded.get(page) ?? new Map<Encoding, Promise<Buffer>>()
  encoded.set(page, known)
  const bytes = known.get(encoding) ?? encoders[encoding](page.html)
  known.set(encoding, bytes)
  return { encoding, bytes: await bytes }
}
