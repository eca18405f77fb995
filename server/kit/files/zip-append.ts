import { crc32 } from 'node:zlib'

export interface Appended {
  path: string
  bytes: Uint8Array
}

/** Where the entries of a ZIP end, and the directory behind them. */
export interface ZipEnd {
  offset: number
  size: number
  count: number
}

/** The last bytes of a ZIP, in which its end stands: the record without a comment, its ZIP64 form and their locator (APPNOTE §4.3.14–16). */
export const endLength = 22 + 20 + 56

const maxUint32 = 0xffffffff
const utf8Flag = 0x0800
/** 1980-01-01: when something was proven stands in the proof itself. */
const noDate = 0x0021

export function readZipEnd(tail: Buffer): ZipEnd {
  const at = tail.length - 22
  if (at < 0 || tail.readUInt32LE(at) !== 0x06054b50 || tail.readUInt16LE(at + 20))
    throw new Error('the package does not end as packages do')
  const end = {
    count: tail.readUInt16LE(at + 10),
    size: tail.readUInt32LE(at + 12),
    offset: tail.readUInt32LE(at + 16),
  }
  if (end.count !== 0xffff && end.size !== maxUint32 && end.offset !== maxUint32) return end
  const large = at - 20 - 56
  if (large < 0 || tail.readUInt32LE(large) !== 0x06064b50 || tail.readUInt32LE(large + 56) !== 0x07064b50)
    throw new Error('the package does not end as packages do')
  const [count, size, offset] = [32, 40, 48].map((field) => Number(tail.readBigUInt64LE(large + field)))
  return { count: count!, size: size!, offset: offset! }
}

/**
 * Everything behind the entries of a ZIP when more are appended to it, stored as they are: the new entries, the old directory
 * with them, the end. Before it stand the bytes of the old file up to its directory, unchanged. The same input gives the same bytes.
 */
export function appendedTail(end: ZipEnd, directory: Buffer, entries: readonly Appended[]): Buffer {
  const local: Buffer[] = []
  const central = [directory]
  let offset = end.offset
  for (const { path, bytes } of entries) {
    const name = Buffer.from(path)
    const sum = crc32(bytes)
    const entry = [localHeader(name, bytes.length, sum), name, Buffer.from(bytes)]
    local.push(...entry)
    central.push(listed(name, bytes.length, sum, offset))
    offset += entry.reduce((length, part) => length + part.length, 0)
  }
  const whole = Buffer.concat(central)
  return Buffer.concat([...local, whole, endOf({ offset, size: whole.length, count: end.count + entries.length })])
}

function localHeader(name: Buffer, size: number, sum: number): Buffer {
  const head = Buffer.alloc(30)
  head.writeUInt32LE(0x04034b50, 0)
  shared(head, 4, { name, size, sum })
  return head
}

/** An entry of the directory; an offset beyond 4 GiB stands in the ZIP64 field (§4.5.3). */
function listed(name: Buffer, size: number, sum: number, offset: number): Buffer {
  const isFar = offset >= maxUint32
  const head = Buffer.alloc(46)
  head.writeUInt32LE(0x02014b50, 0)
  head.writeUInt16LE((3 << 8) | 45, 4)
  shared(head, 6, { name, size, sum })
  head.writeUInt16LE(isFar ? 12 : 0, 30)
  head.writeUInt32LE((0o100644 << 16) >>> 0, 38)
  head.writeUInt32LE(isFar ? maxUint32 : offset, 42)
  if (!isFar) return Buffer.concat([head, name])
  const far = Buffer.alloc(12)
  far.writeUInt16LE(1, 0)
  far.writeUInt16LE(8, 2)
  far.writeBigUInt64LE(BigInt(offset), 4)
  return Buffer.concat([head, name, far])
}

/** From "version needed" to the length of the name, the same in both headers. */
function shared(head: Buffer, at: number, { name, size, sum }: { name: Buffer; size: number; sum: number }) {
  head.writeUInt16LE(45, at)
  head.writeUInt16LE(utf8Flag, at + 2)
  head.writeUInt16LE(noDate, at + 8)
  head.writeUInt32LE(sum, at + 10)
  head.writeUInt32LE(size, at + 14)
  head.writeUInt32LE(size, at + 18)
  head.writeUInt16LE(name.length, at + 22)
}

function endOf({ offset, size, count }: ZipEnd): Buffer {
  const isLarge = offset >= maxUint32 || size >= maxUint32 || count >= 0xffff
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  for (const at of [8, 10]) end.writeUInt16LE(isLarge ? 0xffff : count, at)
  end.writeUInt32LE(isLarge ? maxUint32 : size, 12)
  end.writeUInt32LE(isLarge ? maxUint32 : offset, 16)
  if (!isLarge) return end
  const large = Buffer.alloc(76)
  large.writeUInt32LE(0x06064b50, 0)
  large.writeBigUInt64LE(44n, 4)
  large.writeUInt16LE((3 << 8) | 45, 12)
  large.writeUInt16LE(45, 14)
  for (const at of [24, 32]) large.writeBigUInt64LE(BigInt(count), at)
  large.writeBigUInt64LE(BigInt(size), 40)
  large.writeBigUInt64LE(BigInt(offset), 48)
  large.writeUInt32LE(0x07064b50, 56)
  large.writeBigUInt64LE(BigInt(offset + size), 64)
  large.writeUInt32LE(1, 72)
  return Buffer.concat([large, end])
}
