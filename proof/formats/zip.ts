import { equal, fromUtf8 } from '../bytes.ts'
import { readBlob } from '../hash.ts'
import { ProofError } from '../report.ts'

/** One stored entry; `data` is a slice of the package, so nothing is copied until it is read. */
export interface ZipEntry {
  path: string
  data: Blob
}

interface Listed {
  path: string
  name: Uint8Array
  size: number
  offset: number
  flags: number
}

/** Refuses a container, saying what of it is wrong. */
export const failContainer = (what: string): never => {
  throw new ProofError('bad-container', { what })
}

const fail = failContainer

export const mostDirectory = 64 * 1024 * 1024
const utf8Flag = 0x0800
const descriptorFlag = 0x0008
export const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/**
 * Reads a ZIP (APPNOTE 6.3.10) of the one kind a package may be: stored entries, back to back from the first byte to the
 * directory, no comments, no encryption, one disk. What the directory lists is all there is: no byte lies between entries.
 * Dates, permissions and CRC-32 are not read: digests do better what the CRC does. Of attributes it is read that an entry is a file.
 */
export async function readZip(file: Blob): Promise<ZipEntry[]> {
  const end = await readEnd(file)
  const listed = readDirectory(await readBlob(file.slice(end.offset, end.offset + end.size)), end.count)
  const entries: ZipEntry[] = []
  let at = 0
  for (const [i, item] of listed.entries()) {
    if (item.offset !== at) fail('gap')
    const start = await readLocalHeader(file, item)
    const next = listed[i + 1]?.offset ?? end.offset
    await checkDescriptor(file, item, start + item.size, next)
    entries.push({ path: item.path, data: file.slice(start, start + item.size) })
    at = next
  }
  return at === end.offset ? entries : fail('gap')
}

interface End {
  count: number
  size: number
  offset: number
}

/** End of central directory, §4.3.16; its ZIP64 form, §4.3.14, stands before it when a field overflows. */
async function readEnd(file: Blob): Promise<End> {
  if (file.size < 22) fail('end')
  const tail = viewOf(await readBlob(file.slice(file.size - 22)))
  if (tail.getUint32(0, true) !== 0x06054b50 || tail.getUint32(4, true) || tail.getUint16(20, true)) fail('end')
  const end = { count: tail.getUint16(10, true), size: tail.getUint32(12, true), offset: tail.getUint32(16, true) }
  const large = end.count === 0xffff || end.size === 0xffffffff || end.offset === 0xffffffff
  const found = large ? await readLargeEnd(file) : { ...end, finish: file.size - 22 }
  if (found.offset + found.size !== found.finish || found.size > mostDirectory) fail('directory-size')
  if (!large && tail.getUint16(8, true) !== end.count) fail('end')
  return found
}

async function readLargeEnd(file: Blob): Promise<End & { finish: number }> {
  const start = file.size - 22 - 20 - 56
  if (start < 0) fail('end')
  const record = viewOf(await readBlob(file.slice(start, start + 76)))
  const signatures = record.getUint32(0, true) === 0x06064b50 && record.getUint32(56, true) === 0x07064b50
  if (
    !signatures ||
    largeNumber(record, 4) !== 44 ||
    largeNumber(record, 64) !== start ||
    record.getUint32(72, true) !== 1
  )
    fail('end')
  if (largeNumber(record, 24) !== largeNumber(record, 32)) fail('end')
  return {
    count: largeNumber(record, 32),
    size: largeNumber(record, 40),
    offset: largeNumber(record, 48),
    finish: start,
  }
}

/** An eight-byte number that JavaScript holds exactly. */
export function largeNumber(bytes: DataView, at: number): number {
  if (at + 8 > bytes.byteLength) return fail('number')
  const value = Number(bytes.getBigUint64(at, true))
  return Number.isSafeInteger(value) ? value : fail('number')
}

function readDirectory(bytes: Uint8Array, count: number): Listed[] {
  const listed: Listed[] = []
  let at = 0
  while (at < bytes.length) {
    const { item, length } = readListed(bytes.subarray(at))
    listed.push(item)
    at += length
  }
  if (listed.length !== count || !count) fail('count')
  return listed
}

function readListed(bytes: Uint8Array): { item: Listed; length: number } {
  if (bytes.length < 46) fail('directory')
  const head = viewOf(bytes)
  const nameLength = head.getUint16(28, true)
  const extraLength = head.getUint16(30, true)
  const length = 46 + nameLength + extraLength
  const flags = head.getUint16(8, true)
  if (head.getUint32(0, true) !== 0x02014b50 || length > bytes.length) fail('directory')
  if (head.getUint16(10, true) !== 0) fail('compressed')
  if (flags & ~(utf8Flag | descriptorFlag) || head.getUint16(32, true) || head.getUint16(34, true)) fail('flags')
  if (!isPlainFile(head.getUint32(38, true))) fail('attributes')
  const name = bytes.subarray(46, 46 + nameLength)
  const sizes = readSizes(head, bytes.subarray(46 + nameLength, length))
  return { item: { path: readEntryName(name), name, flags, ...sizes }, length }
}

/** By its type in the high half, as Unix has it, and not a folder in the low one: what unpacks a link would put another file in its place. */
export const isPlainFile = (attributes: number) => [0, 8].includes(attributes >>> 28) && !(attributes & 0x10)

export function readEntryName(name: Uint8Array): string {
  try {
    return fromUtf8(name)
  } catch {
    return fail('name')
  }
}

/** Sizes and offset; each that is all ones stands in the ZIP64 field (§4.5.3), the only extra field taken. */
function readSizes(head: DataView, extra: Uint8Array): { size: number; offset: number } {
  const values = [head.getUint32(24, true), head.getUint32(20, true), head.getUint32(42, true)]
  const field = viewOf(extra)
  if (
    extra.length &&
    (extra.length < 4 || field.getUint16(0, true) !== 1 || field.getUint16(2, true) !== extra.length - 4)
  )
    fail('extra')
  let at = 4
  const [size, stored, offset] = values.map((value) => {
    if (value !== 0xffffffff) return value
    if (at + 8 > extra.length) return fail('extra')
    at += 8
    return largeNumber(field, at - 8)
  })
  if (extra.length && at !== extra.length) fail('extra')
  if (size === undefined || offset === undefined || size !== stored) return fail('size')
  return { size, offset }
}

/** Returns where the data starts. The header must tell the same story as the directory. */
async function readLocalHeader(file: Blob, item: Listed): Promise<number> {
  const start = item.offset + 30 + item.name.length
  const bytes = await readBlob(file.slice(item.offset, start))
  if (bytes.length !== 30 + item.name.length) fail('local-header')
  const head = viewOf(bytes)
  if (head.getUint32(0, true) !== 0x04034b50 || head.getUint16(6, true) !== item.flags || head.getUint16(8, true))
    fail('local-header')
  if (head.getUint16(26, true) !== item.name.length || head.getUint16(28, true)) fail('local-header')
  if (!equal(bytes.subarray(30), item.name)) fail('names-differ')
  const sizes = [head.getUint32(18, true), head.getUint32(22, true)]
  const expected = item.flags & descriptorFlag ? 0 : item.size
  if (sizes.some((s) => s !== expected)) fail('sizes-differ')
  return start
}

/** Data descriptor (§4.3.9) of entries whose CRC was not known beforehand: 16 bytes, 24 in ZIP64. */
async function checkDescriptor(file: Blob, item: Listed, start: number, next: number) {
  const length = next - start
  if (!(item.flags & descriptorFlag)) return length === 0 ? undefined : fail('gap')
  if (length !== 16 && length !== 24) return fail('gap')
  const bytes = viewOf(await readBlob(file.slice(start, next)))
  const sizes =
    length === 16
      ? [bytes.getUint32(8, true), bytes.getUint32(12, true)]
      : [largeNumber(bytes, 8), largeNumber(bytes, 16)]
  if (bytes.getUint32(0, true) !== 0x08074b50 || sizes.some((s) => s !== item.size)) fail('descriptor')
  return undefined
}
