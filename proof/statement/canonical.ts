import canonicalize from 'canonicalize'
import { equal, fromUtf8, utf8, type Bytes } from '../bytes.ts'
import { ProofError } from '../report.ts'
import { type Json, refuseAt } from './shape.ts'

type Check = (value: Json) => void

/** Canonical JSON (RFC 8785): the only bytes that stand for a statement. Nothing is sealed that no reader would take. */
export function canonicalBytes(value: object, most: number, check: Check): Bytes {
  check(value as Json)
  const bytes = utf8(canonicalize(value) ?? refuseAt('$'))
  if (bytes.length > most) throw new ProofError('statement-too-large')
  return bytes
}

/** Reads such bytes. Anything but the canonical ones is refused, which rules out repeated keys and hidden white space. */
export function readCanonical<Statement>(bytes: Uint8Array, most: number, check: Check): Statement {
  if (bytes.length > most) throw new ProofError('statement-too-large')
  const value = parseJson(bytes)
  check(value)
  const canonical = canonicalize(value)
  if (canonical === undefined || !equal(utf8(canonical), bytes)) throw new ProofError('statement-not-canonical')
  return value as Statement
}

function parseJson(bytes: Uint8Array): Json {
  try {
    return JSON.parse(fromUtf8(bytes)) as Json
  } catch {
    throw new ProofError('statement-not-json')
  }
}
