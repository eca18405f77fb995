import type { Services } from '../services.ts'
import type { ByteReply } from './implement.ts'

interface Stored {
  sha256: Buffer
  size: number
  mediaType: string
  fileName: string
}

/** Bytes that the store holds, to be saved unless `more` says else. */
export function storedReply(
  { store }: Pick<Services, 'store'>,
  { sha256, ...shown }: Stored,
  more: Partial<ByteReply> = {},
): ByteReply {
  const etag = sha256.toString('hex')
  return { ...shown, etag, disposition: 'attachment', ...more, open: (range) => store.open(etag, range) }
}
