import { equal } from '../bytes.ts'
import { readBlob } from '../hash.ts'
import { ProofError } from '../report.ts'
import {
  failContainer as fail,
  isPlainFile,
  largeNumber as large,
  mostDirectory,
  readEntryName,
  readZip,
  viewOf as view,
  type ZipEntry,
} from './zip.ts'

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

/** Of all that has to be held because it is compressed. */
const mostUnpacked = 1024 * 1024 * 1024
/** UTF-8 names, sizes behind the data, and how hard deflate tried. */
const knownFlags = 0x0800 | 0x0008 | 0x0006
const descriptorFlag = 0x0008

/** A container as it was written, whose first entry is `first`; else as other programs write it. The entries are judged all the same. */
export async function readAnyZip(file: Blob, first: string): Promise<{ entries: ZipEntry[]; isRepacked: boolean }> {
  try {
    const entries = await readZip(file)
    if (entries[0]?.path === first) return { entries, isRepacked: false }
  } catch (error) {
    const told = (other: unknown) => Promise.reject(isToldApart(other) ? other : error)
    return { entries: await readRepackedZip(file, first).catch(told), isRepacked: true }
  }
  return { entries: await readRepackedZip(file, first), isRepacked: true }
}

/** A reason of its own, which the strict reader does not know. */
const isToldApart = (error: unknown) => error instanceof ProofError && error.code !== 'bad-container'

/**
 * Reads a ZIP as other programs write it (APPNOTE 6.3.10): deflated, in any order, with times, comments and folders. It stays strict
 * where readers differ on what an entry is: headers tell the directory's story, entries neither overlap nor leave room for others.
 * Folders and what operating systems add beside files are left out; a folder that holds all entries is taken off their paths.
 */
export async function readRepackedZip(file: Blob, first: string): Promise<ZipEntry[]> {
  const { listed, end } = await readEntries(file)
  if (listed.reduce((sum, { method, size }) => sum + (method === 0 ? 0 : size), 0) > mostUnpacked)
    throw new ProofError('unpack-first')
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
  return withoutFolder(entries, first)
}

/** The paths of a ZIP's entries by its directory, as `readRepackedZip` would give them; none where the file is no ZIP. */
export async function listZipPaths(file: Blob, first: string): Promise<string[]> {
  try {
    const { listed } = await readEntries(file)
    return withoutFolder(
      listed.filter(({ path }) => !isLeftOut(path)),
      first,
    ).map(({ path }) => path)
  } catch {
    return []
  }
}

/** Folders, and what macOS puts beside files; everything else counts, also where it has a name that systems use. */
const isLeftOut = (path: string) =>
  path.endsWith('/') || /^__MACOSX\/([^/]+\/)*\._[^/]+$/.test(path) || /^([^/]+\/)?\.DS_Store$/.test(path)

/** No part of a path is empty or leads upwards: what is left out would be unpacked all the same. */
const isPlainPath = (path: string) =>
  path
    .replace(/\/$/, '')
    .split('/')
    .every((part) => part !== '' && part !== '.' && part !== '..' && !part.includes('\\'))

/** `first` is the entry that the container began with. */
function withoutFolder<Named extends { path: string }>(entries: Named[], first: string): Named[] {
  const [folder] = entries[0]?.path.split('/') ?? []
  const prefix = `${folder}/`
  const isWrapped = folder !== undefined && entries.every(({ path }) => path.startsWith(prefix))
  if (!isWrapped || !entries.some(({ path }) => path === `${prefix}${first}`)) return entries
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

/**
 * The end of the directory (§4.3.16), with its comment. Nothing but line ends and zeros may follow, which gateways of mail append. Programs
 * look for it in different ways: the last mark of one counts, and from the directory on there is no other, nor a way to one.
 */
async function readEnd(file: Blob) {
  const from = Math.max(0, file.size - 22 - 0xffff - 1024)
  const tail = await readBlob(file.slice(from))
  const at = lastMark(tail, 0x05)
  if (at < 0 || at + 22 > tail.length) return fail('end')
  const head = view(tail.subarray(at))
  const finish = at + 22 + head.getUint16(20, true)
  if (finish > tail.length || tail.subarray(finish).some((byte) => ![0, 10, 13].includes(byte))) fail('end')
  if (head.getUint32(4, true)) fail('end')
  const end = { count: head.getUint16(10, true), size: head.getUint32(12, true), offset: head.getUint32(16, true) }
  const isLarge = end.count === 0xffff || end.size === 0xffffffff || end.offset === 0xffffffff
  const found = isLarge ? await readLargeEnd(file, from + at) : { ...end, finish: from + at }
  if (found.offset + found.size !== found.finish) fail('directory-size')
  const directory = tail.subarray(Math.max(0, found.offset - from), at)
  const comment = tail.subarray(at + 4, finish)
  if (lastMark(directory, 0x05) >= 0) fail('end')
  if ([comment, ...(isLarge ? [] : [directory])].some((bytes) => lastMark(bytes, 0x06) >= 0)) fail('end')
  return found
}

/** Where the last mark of an end (`PK`, 5) or of one of the two parts of its ZIP64 form (`PK`, 6) stands; -1 where there is none. */
function lastMark(bytes: Uint8Array, kind: 0x05 | 0x06): number {
  for (
    let at = bytes.lastIndexOf(0x50, bytes.length - 4);
    at >= 0;
    at = at === 0 ? -1 : bytes.lastIndexOf(0x50, at - 1)
  ) {
    if (bytes[at + 1] !== 0x4b || bytes[at + 2] !== kind) continue
    if (bytes[at + 3] === 0x06 || (kind === 0x06 && bytes[at + 3] === 0x07)) return at
  }
  return -1
}

/** Its ZIP64 form (§4.3.14), right before it. */
async function readLargeEnd(file: Blob, before: number) {
  const start = before - 20 - 56
  if (start < 0) fail('end')
  const record = view(await readBlob(file.slice(start, before)))
  if (record.getUint32(0, true) !== 0x06064b50 || record.getUint32(56, true) !== 0x07064b50) fail('end')
  return { count: large(record, 32), size: large(record, 40), offset: large(record, 48), finish: start }
}

function readListed(bytes: Uint8Array): { item: Listed; length: number } {
  if (bytes.length < 46) fail('directory')
  const head = view(bytes)
  const [nameLength, extraLength] = [head.getUint16(28, true), head.getUint16(30, true)]
  const length = 46 + nameLength + extraLength
  if (head.getUint32(0, true) !== 0x02014b50 || length > bytes.length) fail('directory')
  const [flags, method] = [head.getUint16(8, true), head.getUint16(10, true)]
  if (flags & ~knownFlags || head.getUint16(32, true) || head.getUint16(34, true)) fail('flags')
  if (method !== 0 && method !== 8) fail('method')
  const name = bytes.subarray(46, 46 + nameLength)
  const path = readEntryName(name)
  if (!isPlainPath(path)) fail('name')
  if (!path.endsWith('/') && !isPlainFile(head.getUint32(38, true))) fail('attributes')
  const sizes = readSizes(head, bytes.subarray(46 + nameLength, 46 + nameLength + extraLength))
  if (method === 0 && sizes.packed !== sizes.size) fail('size')
  if (path.endsWith('/') && sizes.size) fail('size')
  return { item: { path, name, method, flags, ...sizes }, length }
}

/** Each that is all ones stands in the ZIP64 field (§4.5.3); other fields are times and owners, and none that some programs take for a name. */
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

/** ZIP64, NTFS and Unix times and owners, and Windows' own padding. */
const harmlessFields = new Set([0x0001, 0x000a, 0x000d, 0x5455, 0x5855, 0x7855, 0x7875, 0xa220])

/** A field of an extra part, by its id (§4.5). */
function fieldOf(extra: Uint8Array, id: number): DataView | undefined {
  for (let at = 0; at + 4 <= extra.length;) {
    const head = view(extra.subarray(at))
    const length = head.getUint16(2, true)
    if (at + 4 + length > extra.length || !harmlessFields.has(head.getUint16(0, true))) return fail('extra')
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
