import { Transformer } from '@napi-rs/image'
import { PNG } from 'pngjs'

/** A whole picture of one colour. */
export function png(width = 4, height = 3): Buffer {
  const picture = new PNG({ width, height })
  picture.data.fill(0x7f)
  return PNG.sync.write(picture)
}

interface Stamp {
  side?: number
  /** Of the ring, in pixels. */
  radius?: number
  /** Of what is beneath it: 0 is transparent. */
  ground?: number
}

/** A round seal: a red ring on white or transparent ground. */
export function sealPng({ side = 320, radius = 140, ground = 255 }: Stamp = {}): Buffer {
  const picture = new PNG({ width: side, height: side })
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++) {
      const far = Math.hypot(x - side / 2, y - side / 2)
      const isRing = far <= radius && far >= radius - 12
      picture.data.set(isRing ? [200, 20, 30, 255] : [255, 255, 255, ground], (y * side + x) * 4)
    }
  return PNG.sync.write(picture)
}

/** A part of a PNG; nobody reads its sum here. */
export function pngChunk(name: string, body: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(body.length)
  head.write(name, 4, 'latin1')
  return Buffer.concat([head, body, Buffer.alloc(4)])
}

/** The same picture with a part behind its header. */
export const withChunk = (picture: Buffer, name: string, body: Buffer) =>
  Buffer.concat([picture.subarray(0, 33), pngChunk(name, body), picture.subarray(33)])

/** The header alone claims another size. */
export function claiming(picture: Buffer, width: number, height: number): Buffer {
  const copy = Buffer.from(picture)
  copy.writeUInt32BE(width, 16)
  copy.writeUInt32BE(height, 20)
  return copy
}

const segment = (marker: number, body: Buffer | string) => {
  const bytes = Buffer.from(body)
  return Buffer.concat([Buffer.from([0xff, marker, (bytes.length + 2) >> 8, (bytes.length + 2) & 0xff]), bytes])
}

/** A JPEG by its structure, with what phones write into theirs. */
export function jpeg({ width = 4, height = 3, exif = '' } = {}): Buffer {
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xe0, 'JFIF\0\u0001\u0001\0\0\u0001\0\u0001\0\0'),
    ...(exif ? [segment(0xe1, `Exif\0\0${exif}`), segment(0xfe, exif), segment(0xe2, exif)] : []),
    segment(0xdb, Buffer.alloc(65)),
    segment(0xc0, Buffer.from([8, height >> 8, height & 0xff, width >> 8, width & 0xff, 1, 1, 0x11, 0])),
    segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
    Buffer.from([0x12, 0xff, 0x00, 0x34, 0xff, 0xd0, 0x56, 0xff, 0xd9]),
  ])
}

const riffChunk = (name: string, body: Buffer) => {
  const head = Buffer.alloc(8)
  head.write(name, 'latin1')
  head.writeUInt32LE(body.length, 4)
  return Buffer.concat([head, body, Buffer.alloc(body.length % 2)])
}

/** An extended WebP by its structure. */
export function webp({
  width = 4,
  height = 3,
  exif = '',
  inner = { width, height },
  flags = exif ? 0x0c : 0,
}: {
  width?: number
  height?: number
  exif?: string
  inner?: { width: number; height: number }
  flags?: number
} = {}): Buffer {
  const head = Buffer.alloc(10)
  head[0] = flags
  head.writeUIntLE(width - 1, 4, 3)
  head.writeUIntLE(height - 1, 7, 3)
  const frame = Buffer.concat([
    Buffer.from([
      0,
      0,
      0,
      0x9d,
      0x01,
      0x2a,
      inner.width & 0xff,
      inner.width >> 8,
      inner.height & 0xff,
      inner.height >> 8,
    ]),
    Buffer.alloc(7),
  ])
  const parts = Buffer.concat([
    Buffer.from('WEBP'),
    riffChunk('VP8X', head),
    riffChunk('VP8 ', frame),
    ...(exif ? [riffChunk('EXIF', Buffer.from(exif)), riffChunk('XMP ', Buffer.from(exif))] : []),
  ])
  const riff = Buffer.alloc(8, 'RIFF')
  riff.writeUInt32LE(parts.length, 4)
  return Buffer.concat([riff, parts])
}

export const dataUrl = (bytes: Buffer, kind = 'image/png') => `data:${kind};base64,${bytes.toString('base64')}`

/** A form with fields and one file, as a browser sends it. */
export function formOf(
  {
    file,
    name = 'picture.png',
    ...fields
  }: { file?: Buffer; name?: string; [field: string]: Buffer | string | undefined },
  token?: string,
) {
  const part = (head: string, body: Buffer | string) =>
    Buffer.concat([
      Buffer.from(`--b\r\ncontent-disposition: form-data; ${head}\r\n\r\n`),
      Buffer.from(body),
      Buffer.from('\r\n'),
    ])
  const parts = Object.entries(fields).map(([key, value]) => part(`name="${key}"`, String(value)))
  if (file) parts.push(part(`name="file"; filename="${name}"`, file))
  return {
    payload: Buffer.concat([...parts, Buffer.from('--b--\r\n')]),
    headers: { 'content-type': 'multipart/form-data; boundary=b', ...(token ? { 'x-auth-token': token } : {}) },
  }
}

/** Slopes, edges and a grain that is the same each time: pixels that weigh about what those of a camera do. */
function photoPixels(width: number, height: number): Buffer {
  const pixels = Buffer.alloc(width * height * 4)
  let seed = 1
  const grain = () => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff
    return (seed / 0x7fffffff - 0.5) * 14
  }
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const edge = Math.sin(x / 97) * Math.cos(y / 61) * 40 + (((x >> 7) ^ (y >> 7)) % 5) * 12
      const [at, noise] = [(y * width + x) * 4, grain()]
      pixels[at] = 100 + edge + (x / width) * 80 + noise
      pixels[at + 1] = 90 + edge / 2 + (y / height) * 90 + noise
      pixels[at + 2] = 80 + edge / 3 + (1 - x / width) * 70 + noise
      pixels[at + 3] = 255
    }
  return pixels
}

/** A picture as a camera takes it. */
export const photo = (width: number, height: number): Promise<Buffer> =>
  Transformer.fromRgbaPixels(photoPixels(width, height), width, height).jpeg(88)
