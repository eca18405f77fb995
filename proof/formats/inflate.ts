import { concat, type Bytes } from '../bytes.ts'
import { ProofError } from '../report.ts'

/** Unpacks a zlib stream (RFC 1950) that has to give exactly `size` bytes. More are never held, whatever the stream would give. */
export async function inflate(packed: Bytes, size: number): Promise<Bytes> {
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate')).getReader()
  const parts: Uint8Array[] = []
  let open = size
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      open -= piece.value.length
      if (open < 0) break
      parts.push(piece.value)
    }
  } catch {
    throw new ProofError('bad-pdf', { what: 'stream' })
  }
  if (open < 0) await reader.cancel().catch(() => {})
  if (open) throw new ProofError('bad-pdf', { what: 'stream' })
  return concat(...parts)
}
