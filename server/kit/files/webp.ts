import { exifOf } from './turn.ts'

/** Flags of the extended header, for what follows it. */
export const webpFlags = { profile: 0x20, exif: 0x08, xmp: 0x04 }
const alpha = 0x10

/** Width and height that a part of a WebP claims. */
export function webpSize(name: string, body: Buffer): { width: number; height: number } | undefined {
  if (name === 'VP8X') return { width: body.readUIntLE(4, 3) + 1, height: body.readUIntLE(7, 3) + 1 }
  if (name === 'VP8 ')
    return body.readUIntBE(3, 3) === 0x9d012a
      ? { width: body.readUInt16LE(6) & 0x3fff, height: body.readUInt16LE(8) & 0x3fff }
      : { width: 0, height: 0 }
  if (name !== 'VP8L') return undefined
  const bits = body.readUInt32LE(1)
  return body.readUInt8(0) === 0x2f
    ? { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
    : { width: 0, height: 0 }
}

function riffPart(name: string, body: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.write(name, 'latin1')
  head.writeUInt32LE(body.length, 4)
  return Buffer.concat([head, body, Buffer.alloc(body.length % 2)])
}

export const riff = (parts: readonly Buffer[]) => riffPart('RIFF', Buffer.concat([Buffer.from('WEBP'), ...parts]))

/** The parts of a WebP behind its extended header, with how the camera was held and what colours mean. */
export function withWebpFacts(
  header: Buffer,
  parts: readonly Buffer[],
  turn: number,
  profile: Buffer | undefined,
): Buffer {
  const flags = (profile ? webpFlags.profile : 0) | (turn > 1 ? webpFlags.exif : 0)
  const said = Buffer.from(header)
  said.writeUInt8(said.readUInt8(8) | flags, 8)
  return riff([
    said,
    ...(profile ? [riffPart('ICCP', profile)] : []),
    ...parts,
    ...(turn > 1 ? [riffPart('EXIF', exifOf(turn))] : []),
  ])
}

/** A WebP as an encoder gives it, whose colours mean what a profile says. */
export function withProfile(bytes: Buffer, profile: Buffer): Buffer {
  const parts: Buffer[] = []
  for (let at = 12; at < bytes.length;) {
    const length = bytes.readUInt32LE(at + 4)
    const part = bytes.subarray(at, at + 8 + length + (length % 2))
    parts.push(part)
    at += part.length
  }
  const [first] = parts
  const name = first!.toString('latin1', 0, 4)
  return name === 'VP8X'
    ? withWebpFacts(first!, parts.slice(1), 1, profile)
    : withWebpFacts(extendedHeader(name, first!.subarray(8)), parts, 1, profile)
}

function extendedHeader(name: string, picture: Buffer): Buffer {
  const { width, height } = webpSize(name, picture)!
  const body = Buffer.alloc(10)
  body.writeUInt8(name === 'VP8L' && (picture.readUInt32LE(1) >>> 28) & 1 ? alpha : 0)
  body.writeUIntLE(width - 1, 4, 3)
  body.writeUIntLE(height - 1, 7, 3)
  return riffPart('VP8X', body)
}
