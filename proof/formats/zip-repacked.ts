import { equal, fromUtf8 } from '../bytes.ts'
import { readBlob } from '../hash.ts'
import { ProofError } from '../report.ts'
import type { ZipEntry } from './zip.ts'

/** One entry as the directory names it. */
interface Listed {
  path: string
  name: Uint8Array
  method: number
  flags: number
  packed: number
  size: number
  offset: number
}

const fail = (what: string): never => {
  throw new ProofError('bad-container', { what })
}

const view = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** Of the directory, and of all that is unpacked. */
const mostDirectory = 64 * 1024 * 1024
const mostUnpacked = 1024 * 1024 * 1024
/** UTF-8 names, sizes behind the data, and how hard deflate tried. */
const knownFlags = 0x0800 | 0x0008 | 0x0006
const descriptorFlag = 0x0008

/**
 * Reads a ZIP as other programs write it (APPNOTE 6.3.10): deflated, in any order, with times, comments and folders. It stays strict
 * where readers differ on what an entry is: headers tell the directory's story, entries neither overlap nor leave room for others.
 * Folders and what operating systems add are left out; a folder that holds all entries is taken off their paths.
 */
export async function readRepackedZip(file: Blob): Promise<ZipEntry[]> {
  const { listed, end } = await readEntries(file)
  if (listed.reduce((sum, { size }) => sum + size, 0) > mostUnpacked) fail('unpacked-size')
  const starts: number[] = []
  let at = 0
  for (const item of listed) {
    if (item.offset !== at) fail('gap')
    const start = await readLocalHeader(file, item)
    starts.push(start)
    at = await behind(file, item, start + item.packed)
  }
  if (at !== end) fail('gap')
  const entries: ZipEntry[] = []
  for (const [i, item] of listed.entries()) {
    if (isLeftOut(item.path)) continue
    const packed = file.slice(starts[i], starts[i]! + item.packed)
    entries.push({ path: item.path, data: item.method === 8 ? await inflate(packed, item.size) : packed })
  }
  return withoutFolder(entries)
}

/** The paths of a ZIP's entries by its directory, as `readRepackedZip` would give them; none where the file is no ZIP. */
export async function listZipPaths(file: Blob): Promise<string[]> {
  try {
    const { listed } = await readEntries(file)
    return withoutFolder(listed.filter(({ path }) => !isLeftOut(path))).map(({ path }) => path)
  } catch {
    return []
  }
}

/** Folders, and what macOS and Windows put beside files. */
const isLeftOut = (path: string) =>
  path.endsWith('/') ||
  path.startsWith('__MACOSX/') ||
  ['.DS_Store', 'Thumbs.db', 'desktop.ini'].includes(path.split('/').at(-1)!)

function withoutFolder<Named extends { path: string }>(entries: Named[]): Named[] {
  const [folder] = entries[0]?.path.split('/') ?? []
  const prefix = `${folder}/`
  const isWrapped = entries.every(({ path }) => path.startsWith(prefix))
  if (!isWrapped || !entries.some(({ path }) => path === `${prefix}mimetype`)) return entries
  return entries.map((entry) => ({ ...entry, path: entry.path.slice(prefix.length) }))
}

async function readEntries(file: Blob): Promise<{ listed: Listed[]; end: number }> {
  const { count, size, offset } = await readEnd(file)
  if (size > mostDirectory) fail('directory-size')
  const bytes = await readBlob(file.slice(offset, offset + size))
  const listed: Listed[] = []
  for (let at = 0; at < bytes.length;) {
    const { item, length } = readListed(bytes.subarray(at))
    listed.push(item)
    at += length
  }
  if (listed.length !== count || !count) fail('count')
  return { listed: listed.toSorted((a, b) => a.offset - b.offset), end: offset }
}

/** The last end of a directory (§4.3.16), with its comment. Nothing but line ends and zeros may follow, which gateways of mail append. */
async function readEnd(file: Blob) {
  const from = Math.max(0, file.size - 22 - 0xffff - 1024)
  const tail = await readBlob(file.slice(from))
  for (let at = tail.length - 22; at >= 0; at--) {
    const head = view(tail.subarray(at))
    if (head.getUint32(0, true) !== 0x06054b50) continue
    const finish = at + 22 + head.getUint16(20, true)
    if (finish > tail.length || tail.subarray(finish).some((byte) => ![0, 10, 13].includes(byte))) continue
    if (head.getUint32(4, true)) fail('end')
    const end = { count: head.getUint16(10, true), size: head.getUint32(12, true), offset: head.getUint32(16, true) }
    const isLarge = end.count === 0xffff || end.size === 0xffffffff || end.offset === 0xffffffff
    const found = isLarge ? await readLargeEnd(file, from + at) : { ...end, finish: from + at }
    return found.offset + found.size === found.finish ? found : fail('directory-size')
  }
  return fail('end')
}

/** Its ZIP64 form (§4.3.14), right before it. */
async function readLargeEnd(file: Blob, before: number) {
  const start = before - 20 - 56
  if (start < 0) fail('end')
  const record = view(await readBlob(file.slice(start, before)))
  if (record.getUint32(0, true) !== 0x06064b50 || record.getUint32(56, true) !== 0x07064b50) fail('end')
  return { count: large(record, 32), size: large(record, 40), offset: large(record, 48), finish: start }
}

function large(bytes: DataView, at: number): number {
  if (at + 8 > bytes.byteLength) return fail('number')
  const value = Number(bytes.getBigUint64(at, true))
  return Number.isSafeInteger(value) ? value : fail('number')
}

function readListed(bytes: Uint8Array): { item: Listed; length: number } {
  if (bytes.length < 46) fail('directory')
  const head = view(bytes)
  const [nameLength, extraLength] = [head.getUint16(28, true), head.getUint16(30, true)]
  const length = 46 + nameLength + extraLength + head.getUint16(32, true)
  if (head.getUint32(0, true) !== 0x02014b50 || length > bytes.length) fail('directory')
  const [flags, method] = [head.getUint16(8, true), head.getUint16(10, true)]
  if (flags & ~knownFlags || head.getUint16(34, true)) fail('flags')
  if (method !== 0 && method !== 8) fail('method')
  const name = bytes.subarray(46, 46 + nameLength)
  const path = readName(name)
  if (!path.endsWith('/') && !isPlainFile(head.getUint32(38, true))) fail('attributes')
  const sizes = readSizes(head, bytes.subarray(46 + nameLength, 46 + nameLength + extraLength))
  if (method === 0 && sizes.packed !== sizes.size) fail('size')
  return { item: { path, name, method, flags, ...sizes }, length }
}

/** What unpacks a link would put another file in its place. */
const isPlainFile = (attributes: number) => [0, 8].includes(attributes >>> 28) && !(attributes & 0x10)

function readName(name: Uint8Array): string {
  try {
    return fromUtf8(name)
  } catch {
    return fail('name')
  }
}

/** Each that is all ones stands in the ZIP64 field (§4.5.3); other fields are times and owners. */
function readSizes(head: DataView, extra: Uint8Array): Pick<Listed, 'packed' | 'size' | 'offset'> {
  const field = fieldOf(extra, 1)
  let at = 0
  const [size, packed, offset] = [24, 20, 42].map((position) => {
    const value = head.getUint32(position, true)
    if (value !== 0xffffffff) return value
    if (!field) return fail('extra')
    at += 8
    return large(field, at - 8)
  })
  return { size: size!, packed: packed!, offset: offset! }
}

/** A field of an extra part, by its id (§4.5). */
function fieldOf(extra: Uint8Array, id: number): DataView | undefined {
  for (let at = 0; at + 4 <= extra.length;) {
    const head = view(extra.subarray(at))
    const length = head.getUint16(2, true)
    if (at + 4 + length > extra.length) return fail('extra')
    if (head.getUint16(0, true) === id) return view(extra.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return undefined
}

/** Gives where the data begins. Name, method and flags are the directory's, and so are sizes that are told here. */
async function readLocalHeader(file: Blob, item: Listed): Promise<number> {
  const head = view(await readBlob(file.slice(item.offset, item.offset + 30)))
  if (head.byteLength < 30 || head.getUint32(0, true) !== 0x04034b50) return fail('local-header')
  if (head.getUint16(6, true) !== item.flags || head.getUint16(8, true) !== item.method) fail('local-header')
  const [nameLength, extraLength] = [head.getUint16(26, true), head.getUint16(28, true)]
  const start = item.offset + 30 + nameLength + extraLength
  const rest = await readBlob(file.slice(item.offset + 30, start))
  if (!equal(rest.subarray(0, nameLength), item.name)) fail('names-differ')
  if (!(item.flags & descriptorFlag)) {
    const field = fieldOf(rest.subarray(nameLength), 1)
    const told = [22, 18].map((position, i) => {
      const value = head.getUint32(position, true)
      return value === 0xffffffff && field ? large(field, i * 8) : value
    })
    if (told[0] !== item.size || told[1] !== item.packed) fail('sizes-differ')
  }
  return start
}

/** Gives where the next entry begins: behind the data, or behind its descriptor (§4.3.9), whose mark and width programs choose. */
async function behind(file: Blob, { flags, packed, size }: Listed, at: number): Promise<number> {
  if (!(flags & descriptorFlag)) return at
  const bytes = view(await readBlob(file.slice(at, at + 24)))
  for (const marked of [4, 0]) {
    if (marked && (bytes.byteLength < 4 || bytes.getUint32(0, true) !== 0x08074b50)) continue
    const first = marked + 4
    if (
      bytes.byteLength >= first + 8 &&
      bytes.getUint32(first, true) === packed &&
      bytes.getUint32(first + 4, true) === size
    )
      return at + first + 8
    if (bytes.byteLength >= first + 16 && large(bytes, first) === packed && large(bytes, first + 8) === size)
      return at + first + 16
  }
  return fail('descriptor')
}

/** Unpacks a raw deflate stream (RFC 1951) that has to give exactly `size` bytes. More are never held. */
async function inflate(packed: Blob, size: number): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  let open = size
  const reader = packed.stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader()
  try {
    for (let piece = await reader.read(); !piece.done && open >= 0; piece = await reader.read()) {
      open -= piece.value.length
      parts.push(piece.value)
    }
  } catch {
    return fail('compressed')
  }
  if (open < 0) await reader.cancel().catch(() => {})
  return open === 0 ? new Blob(parts) : fail('compressed')
}
