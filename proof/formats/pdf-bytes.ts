import { fromHex, latin1, type Bytes } from '../bytes.ts'
import { ProofError } from '../report.ts'

export interface SignedPdf {
  /** What is signed: the whole file but the signature value. */
  content: Bytes
  signature: Bytes
  /** Values of our own entries in the document information. */
  info: Map<string, string>
}

const fail = (what: string): never => {
  throw new ProofError('bad-pdf', { what })
}

/**
 * Finds the one signature (ISO 32000-1 §12.8.1) and insists that its byte range is the whole file around it. What we draw is made in one
 * revision, so any second end-of-file marker or cross-reference is something added afterwards.
 */
export function readSignedPdf(bytes: Bytes): SignedPdf {
  const text = latin1(bytes)
  if (!text.startsWith('%PDF-1.')) fail('header')
  if (text.split('%%EOF').length !== 2 || text.split('startxref').length !== 2) throw new ProofError('pdf-appended')
  return readSignature(bytes, text, 0)
}

/**
 * Of a document of somebody else that we sealed by an update: the signature of the last revision, which covers the whole file, every earlier
 * revision with it. Only what that revision says of itself counts.
 */
export function readSignedUpdate(bytes: Bytes): SignedPdf {
  const text = latin1(bytes)
  if (!text.startsWith('%PDF-')) fail('header')
  const end = text.lastIndexOf('%%EOF')
  return readSignature(bytes, text, text.lastIndexOf('%%EOF', end - 1))
}

function readSignature(bytes: Bytes, text: string, from: number): SignedPdf {
  const own = text.slice(Math.max(0, from))
  const ranges = [...own.matchAll(/\/ByteRange \[ ?0 (\d+) (\d+) (\d+) *\]/g)]
  const [range] = ranges
  if (ranges.length !== 1 || !range) return fail('byte-range')
  const [before, after, rest] = range.slice(1).map(Number) as [number, number, number]
  if (before < from || after <= before || after + rest !== bytes.length || !/\n%%EOF\n?$/.test(own))
    throw new ProofError('pdf-appended')
  return {
    content: joined(bytes, before, after),
    signature: readContents(text.slice(before, after)),
    info: readInfo(own),
  }
}

function joined(bytes: Bytes, before: number, after: number): Bytes {
  const content = new Uint8Array(before + bytes.length - after)
  content.set(bytes.subarray(0, before))
  content.set(bytes.subarray(after), before)
  return content
}

/** `<hex of the CMS, zeros up to the reserved length>`, in lower case only: no digit may have two spellings. */
function readContents(gap: string): Bytes {
  const [, hex] = /^<([0-9a-f]+)>$/.exec(gap) ?? []
  if (!hex || hex.length % 2 || !hex.startsWith('30')) return fail('contents')
  const total = 2 * derLength(fromHex(hex.slice(0, 12)))
  if (total > hex.length || /[^0]/.test(hex.slice(total))) fail('contents')
  return fromHex(hex.slice(0, total))
}

function derLength(head: Bytes): number {
  const first = head[1] ?? 0
  if (first < 0x80) return first + 2
  const count = first & 0x7f
  if (count < 1 || count > 4) return fail('contents')
  return head.subarray(2, 2 + count).reduce((sum, b) => sum * 256 + b, 0) + 2 + count
}

function readInfo(text: string): Map<string, string> {
  const found = new Map<string, string>()
  for (const [, key, value] of text.matchAll(/\/(EvidenceSHA256|EvidenceNumber|PaperSHA256) \(([0-9a-f]{1,64})\)/g)) {
    if (found.has(key!)) fail('info')
    found.set(key!, value!)
  }
  return found
}
