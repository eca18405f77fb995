import { equal, fromBase64, fromUtf8, toBase64, utf8, type Bytes } from '../bytes.ts'
import { ProofError } from '../report.ts'

/** What a checkpoint of the log says (C2SP tlog-checkpoint). Who signed it is for the log's own verification. */
export interface CheckpointText {
  /** What is signed, to the newline before the empty line. */
  text: string
  origin: string
  size: number
  root: Bytes
}

const fail = (what: string): never => {
  throw new ProofError('bad-checkpoint', { what })
}

const signatureLine = /^— [^\s+]+ [A-Za-z0-9+/]+={0,2}$/
const control = /[^\P{Cc}\n]/u

/** Reads a signed note's bytes: text, an empty line, one line for each signature. */
export function readCheckpointText(note: Uint8Array): CheckpointText {
  const all = textOf(note)
  const end = all.indexOf('\n\n')
  if (end < 0 || control.test(all)) fail('note')
  const signatures = all.slice(end + 2).split('\n')
  if (signatures.pop() !== '' || !signatures.length || !signatures.every((line) => signatureLine.test(line))) fail('signatures')
  const [origin = '', size = '', root = '', ...more] = all.slice(0, end).split('\n')
  if (!origin || more.some((line) => !line)) fail('origin')
  if (!/^(0|[1-9]\d{0,15})$/.test(size) || !Number.isSafeInteger(Number(size))) fail('size')
  return { text: all.slice(0, end + 1), origin, size: Number(size), root: rootOf(root) }
}

function textOf(note: Uint8Array): string {
  try {
    return fromUtf8(note)
  } catch {
    return fail('utf-8')
  }
}

function rootOf(text: string): Bytes {
  if (!/^[A-Za-z0-9+/]{43}=$/.test(text)) fail('root')
  const root = fromBase64(text)
  return equal(utf8(toBase64(root)), utf8(text)) ? root : fail('root')
}
