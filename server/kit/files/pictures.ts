/*
 * Pictures are judged by what they hold, and nothing here decodes one: a decoder meets only what fits the bounds. The
 * parts that make the picture are kept and all others left out (EXIF with places, devices and thumbnails, XMP, comments,
 * whatever hangs behind the end), so that a file that is a picture and something else too is only a picture. The
 * camera's turn and the meaning of colours change what is seen: both are written anew, and say nothing else.
 */

import { crc32, deflateSync, inflateSync } from 'node:zlib'
import { bareProfile } from './colour-profile.ts'
import { asTurned, exifOf, turnOf } from './turn.ts'
import { riff, webpFlags, webpSize, withWebpFacts } from './webp.ts'

export interface Picture {
  mediaType: 'image/png' | 'image/jpeg' | 'image/webp'
  /** As it is shown: of one that was taken upright by a camera that lay, the shorter side. */
  width: number
  height: number
  /** From 1, as its points stand, to 8. */
  turn: number
  /** The meaning of its colours, where it says so. */
  profile: Buffer | undefined
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
const pngParts = new Set('IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB cICP sBIT bKGD pHYs'.split(' '))

function pngPart(name: string, body: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(body.length)
  head.write(name, 4, 'latin1')
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body, crc32(head.subarray(4))))
  return Buffer.concat([head, body, sum])
}

/** A profile unfolds to so much at most; beyond, the picture does without. */
const mostProfile = 1024 * 1024

/** The profile in a part of a PNG: behind its name and the way in which it is packed. */
function pngProfile(body: Buffer): Buffer | undefined {
  const name = body.indexOf(0)
  if (name < 1 || name > 79) return undefined
  try {
    return bareProfile(inflateSync(body.subarray(name + 2), { maxOutputLength: mostProfile }))
  } catch {
    return undefined
  }
}

function readPng(bytes: Buffer): Picture | undefined {
  if (!bytes.subarray(0, 8).equals(pngStart)) return undefined
  const [kept, seen]: [Buffer[], string[]] = [[pngStart], []]
  let turn = 1
  let profile: Buffer | undefined
  const count = partCounter()
  for (let at = 8; seen.at(-1) !== 'IEND';) {
    count()
    const end = at + 12 + bytes.readUInt32BE(at)
    const name = bytes.toString('latin1', at + 4, at + 8)
    const chunk = cut(bytes, at, end)
    if (pngParts.has(name)) kept.push(chunk)
    if (name === 'iCCP' && !seen.includes(name)) profile = pngProfile(chunk.subarray(8, -4))
    if (name === 'eXIf' && !seen.includes(name)) turn = turnOf(chunk.subarray(8, -4))
    seen.push(name)
    at = end
  }
  if (seen[0] !== 'IHDR' || seen.filter((n) => n === 'IHDR').length > 1 || !seen.includes('IDAT')) return undefined
  // Behind the header, before whatever needs them.
  const facts = [
    ...(profile ? [pngPart('iCCP', Buffer.concat([Buffer.from('ICC\0\0'), deflateSync(profile)]))] : []),
    ...(turn > 1 ? [pngPart('eXIf', exifOf(turn))] : []),
  ]
  const measures = { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
  return {
    mediaType: 'image/png',
    ...asTurned(measures, turn),
    turn,
    profile,
    bare: Buffer.concat([...kept.slice(0, 2), ...facts, ...kept.slice(2)]),
  }
}

const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

/** JFIF's own header, and Adobe's, which says how colours are meant; of others' parts none, nor any that only later versions of the format know. */
function isJpegPart(marker: number, body: Buffer): boolean {
  if (marker === 0xe0) return body.length >= 14 && body.subarray(0, 5).equals(Buffer.from('JFIF\0'))
  if (marker === 0xee) return body.length >= 12 && body.subarray(0, 5).equals(Buffer.from('Adobe'))
  return (marker >= 0xc0 && marker <= 0xdf) || marker === 0x01
}

/** Of JFIF's header: the picture that it may bring along is the one before it was cut. */
const noThumbnail = Buffer.from([0, 0])
const exifStart = Buffer.from('Exif\0\0')
const profileStart = Buffer.from('ICC_PROFILE\0')
/** A profile is cut into parts of so much at most; each says which one it is, and how many there are. */
const profilePart = 65_000

function jpegPart(marker: number, ...body: Buffer[]): Buffer {
  const whole = Buffer.concat(body)
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(whole.length + 2, 2)
  return Buffer.concat([head, whole])
}

function jpegProfile(parts: readonly Buffer[]): Buffer | undefined {
  const sorted = parts.toSorted((a, b) => a.readUInt8(0) - b.readUInt8(0))
  const isWhole = sorted.every((part, i) => part.readUInt8(0) === i + 1 && part.readUInt8(1) === sorted.length)
  return sorted.length && isWhole ? bareProfile(Buffer.concat(sorted.map((part) => part.subarray(2)))) : undefined
}

function jpegFacts(turn: number, profile: Buffer | undefined): Buffer[] {
  const parts = Math.ceil((profile?.length ?? 0) / profilePart)
  return [
    ...(turn > 1 ? [jpegPart(0xe1, exifStart, exifOf(turn))] : []),
    ...Array.from({ length: parts }, (_, i) =>
      jpegPart(
        0xe2,
        profileStart,
        Buffer.from([i + 1, parts]),
        profile!.subarray(i * profilePart, (i + 1) * profilePart),
      ),
    ),
  ]
}

const startsWith = (body: Buffer, start: Buffer) => body.subarray(0, start.length).equals(start)

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
  /** JFIF's header comes before all else. */
  const [first, kept]: [Buffer[], Buffer[]] = [[bytes.subarray(0, 2)], []]
  const profileParts: Buffer[] = []
  let turn: number | undefined
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
    if (marker === 0xe1 && startsWith(body, exifStart)) turn ??= turnOf(body)
    if (marker === 0xe2 && startsWith(body, profileStart) && body.length > 14)
      profileParts.push(cut(body, 12, body.length))
    if (isJpegPart(marker, body)) {
      if (marker === 0xe0) first[1] ??= jpegPart(marker, body.subarray(0, 12), noThumbnail)
      else kept.push(marker === 0xee ? jpegPart(marker, body.subarray(0, 12)) : cut(bytes, at, whole))
    }
    at = whole
  }
  const [frame, ...more] = frames
  if (!frame || more.length || !scans) return undefined
  const profile = jpegProfile(profileParts)
  return {
    mediaType: 'image/jpeg',
    ...asTurned(frame, turn ?? 1),
    turn: turn ?? 1,
    profile,
    bare: Buffer.concat([...first, ...jpegFacts(turn ?? 1, profile), ...kept, Buffer.from([0xff, 0xd9])]),
  }
}

const webpParts = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH'])
const animated = 0x02

function readWebp(bytes: Buffer): Picture | undefined {
  if (bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WEBP') return undefined
  const end = 8 + bytes.readUInt32LE(4)
  const kept: Buffer[] = []
  const told = new Map<string, Buffer>()
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
      chunk.writeUInt8(chunk.readUInt8(8) & ~(webpFlags.profile | webpFlags.exif | webpFlags.xmp) & 0xff, 8)
    }
    if (name === 'VP8 ' || name === 'VP8L') pictures++
    const size = webpSize(name, chunk.subarray(8))
    if (size) sizes.push(size)
    if (webpParts.has(name)) kept.push(chunk)
    else if (!told.has(name)) told.set(name, chunk.subarray(8, 8 + length))
    at += chunk.length
  }
  // The header and the picture in it may claim different sizes: the greater counts, and nothing may be absent.
  if (pictures !== 1 || sizes.some((s) => s.width === 0 || s.height === 0)) return undefined
  const measures = { width: Math.max(...sizes.map((s) => s.width)), height: Math.max(...sizes.map((s) => s.height)) }
  const [header] = kept
  // Without the extended header nothing follows.
  const isExtended = header!.toString('latin1', 0, 4) === 'VP8X'
  const turn = isExtended ? turnOf(told.get('EXIF') ?? Buffer.alloc(0)) : 1
  const profile = isExtended ? bareProfile(told.get('ICCP') ?? Buffer.alloc(0)) : undefined
  return {
    mediaType: 'image/webp',
    ...asTurned(measures, turn),
    turn,
    profile,
    bare: isExtended ? withWebpFacts(header!, kept.slice(1), turn, profile) : riff(kept),
  }
}
