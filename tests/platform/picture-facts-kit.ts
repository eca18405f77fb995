import { deflateSync } from 'node:zlib'
import { withChunk } from '../kit/pictures.ts'

/** EXIF as phones write it: how it was held, who made the phone, its number, where, a note of the maker's, and a thumbnail. */
export function phoneExif(turn: number, secret: string, isLittle = true): Buffer {
  const text = Buffer.from(`${secret}\0`)
  const entries: [tag: number, type: number, count: number, value: number | Buffer][] = [
    [0x010f, 2, text.length, text],
    [0x0112, 3, 1, turn],
    [0x8825, 4, 1, 0],
    [0x927c, 7, text.length, text],
    [0xa431, 2, text.length, text],
  ]
  const table = Buffer.alloc(8 + 2 + entries.length * 12 + 4)
  const [short, long] = isLittle
    ? (['writeUInt16LE', 'writeUInt32LE'] as const)
    : (['writeUInt16BE', 'writeUInt32BE'] as const)
  table.write(isLittle ? 'II*\0' : 'MM\0*', 'latin1')
  table[long](8, 4)
  table[short](entries.length, 8)
  const behind: Buffer[] = []
  let end = table.length
  for (const [i, [tag, type, count, value]] of entries.entries()) {
    const at = 10 + i * 12
    table[short](tag, at)
    table[short](type, at + 2)
    table[long](count, at + 4)
    if (typeof value === 'number') table[type === 3 ? short : long](value, at + 8)
    else {
      table[long](end, at + 8)
      behind.push(value)
      end += value.length
    }
  }
  return Buffer.concat([table, ...behind, Buffer.from(`thumbnail ${secret}`)])
}

const s15 = (value: number) => Math.round(value * 65_536)
function xyz(...values: number[]): Buffer {
  const body = Buffer.alloc(20)
  body.write('XYZ ', 'latin1')
  for (const [i, value] of values.entries()) body.writeInt32BE(s15(value), 8 + i * 4)
  return body
}
const curve = Buffer.from('curv\0\0\0\0\0\0\0\u0001\u0002\u0033', 'latin1')

/** The profile of Display P3 as far as colours go, which names a device in every place that it has for that. */
export function p3Profile(secret: string): Buffer {
  const tags: [string, Buffer][] = [
    ['desc', Buffer.from(`desc\0\0\0\0${secret}`)],
    ['mmod', Buffer.from(`mmod\0\0\0\0${secret}`)],
    ['rXYZ', xyz(0.5151, 0.2412, -0.0011)],
    ['gXYZ', xyz(0.292, 0.6922, 0.0419)],
    ['bXYZ', xyz(0.1571, 0.0666, 0.7841)],
    ['wtpt', xyz(0.9642, 1, 0.8249)],
    ['rTRC', curve],
    ['gTRC', curve],
    ['bTRC', curve],
  ]
  const head = Buffer.alloc(128 + 4 + tags.length * 12)
  head.write('APPL', 4, 'latin1')
  head.writeUInt32BE(0x0400_0000, 8)
  head.write('mntrRGB XYZ ', 12, 'latin1')
  head.write('acspAPPL', 36, 'latin1')
  head.write('SERI', 48, 'latin1')
  for (const [i, value] of [0.9642, 1, 0.8249].entries()) head.writeInt32BE(s15(value), 68 + i * 4)
  head.writeUInt32BE(tags.length, 128)
  const bodies: Buffer[] = []
  let end = head.length
  for (const [i, [name, body]] of tags.entries()) {
    const padded = Buffer.concat([body, Buffer.alloc((4 - (body.length % 4)) % 4)])
    head.write(name, 132 + i * 12, 'latin1')
    head.writeUInt32BE(end, 136 + i * 12)
    head.writeUInt32BE(body.length, 140 + i * 12)
    bodies.push(padded)
    end += padded.length
  }
  head.writeUInt32BE(end)
  return Buffer.concat([head, ...bodies])
}

interface Facts {
  exif?: Buffer
  profile?: Buffer
}

const segment = (marker: number, ...parts: (Buffer | string)[]) => {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part)))
  return Buffer.concat([Buffer.from([0xff, marker, (body.length + 2) >> 8, (body.length + 2) & 0xff]), body])
}

/** The same JPEG with these, a profile in parts as small as asked for. */
export function jpegWith(picture: Buffer, { exif, profile }: Facts, part = 60_000): Buffer {
  const count = profile ? Math.ceil(profile.length / part) : 0
  return Buffer.concat([
    picture.subarray(0, 2),
    ...(exif ? [segment(0xe1, 'Exif\0\0', exif)] : []),
    ...Array.from({ length: count }, (_, i) =>
      segment(0xe2, 'ICC_PROFILE\0', Buffer.from([i + 1, count]), profile!.subarray(i * part, (i + 1) * part)),
    ),
    picture.subarray(2),
  ])
}

export function pngWith(picture: Buffer, { exif, profile }: Facts): Buffer {
  const turned = exif ? withChunk(picture, 'eXIf', exif) : picture
  return profile
    ? withChunk(turned, 'iCCP', Buffer.concat([Buffer.from('Display P3\0\0'), deflateSync(profile)]))
    : turned
}

const riffPart = (name: string, body: Buffer) => {
  const head = Buffer.alloc(8, name)
  head.writeUInt32LE(body.length, 4)
  return Buffer.concat([head, body, Buffer.alloc(body.length % 2)])
}

/** The same of a WebP that has the extended header. */
export function webpWith(picture: Buffer, { exif, profile }: Facts): Buffer {
  const header = Buffer.from(picture.subarray(12, 30))
  header[8] = (header[8] ?? 0) | (profile ? 0x20 : 0) | (exif ? 0x08 : 0)
  return riffPart(
    'RIFF',
    Buffer.concat([
      Buffer.from('WEBP'),
      header,
      ...(profile ? [riffPart('ICCP', profile)] : []),
      picture.subarray(30),
      ...(exif ? [riffPart('EXIF', Buffer.concat([Buffer.from('Exif\0\0'), exif]))] : []),
    ]),
  )
}
