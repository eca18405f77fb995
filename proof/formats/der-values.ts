import { latin1, toHex, type Bytes } from '../bytes.ts'
import { tags, type Der } from './der.ts'
import { ProofError } from '../report.ts'

const fail = (what: string): never => {
  throw new ProofError('bad-der', { what })
}

export function expectTag(node: Der | undefined, tag: number): Der {
  if (node?.tag !== tag) return fail(`expected-tag-${tag}`)
  return node
}

/** The members of a SEQUENCE or other constructed value, whose tag is checked. */
export const members = (node: Der | undefined, tag: number = tags.sequence) => expectTag(node, tag).children

/** The members when there are exactly so many. */
export function exactly(node: Der | undefined, count: number, tag: number = tags.sequence): Der[] {
  const list = members(node, tag)
  if (list.length !== count) fail(`expected-${count}-members`)
  return list
}

/** The longest that is in use has 128 bits (2.25.<uuid>). */
const longestArc = 1n << 200n

export function readOid(node: Der | undefined): string {
  const arcs: bigint[] = []
  let value = 0n
  for (const byte of expectTag(node, tags.oid).content) {
    value = (value << 7n) | BigInt(byte & 0x7f)
    if (value > longestArc) fail('oid')
    if (byte < 0x80) {
      arcs.push(value)
      value = 0n
    }
  }
  const head = arcs.shift() ?? 0n
  const first = head < 80n ? head / 40n : 2n
  return [first, head - first * 40n, ...arcs].join('.')
}

export function readInteger(node: Der | undefined): bigint {
  const { content } = expectTag(node, tags.integer)
  if (!content.length) fail('integer')
  // In one step: adding byte after byte takes the square of their number, minutes for one that fills a file.
  return BigInt.asIntN(content.length * 8, BigInt(`0x${toHex(content)}`))
}

export const readOctets = (node: Der | undefined): Bytes => expectTag(node, tags.octetString).content

/** The bits when they fill whole bytes, as keys and signatures do. */
export function readBits(node: Der | undefined): Bytes {
  const { content } = expectTag(node, tags.bitString)
  return content[0] === 0 ? content.subarray(1) : fail('bit-string')
}

export const readBoolean = (node: Der | undefined) => expectTag(node, tags.boolean).content[0] === 0xff

/** UTCTime or GeneralizedTime in the DER form: seconds present, no fraction ending in 0, `Z`. */
export function readTime(node: Der | undefined): Date {
  const text = latin1(node?.content ?? fail('time'))
  const full = node?.tag === tags.utcTime ? century(text) : text
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\.\d{0,8}[1-9])?Z$/.exec(full)
  if (!parts || (node?.tag !== tags.utcTime && node?.tag !== tags.generalizedTime)) return fail('time')
  const [, y, mo, d, h, mi, s, fraction = ''] = parts
  const time = new Date(`${y}-${mo}-${d}T${h}:${mi}:${s}${fraction}Z`)
  return Number.isNaN(time.getTime()) || time.getUTCDate() !== Number(d) ? fail('time') : time
}

/** RFC 5280 §4.1.2.5.1. */
const century = (text: string) => (Number(text.slice(0, 2)) >= 50 ? '19' : '20') + text
