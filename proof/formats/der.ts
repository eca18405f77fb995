import { compare, concat, type Bytes } from '../bytes.ts'
import { ProofError } from '../report.ts'

/** One DER value (X.690). `raw` is its whole encoding, `content` what follows the length. */
export interface Der {
  tag: number
  raw: Bytes
  content: Bytes
  children: Der[]
}

export const tags = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  null: 0x05,
  oid: 0x06,
  enumerated: 0x0a,
  utf8String: 0x0c,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
} as const

const fail = (what: string): never => {
  throw new ProofError('bad-der', { what })
}

const maxDepth = 32
/** What is signed, and who signed it, weighs kilobytes. A file full of empty values takes a hundred times its size in memory, and ends whoever reads it. */
const mostBytes = 1024 * 1024

/** Reads exactly one value and refuses every encoding that is not the distinguished one, so no bit can move unseen. */
export function readDer(bytes: Uint8Array): Der {
  if (bytes.length > mostBytes) fail('too-long')
  const source = new Uint8Array(bytes)
  const { node, next } = readOne(source, 0, 0)
  if (next !== source.length) fail('trailing-bytes')
  return node
}

function readOne(bytes: Bytes, start: number, depth: number): { node: Der; next: number } {
  if (depth > maxDepth) fail('too-deep')
  const tag = bytes[start]
  if (tag === undefined || (tag & 0x1f) === 0x1f || tag === 0) return fail('tag')
  const { length, at } = readLength(bytes, start + 1)
  const next = at + length
  if (next > bytes.length) fail('length')
  const content = bytes.subarray(at, next)
  const node: Der = { tag, raw: bytes.subarray(start, next), content, children: [] }
  if (tag & 0x20) node.children = readAll(bytes, at, next, depth + 1)
  checkPrimitive(node)
  return { node, next }
}

function readLength(bytes: Bytes, start: number): { length: number; at: number } {
  const first = bytes[start] ?? fail('length')
  if (first < 0x80) return { length: first, at: start + 1 }
  const count = first & 0x7f
  if (count === 0 || count > 4) fail('length')
  let length = 0
  for (let i = 0; i < count; i++) length = length * 256 + (bytes[start + 1 + i] ?? fail('length'))
  if (length < 0x80 || length < 256 ** (count - 1)) fail('length-not-minimal')
  return { length, at: start + 1 + count }
}

function readAll(bytes: Bytes, start: number, end: number, depth: number): Der[] {
  const nodes: Der[] = []
  let at = start
  while (at < end) {
    const { node, next } = readOne(bytes, at, depth)
    if (next > end) fail('length')
    nodes.push(node)
    at = next
  }
  return nodes
}

function checkPrimitive({ tag, content, children }: Der) {
  if (tag === tags.boolean && (content.length !== 1 || (content[0] !== 0 && content[0] !== 0xff))) fail('boolean')
  if (tag === tags.null && content.length) fail('null')
  if (tag === tags.integer) checkInteger(content)
  if (tag === tags.oid) checkOid(content)
  if (tag === tags.bitString) checkBits(content)
  if (tag === tags.set) checkSetOrder(children)
}

function checkInteger(c: Bytes) {
  if (!c.length) fail('integer')
  if (c.length > 1 && ((c[0] === 0 && c[1]! < 0x80) || (c[0] === 0xff && c[1]! >= 0x80))) fail('integer-not-minimal')
}

function checkOid(c: Bytes) {
  if (!c.length || c.at(-1)! >= 0x80) fail('oid')
  if (c.some((b, i) => b === 0x80 && (i === 0 || c[i - 1]! < 0x80))) fail('oid-not-minimal')
}

function checkBits(c: Bytes) {
  const unused = c[0] ?? fail('bit-string')
  if (unused > 7 || (c.length === 1 && unused)) fail('bit-string')
  if (unused && c.at(-1)! & ((1 << unused) - 1)) fail('bit-string-padding')
}

/** X.690 §11.6: members of a SET OF ascend. */
export function checkSetOrder(members: Der[]) {
  for (let i = 1; i < members.length; i++) if (compare(members[i - 1]!.raw, members[i]!.raw) >= 0) fail('set-order')
}

export function write(tag: number, ...parts: Uint8Array[]): Bytes {
  const content = concat(...parts)
  return concat(Uint8Array.of(tag), writeLength(content.length), content)
}

function writeLength(length: number): Bytes {
  if (length < 0x80) return Uint8Array.of(length)
  const digits: number[] = []
  for (let rest = length; rest; rest = Math.floor(rest / 256)) digits.unshift(rest % 256)
  return Uint8Array.of(0x80 | digits.length, ...digits)
}

export const sequence = (...parts: Uint8Array[]) => write(tags.sequence, ...parts)
export const setOf = (...parts: Uint8Array[]) => write(tags.set, ...parts.toSorted(compare))
export const octetString = (content: Uint8Array) => write(tags.octetString, content)
export const nullValue = () => write(tags.null)
export const booleanValue = (value: boolean) => write(tags.boolean, Uint8Array.of(value ? 0xff : 0))

export function integer(value: number | bigint): Bytes {
  let rest = BigInt(value)
  const digits: number[] = []
  do {
    digits.unshift(Number(BigInt.asUintN(8, rest)))
    rest >>= 8n
  } while (!((rest === 0n && digits[0]! < 0x80) || (rest === -1n && digits[0]! >= 0x80)))
  return write(tags.integer, Uint8Array.from(digits))
}

const written = new Map<string, Bytes>()

/** Dotted form; arcs may exceed 53 bits (2.25.<uuid>). Of the few that a program writes, each is encoded once. */
export function oid(dotted: string): Bytes {
  const known = written.get(dotted)
  if (known) return known
  const [first = 0n, second = 0n, ...rest] = dotted.split('.').map(BigInt)
  const encoded = write(tags.oid, concat(...[first * 40n + second, ...rest].map(base128)))
  written.set(dotted, encoded)
  return encoded
}

function base128(value: bigint): Bytes {
  const digits = [Number(value & 0x7fn)]
  for (let rest = value >> 7n; rest; rest >>= 7n) digits.unshift(Number(rest & 0x7fn) | 0x80)
  return Uint8Array.from(digits)
}

/** YYYYMMDDHHMMSSZ: RFC 3161 §2.4.2 allows a fraction, whole seconds are what every reader takes. */
export const generalizedTime = (at: Date) =>
  write(
    tags.generalizedTime,
    Uint8Array.from(`${at.toISOString().slice(0, 19).replace(/[-:T]/g, '')}Z`, (c) => c.charCodeAt(0)),
  )
