/*
 * Films are judged by how they are built, and nothing here decodes one. What is no part of the film (places, devices, comments, pictures
 * and files that are attached, room that is left free) is blanked where it stands, so that every offset stays right and a file that is a
 * film and something else too is only a film. What hangs behind the end is refused.
 */

export interface Video {
  mediaType: 'video/mp4' | 'video/webm'
  /** The film without what says where, when and by what it was taken. */
  bare: Buffer
}

/** Undefined for whatever is no whole MP4 of H.264 and AAC and no WebM. */
export function readVideo(bytes: Buffer): Video | undefined {
  const bare = Buffer.from(bytes)
  try {
    if (isMp4(bare)) return { mediaType: 'video/mp4', bare }
    return isWebm(bare) ? { mediaType: 'video/webm', bare } : undefined
  } catch (error) {
    // A length or a place in the file leads out of it.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** Parts of a film within the bounds of what is sent; of more than these nobody waits while they are read. */
const mostParts = 100_000

function partCounter() {
  let parts = 0
  return () => {
    if (++parts > mostParts) throw new RangeError('too many parts')
  }
}

interface Box {
  type: string
  start: number
  /** Where its content begins, behind its header. */
  body: number
  end: number
}

/** Boxes of ISO 14496-12 one behind the other, which must end where their parent does. */
function* boxesOf(bytes: Buffer, from: number, to: number, count: () => void): Generator<Box> {
  for (let at = from; at < to;) {
    count()
    const short = bytes.readUInt32BE(at)
    const length = short === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : short
    const body = at + (short === 1 ? 16 : 8)
    const end = at + length
    if (end < body || end > to) throw new RangeError('cut off')
    yield { type: bytes.toString('latin1', at + 4, at + 8), start: at, body, end }
    at = end
  }
}

const mp4Brands = /^(?:isom|iso[2-9]|mp4[12]|avc1|M4V |dash|MSNV)$/
const mp4Top = new Set(['ftyp', 'moov', 'mdat', 'moof', 'sidx', 'mfra', 'styp', 'free'])
const movieParts = new Set(['mvhd', 'trak', 'mvex', 'iods'])
const trackParts = new Set(['tkhd', 'mdia', 'edts', 'tref'])
/** Boxes on the way to what the samples of a track are. */
const toSamples = ['mdia', 'minf', 'stbl', 'stsd'] as const
const h264 = new Set(['avc1', 'avc3'])
const aac = 'mp4a'

/** Free room of the same length: offsets that lead behind it stay right. */
function blankBox(bytes: Buffer, { start, body, end }: Box) {
  bytes.write('free', start + 4, 'latin1')
  bytes.fill(0, body, end)
}

function isMp4(bytes: Buffer): boolean {
  if (bytes.toString('latin1', 4, 8) !== 'ftyp' || !mp4Brands.test(bytes.toString('latin1', 8, 12))) return false
  const count = partCounter()
  const seen: string[] = []
  const codecs: string[] = []
  for (const box of boxesOf(bytes, 0, bytes.length, count)) {
    seen.push(box.type)
    if (box.type === 'moov') codecs.push(...readMovie(bytes, box, count))
    if (!mp4Top.has(box.type) || box.type === 'free') blankBox(bytes, box)
  }
  const isOnce = (type: string) => seen.filter((some) => some === type).length === 1
  return (
    isOnce('ftyp') &&
    isOnce('moov') &&
    seen.includes('mdat') &&
    codecs.some((codec) => h264.has(codec)) &&
    codecs.every((codec) => h264.has(codec) || codec === aac)
  )
}

/** Headers that begin with version and flags, then when it was made and changed. */
const timedParts = new Set(['mvhd', 'tkhd', 'mdhd'])

function blankTimes(bytes: Buffer, { type, body, end }: Box) {
  if (!timedParts.has(type)) return
  const times = body + 4
  const behind = times + (bytes.readUInt8(body) === 1 ? 16 : 8)
  if (behind > end) throw new RangeError('cut off')
  bytes.fill(0, times, behind)
}

/** What the tracks of a movie are coded in. */
function readMovie(bytes: Buffer, movie: Box, count: () => void): string[] {
  const codecs: string[] = []
  for (const box of boxesOf(bytes, movie.body, movie.end, count)) {
    blankTimes(bytes, box)
    if (!movieParts.has(box.type)) blankBox(bytes, box)
    if (box.type !== 'trak') continue
    for (const part of boxesOf(bytes, box.body, box.end, count)) {
      blankTimes(bytes, part)
      if (part.type === 'mdia') for (const head of boxesOf(bytes, part.body, part.end, count)) blankTimes(bytes, head)
      if (!trackParts.has(part.type)) blankBox(bytes, part)
    }
    codecs.push(...samplesOf(bytes, box, count))
  }
  return codecs
}

function samplesOf(bytes: Buffer, track: Box, count: () => void): string[] {
  let within = track
  for (const type of toSamples) {
    const found = [...boxesOf(bytes, within.body, within.end, count)].find((box) => box.type === type)
    if (!found) throw new RangeError(`no ${type}`)
    within = found
  }
  // Version, flags and the number of entries stand before them.
  return [...boxesOf(bytes, within.body + 8, within.end, count)].map((box) => box.type)
}

interface Element {
  id: number
  start: number
  body: number
  /** Undefined of one that is written as it goes, whose end the next of its kind tells. */
  end: number | undefined
}

const ebml = {
  head: 0x1a45dfa3,
  segment: 0x18538067,
  info: 0x1549a966,
  tracks: 0x1654ae6b,
  cluster: 0x1f43b675,
} as const
const [docType, trackEntry, codecId] = [0x4282, 0xae, 0x86]
/** Of a segment and of a cluster: what a film is made of. */
const webmParts = new Set<number>([
  ebml.info,
  ebml.tracks,
  ebml.cluster,
  // What stands where, index.
  0x114d9b74,
  0x1c53bb6b,
  // Time, position and size of a cluster before it, blocks.
  0xe7,
  0xa7,
  0xab,
  0xa3,
  0xa0,
])
/** Of the facts of the whole: how long a tick is, and how many there are. */
const webmFacts = new Set<number>([0x2ad7b1, 0x4489])
/** By what it was written: must stand there, and may be empty. */
const webmWriters = new Set<number>([0x4d80, 0x5741])
const webmCodecs = /^(?:V_VP8|V_VP9|V_AV1|A_OPUS|A_VORBIS)$/

/** Length of a number whose first byte tells it; one of more than eight bytes is none. */
function widthAt(bytes: Buffer, at: number, most: number): number {
  const width = Math.clz32(bytes.readUInt8(at)) - 23
  if (width > most) throw new RangeError('no number')
  return width
}

function elementAt(bytes: Buffer, at: number, to: number): Element {
  const idWidth = widthAt(bytes, at, 4)
  const sizeAt = at + idWidth
  const sizeWidth = widthAt(bytes, sizeAt, 8)
  let size = bytes.readUInt8(sizeAt) & (0xff >> sizeWidth)
  let isOpen = size === 0xff >> sizeWidth
  for (let i = 1; i < sizeWidth; i++) {
    const byte = bytes.readUInt8(sizeAt + i)
    isOpen &&= byte === 0xff
    size = size * 256 + byte
  }
  const body = sizeAt + sizeWidth
  const end = isOpen ? undefined : body + size
  if (body > to || (end !== undefined && end > to)) throw new RangeError('cut off')
  return { id: bytes.readUIntBE(at, idWidth), start: at, body, end }
}

function* elementsOf(bytes: Buffer, from: number, to: number, count: () => void): Generator<Element & { end: number }> {
  for (let at = from; at < to;) {
    count()
    const element = elementAt(bytes, at, to)
    // Only a cluster may be open: what follows is its own, or stands behind it.
    if (element.end === undefined && element.id !== ebml.cluster) throw new RangeError('without end')
    const end = element.end ?? element.body
    yield { ...element, end }
    at = end
  }
}

/** A void element of the same length. */
function blankElement(bytes: Buffer, { start, end }: { start: number; end: number }) {
  const length = end - start
  bytes.fill(0, start, end)
  bytes.writeUInt8(0xec, start)
  if (length < 9) bytes.writeUInt8(0x80 | (length - 2), start + 1)
  else {
    bytes.writeUInt8(0x01, start + 1)
    bytes.writeUIntBE(length - 9, start + 3, 6)
  }
}

const textOf = (bytes: Buffer, { body, end }: { body: number; end: number }) =>
  bytes.toString('latin1', body, end).replace(/\0+$/, '')

function isWebm(bytes: Buffer): boolean {
  if (bytes.length < 4 || bytes.readUInt32BE(0) !== ebml.head) return false
  const count = partCounter()
  const head = elementAt(bytes, 0, bytes.length)
  if (head.end === undefined) return false
  const kinds = [...elementsOf(bytes, head.body, head.end, count)].filter(({ id }) => id === docType)
  if (kinds.length !== 1 || textOf(bytes, kinds[0]!) !== 'webm') return false
  const segment = elementAt(bytes, head.end, bytes.length)
  if (segment.id !== ebml.segment || (segment.end !== undefined && segment.end !== bytes.length)) return false
  let clusters = 0
  const codecs: string[] = []
  for (const element of elementsOf(bytes, segment.body, bytes.length, count)) {
    if (element.id === ebml.cluster) clusters++
    if (element.id === ebml.info) blankFacts(bytes, element, count)
    if (element.id === ebml.tracks) codecs.push(...webmCodecsOf(bytes, element, count))
    if (!webmParts.has(element.id)) blankElement(bytes, element)
  }
  return (
    clusters > 0 && codecs.some((codec) => codec.startsWith('V_')) && codecs.every((codec) => webmCodecs.test(codec))
  )
}

/** Title, date, and whatever else is said of the whole. */
function blankFacts(bytes: Buffer, info: { body: number; end: number }, count: () => void) {
  for (const fact of elementsOf(bytes, info.body, info.end, count)) {
    if (webmWriters.has(fact.id)) bytes.fill(0, fact.body, fact.end)
    else if (!webmFacts.has(fact.id)) blankElement(bytes, fact)
  }
}

const webmCodecsOf = (bytes: Buffer, tracks: { body: number; end: number }, count: () => void): string[] =>
  [...elementsOf(bytes, tracks.body, tracks.end, count)]
    .filter(({ id }) => id === trackEntry)
    .flatMap((track) => [...elementsOf(bytes, track.body, track.end, count)])
    .filter(({ id }) => id === codecId)
    .map((codec) => textOf(bytes, codec))
