/*
 * Pictures are judged by what they hold, and nothing here decodes one: a decoder meets only what fits the bounds. The
 * parts that make the picture are kept and all others left out (EXIF with places and devices, XMP, comments, colour
 * profiles, whatever hangs behind the end), so that a file that is a picture and something else too is only a picture.
 */

export interface Picture {
  mediaType: 'image/png' | 'image/jpeg' | 'image/webp'
  width: number
  height: number
  /** The picture without what says where, when and by what it was taken. */
  bare: Buffer
}

/** Undefined for whatever is no whole PNG, JPEG or still WebP. */
export function readPicture(bytes: Buffer): Picture | undefined {
  try {
    const picture = readPng(bytes) ?? readJpeg(bytes) ?? readWebp(bytes)
    return picture && picture.width > 0 && picture.height > 0 ? picture : undefined
  } catch (error) {
    // A length or a place in the file leads out of it.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** No picture within the bounds of what is sent is made of more; a file of millions of empty ones would keep everybody waiting while they are read. */
const mostParts = 20_000

/** Counts parts, and ends where there are too many. */
function partCounter() {
  let parts = 0
  return () => {
    if (++parts > mostParts) throw new RangeError('too many parts')
  }
}

/** A part of a file that must be there whole. */
function cut(bytes: Buffer, from: number, to: number): Buffer {
  if (to > bytes.length || from > to) throw new RangeError('cut off')
  return bytes.subarray(from, to)
}

const pngStart = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const pngParts = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'sBIT', 'bKGD', 'pHYs'])

function readPng(bytes: Buffer): Picture | undefined {
  if (!bytes.subarray(0, 8).equals(pngStart)) return undefined
  const [kept, seen]: [Buffer[], string[]] = [[pngStart], []]
  const count = partCounter()
  for (let at = 8; seen.at(-1) !== 'IEND';) {
    count()
    const end = at + 12 + bytes.readUInt32BE(at)
    const name = bytes.toString('latin1', at + 4, at + 8)
    const chunk = cut(bytes, at, end)
    if (pngParts.has(name)) kept.push(chunk)
    seen.push(name)
    at = end
  }
  if (seen[0] !== 'IHDR' || seen.filter((n) => n === 'IHDR').length > 1 || !seen.includes('IDAT')) return undefined
  return {
    mediaType: 'image/png',
    width: bytes.readUInt32BE(16),
    height: bytes.readUInt32BE(20),
    bare: Buffer.concat(kept),
  }
}

const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

/** JFIF's own header, and Adobe's, which says how colours are meant; of others' parts none. */
function isJpegPart(marker: number, body: Buffer): boolean {
  if (marker === 0xe0) return body.subarray(0, 5).equals(Buffer.from('JFIF\0'))
  if (marker === 0xee) return body.subarray(0, 5).equals(Buffer.from('Adobe'))
  return marker !== 0xfe && !(marker >= 0xe1 && marker <= 0xef)
}

/** Where the next marker stands behind compressed data. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 2)) {
    const next = bytes.readUInt8(at + 1)
    if (next === 0xff) at--
    else if (next !== 0 && !(next >= 0xd0 && next <= 0xd7)) return at
  }
  throw new RangeError('cut off')
}

function readJpeg(bytes: Buffer): Picture | undefined {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return undefined
  const kept = [bytes.subarray(0, 2)]
  const frames: { width: number; height: number }[] = []
  let scans = 0
  const count = partCounter()
  for (let at = 2; ;) {
    if (bytes.readUInt8(at) !== 0xff) return undefined
    const marker = bytes.readUInt8(at + 1)
    if (marker === 0xff) {
      at++
      continue
    }
    if (marker === 0xd9) break
    count()
    const end = at + 2 + bytes.readUInt16BE(at + 2)
    const body = cut(bytes, at + 4, end)
    if (isFrame(marker)) frames.push({ height: body.readUInt16BE(1), width: body.readUInt16BE(3) })
    const whole = marker === 0xda ? endOfScan(bytes, end) : end
    if (marker === 0xda) scans++
    if (isJpegPart(marker, body)) kept.push(cut(bytes, at, whole))
    at = whole
  }
  const [frame, ...more] = frames
  if (!frame || more.length || !scans) return undefined
  return { mediaType: 'image/jpeg', ...frame, bare: Buffer.concat([...kept, Buffer.from([0xff, 0xd9])]) }
}

/** Width and height that a part of a WebP claims. */
function webpSize(name: string, body: Buffer): { width: number; height: number } | undefined {
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

const webpParts = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH'])
/** Of the extended header: profile, EXIF, XMP. What they announce is left out. */
const webpLeftOut = 0x20 | 0x08 | 0x04
const animated = 0x02

function readWebp(bytes: Buffer): Picture | undefined {
  if (bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WEBP') return undefined
  const end = 8 + bytes.readUInt32LE(4)
  const kept: Buffer[] = []
  const sizes: { width: number; height: number }[] = []
  let pictures = 0
  const count = partCounter()
  for (let at = 12; at < end;) {
    count()
    const name = bytes.toString('latin1', at, at + 4)
    const length = bytes.readUInt32LE(at + 4)
    const chunk = Buffer.from(cut(bytes, at, at + 8 + length + (length % 2)))
    if (name === 'VP8X') {
      if (chunk.readUInt8(8) & animated) return undefined
      chunk.writeUInt8(chunk.readUInt8(8) & ~webpLeftOut & 0xff, 8)
    }
    if (name === 'VP8 ' || name === 'VP8L') pictures++
    const size = webpSize(name, chunk.subarray(8))
    if (size) sizes.push(size)
    if (webpParts.has(name)) kept.push(chunk)
    at += chunk.length
  }
  // The header and the picture in it may claim different sizes: the greater counts, and nothing may be absent.
  if (pictures !== 1 || sizes.some((s) => s.width === 0 || s.height === 0)) return undefined
  const body = Buffer.concat([Buffer.from('WEBP'), ...kept])
  const head = Buffer.alloc(8, 'RIFF')
  head.writeUInt32LE(body.length, 4)
  return {
    mediaType: 'image/webp',
    width: Math.max(...sizes.map((s) => s.width)),
    height: Math.max(...sizes.map((s) => s.height)),
    bare: Buffer.concat([head, body]),
  }
}
