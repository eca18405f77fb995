import { concat, equal, fromBase64, fromUtf8, toBase64, utf8, type Bytes } from '../bytes.ts'
import { ProofError } from '../report.ts'
import { digest } from '../signatures/signature.ts'

/** A text with signatures, as C2SP signed-note writes it. */
export interface Note {
  /** With its last line break: these bytes are what was signed. */
  text: string
  signatures: { name: string; keyId: Bytes; signature: Bytes }[]
}

/** A key that signs notes. */
export interface NoteKey {
  name: string
  /** Ed25519, 32 bytes. */
  publicKey: Bytes
}

const ed25519 = Uint8Array.of(1)
const maxNote = 64 * 1024
const line = /^— (\S{1,200}) ([A-Za-z0-9+/=]{8,8192})$/u

const refuse = (): never => {
  throw new ProofError('bad-checkpoint')
}

/** The one encoding of some bytes: a note means one thing in one way. */
export function strictBase64(text: string): Bytes {
  try {
    const bytes = fromBase64(text)
    return toBase64(bytes) === text ? bytes : refuse()
  } catch {
    return refuse()
  }
}

export function readNote(bytes: Uint8Array): Note {
  if (bytes.length > maxNote) return refuse()
  let whole: string
  try {
    whole = fromUtf8(bytes)
  } catch {
    return refuse()
  }
  const end = whole.lastIndexOf('\n\n')
  // Control characters have no place in a note (C2SP signed-note).
  if (end < 1 || !whole.endsWith('\n') || [...whole].some((c) => c < ' ' && c !== '\n')) return refuse()
  const signatures = whole
    .slice(end + 2, -1)
    .split('\n')
    .map((text) => {
      const [, name, value] = line.exec(text) ?? refuse()
      const raw = strictBase64(value!)
      return raw.length > 4 ? { name: name!, keyId: raw.slice(0, 4), signature: raw.slice(4) } : refuse()
    })
  return { text: whole.slice(0, end + 1), signatures }
}

/** Four bytes that tell one key of a name from another. */
export const keyIdOf = async ({ name, publicKey }: NoteKey): Promise<Bytes> =>
  (await digest('SHA-256', concat(utf8(`${name}\n`), ed25519, publicKey))).slice(0, 4)

/** The key as other programs are given it: `name+id+key`. */
export async function verifierKey(key: NoteKey): Promise<string> {
  const id = Array.from(await keyIdOf(key), (b) => b.toString(16).padStart(2, '0')).join('')
  return `${key.name}+${id}+${toBase64(concat(ed25519, key.publicKey))}`
}

/** Throws unless the key signed the note. Signatures of keys that the reader does not know are passed over, as C2SP asks. */
export async function checkNote(note: Note, key: NoteKey): Promise<void> {
  const id = await keyIdOf(key)
  const ours = note.signatures.filter((s) => s.name === key.name && equal(s.keyId, id))
  if (ours.length !== 1) throw new ProofError('checkpoint-not-signed')
  const imported = await globalThis.crypto.subtle.importKey('raw', key.publicKey, 'Ed25519', false, ['verify'])
  if (!(await globalThis.crypto.subtle.verify('Ed25519', imported, ours[0]!.signature, utf8(note.text))))
    throw new ProofError('checkpoint-not-signed')
}

/** One line of a note for a signature by a key. */
export const signatureLine = async (key: NoteKey, signature: Uint8Array) =>
  `— ${key.name} ${toBase64(concat(await keyIdOf(key), signature))}\n`
