import { fromUtf8, toBase64, utf8, type Bytes } from '../bytes.ts'
import { ProofError } from '../report.ts'
import { strictNumber } from './checkpoint.ts'
import { strictBase64 } from './note.ts'

/** One text that proves a leaf offline: where it stands, the way to the root, and the signed checkpoint (C2SP tlog-proof). */
export interface LogProof {
  index: number
  hashes: Bytes[]
  /** The signed note, byte by byte. */
  checkpoint: Bytes
}

const head = 'c2sp.org/tlog-proof@v1'
/** A tree of 2^63 leaves is no deeper. */
const maxHashes = 63

export const writeLogProof = ({
  index,
  hashes,
  checkpoint,
}: {
  index: number
  hashes: Uint8Array[]
  checkpoint: Uint8Array
}): Bytes => utf8(`${[head, `index ${index}`, ...hashes.map(toBase64)].join('\n')}\n\n${fromUtf8(checkpoint)}`)

export function readLogProof(bytes: Uint8Array): LogProof {
  let text: string
  try {
    text = fromUtf8(bytes)
  } catch {
    throw new ProofError('bad-log-proof')
  }
  const end = text.indexOf('\n\n')
  const [first, place, ...lines] = text.slice(0, Math.max(0, end)).split('\n')
  if (first !== head || !place?.startsWith('index ') || lines.length > maxHashes) throw new ProofError('bad-log-proof')
  const hashes = lines.map(strictBase64)
  if (hashes.some((h) => h.length !== 32)) throw new ProofError('bad-log-proof')
  return { index: strictNumber(place.slice(6)), hashes, checkpoint: utf8(text.slice(end + 2)) }
}
