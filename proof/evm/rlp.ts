import { concat, type Bytes } from '../bytes.ts'
import { ProofError } from '../report.ts'

/** One RLP value (Ethereum yellow paper, appendix B): a string of bytes, or a list. `raw` is its whole encoding. */
export type Rlp = { raw: Bytes; bytes: Bytes; items?: undefined } | { raw: Bytes; bytes?: undefined; items: Rlp[] }

const fail = (what: string): never => {
  throw new ProofError('bad-rlp', { what })
}

/** Nothing of ours is deeper; whoever nests further wants the stack. */
const maxDepth = 16

/** Reads exactly one value and refuses every encoding but the shortest, so that no bit can move unseen. */
export function readRlp(bytes: Uint8Array): Rlp {
  const source = new Uint8Array(bytes)
  const { value, next } = readOne(source, 0, source.length, 0)
  return next === source.length ? value : fail('trailing-bytes')
}

function readOne(source: Bytes, start: number, end: number, depth: number): { value: Rlp; next: number } {
  if (depth > maxDepth) fail('too-deep')
  const first = start < end ? source[start]! : fail('length')
  if (first < 0x80)
    return {
      value: { raw: source.subarray(start, start + 1), bytes: source.subarray(start, start + 1) },
      next: start + 1,
    }
  const isList = first >= 0xc0
  const { length, at } = readLength(source, start, end, first - (isList ? 0xc0 : 0x80))
  const next = at + length
  if (next > end) fail('length')
  const raw = source.subarray(start, next)
  if (isList) return { value: { raw, items: readAll(source, at, next, depth + 1) }, next }
  const bytes = source.subarray(at, next)
  if (length === 1 && bytes[0]! < 0x80) fail('not-shortest')
  return { value: { raw, bytes }, next }
}

function readLength(source: Bytes, start: number, end: number, short: number): { length: number; at: number } {
  if (short <= 55) return { length: short, at: start + 1 }
  const count = short - 55
  const at = start + 1 + count
  if (count > 4 || at > end) fail('length')
  let length = 0
  for (let i = start + 1; i < at; i++) length = length * 256 + source[i]!
  if (length <= 55 || source[start + 1] === 0) fail('not-shortest')
  return { length, at }
}

function readAll(source: Bytes, start: number, end: number, depth: number): Rlp[] {
  const items: Rlp[] = []
  for (let at = start; at < end;) {
    const { value, next } = readOne(source, at, end, depth)
    items.push(value)
    at = next
  }
  return items
}

export const stringOf = (value: Rlp | undefined, what: string): Bytes => value?.bytes ?? fail(what)
export const itemsOf = (value: Rlp | undefined, what: string): Rlp[] => value?.items ?? fail(what)

/** A number as RLP writes it: big-endian, without a leading zero. */
export function integerOf(value: Rlp | undefined, what: string): bigint {
  const bytes = stringOf(value, what)
  if (bytes.length > 32 || bytes[0] === 0) fail(what)
  return bytes.reduce((sum, b) => sum * 256n + BigInt(b), 0n)
}

/** The same where a number of JavaScript holds it exactly. */
export function safeIntegerOf(value: Rlp | undefined, what: string): number {
  const integer = integerOf(value, what)
  return integer <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(integer) : fail(what)
}

export const writeString = (bytes: Uint8Array): Bytes =>
  bytes.length === 1 && bytes[0]! < 0x80 ? concat(bytes) : concat(writeLength(0x80, bytes.length), bytes)

export function writeList(...items: Uint8Array[]): Bytes {
  const content = concat(...items)
  return concat(writeLength(0xc0, content.length), content)
}

export function writeInteger(value: bigint | number): Bytes {
  const digits: number[] = []
  for (let rest = BigInt(value); rest; rest >>= 8n) digits.unshift(Number(rest & 0xffn))
  return writeString(Uint8Array.from(digits))
}

function writeLength(offset: number, length: number): Bytes {
  if (length <= 55) return Uint8Array.of(offset + length)
  const digits: number[] = []
  for (let rest = length; rest; rest = Math.floor(rest / 256)) digits.unshift(rest % 256)
  return Uint8Array.of(offset + 55 + digits.length, ...digits)
}
