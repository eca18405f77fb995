import { toBase64, type Bytes } from '../bytes.ts'
import { ProofError } from '../report.ts'
import { checkNote, readNote, strictBase64, type NoteKey } from './note.ts'

/** How a log stood: C2SP tlog-checkpoint. It says nothing of time. */
export interface Checkpoint {
  /** Names the log: its address without the scheme. */
  origin: string
  size: number
  root: Bytes
}

export const checkpointText = ({ origin, size, root }: { origin: string; size: number; root: Uint8Array }) =>
  `${origin}\n${size}\n${toBase64(root)}\n`

/** A whole number as it is written, and no other way. */
export function strictNumber(text: string | undefined): number {
  const value = Number(text)
  if (text === undefined || !/^\d{1,15}$/.test(text) || String(value) !== text) throw new ProofError('bad-checkpoint')
  return value
}

/** What the text of a note says. Lines after the third are extensions, which ours have none of. */
export function readCheckpoint(text: string): Checkpoint {
  const [origin, size, root, ...rest] = text.split('\n')
  if (!origin || root === undefined || rest.join('') !== '') throw new ProofError('bad-checkpoint')
  const hash = strictBase64(root)
  if (hash.length !== 32) throw new ProofError('bad-checkpoint')
  return { origin, size: strictNumber(size), root: hash }
}

/** A checkpoint as a signed note has it. */
export interface SignedCheckpoint extends Checkpoint {
  /** What is signed, to the line break before the empty line. */
  text: string
}

/** Reads what a signed note says; who signed it is not asked here. */
export function readSignedCheckpoint(bytes: Uint8Array): SignedCheckpoint {
  const { text } = readNote(bytes)
  return { text, ...readCheckpoint(text) }
}

/** Reads a checkpoint that the log's key signed under the log's own name. */
export async function openCheckpoint(bytes: Uint8Array, publicKey: Bytes): Promise<Checkpoint & { key: NoteKey }> {
  const note = readNote(bytes)
  const checkpoint = readCheckpoint(note.text)
  const key = { name: checkpoint.origin, publicKey }
  await checkNote(note, key)
  return { ...checkpoint, key }
}
