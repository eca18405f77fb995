/*
 * Films are judged by how they are built, and nothing here decodes one. What is no part of the film (places, devices, comments, pictures
 * and files that are attached, room that is left free) is blanked where it stands, so that every offset stays right and a file that is a
 * film and something else too is only a film. What hangs behind the end is refused.
 */

export interface Video {
  mediaType: 'video/mp4' | 'video/webm'
  /** The film without what says where, when and by what it was taken. */
  bare: Buffer
  hasSound: boolean
}

/** Undefined for whatever is no whole MP4 of H.264 and AAC and no WebM. */
export function readVideo(bytes: Buffer): Video | undefined {
  const bare = Buffer.from(bytes)
  try {
    const mp4 = readMp4(bare)
    if (mp4) return { mediaType: 'video/mp4', bare, hasSound: mp4.some((codec) => codec === aac) }
    const webm = readWebm(bare)
    return webm && { mediaType: 'video/webm', bare, hasSound: webm.some((codec) => codec.startsWith('A_')) }
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
const h264 = new Set(['avc1', 'avc3'])
const aac = 'mp4a'
/** Boxes that a film is made of, by the one they stand in; any other is blanked. */
const mp4Parts: Readonly<Record<string, ReadonlySet<string>>> = {
  film: new Set(['ftyp', 'moov', 'mdat', 'moof', 'sidx', 'mfra', 'styp']),
  moov: new Set(['mvhd', 'trak', 'mvex', 'iods']),
  trak: new Set(['tkhd', 'mdia', 'edts', 'tref']),
  mdia: new Set(['mdhd', 'hdlr', 'minf', 'elng']),
  minf: new Set(['vmhd', 'smhd', 'dinf', 'stbl']),
  stbl: new Set('stsd stts ctts cslg stsc stsz stz2 stco co64 stss stsh stps sdtp padb sbgp sgpd subs'.split(' ')),
  moof: new Set(['mfhd', 'traf']),
  traf: new Set(['tfhd', 'tfdt', 'trun', 'sdtp', 'sbgp', 'sgpd', 'subs', 'saiz', 'saio']),
}
/** Of an entry that says what samples are: settings of the decoder, shape and colour of points, bit rate. */
const entryParts = new Set(['avcC', 'esds', 'pasp', 'clap', 'colr', 'btrt', 'chnl', 'srat'])

/** Free room of the same length: offsets that lead behind it stay right. */
function blankBox(bytes: Buffer, { start, body, end }: Box) {
  bytes.write('free', start + 4, 'latin1')
  bytes.fill(0, body, end)
}

/** What its tracks are coded in; undefined for whatever is no MP4 of ours. */
function readMp4(bytes: Buffer): string[] | undefined {
  if (bytes.toString('latin1', 4, 8) !== 'ftyp' || !mp4Brands.test(bytes.toString('latin1', 8, 12))) return undefined
  const count = partCounter()
  const seen: string[] = []
  const codecs: string[] = []
  for (const box of boxesOf(bytes, 0, bytes.length, count)) {
    seen.push(box.type)
    codecs.push(...readPart(bytes, 'film', box, count))
  }
  const isOnce = (type: string) => seen.filter((some) => some === type).length === 1
  const isOurs =
    isOnce('ftyp') &&
    isOnce('moov') &&
    seen.includes('mdat') &&
    codecs.some((codec) => h264.has(codec)) &&
    codecs.every((codec) => h264.has(codec) || codec === aac)
  return isOurs ? codecs : undefined
}

/** Blanks what is no part of the film, here and beneath; gives what the samples in it are. */
function readPart(bytes: Buffer, within: string, box: Box, count: () => void): string[] {
  if (!mp4Parts[within]!.has(box.type)) blankBox(bytes, box)
  else if (timedParts.has(box.type)) blankTimes(bytes, box)
  else if (box.type === 'hdlr') blankFrom(bytes, box, 24)
  else if (box.type === 'stsd') return readEntries(bytes, box, count)
  else if (box.type in mp4Parts) {
    const codecs = [...boxesOf(bytes, box.body, box.end, count)].flatMap((part) =>
      readPart(bytes, box.type, part, count),
    )
    if (box.type === 'trak' && !codecs.length) throw new RangeError('no samples')
    return codecs
  }
  return []
}

/** Headers that begin with version and flags, then when it was made and changed. */
const timedParts = new Set(['mvhd', 'tkhd', 'mdhd'])

function blankTimes(bytes: Buffer, { body, end }: Box) {
  const times = body + 4
  const behind = times + (bytes.readUInt8(body) === 1 ? 16 : 8)
  if (behind > end) throw new RangeError('cut off')
  bytes.fill(0, times, behind)
}

/** What stands so many bytes behind the header: of a handler its name. */
function blankFrom(bytes: Buffer, { body, end }: Box, offset: number) {
  if (body + offset > end) throw new RangeError('cut off')
  bytes.fill(0, body + offset, end)
}

/** Version, flags and the number of entries stand before them. */
function readEntries(bytes: Buffer, { body, end }: Box, count: () => void): string[] {
  const entries = [...boxesOf(bytes, body + 8, end, count)]
  for (const entry of entries) {
    if (h264.has(entry.type)) blankEntry(bytes, entry, 78, count)
    // Later versions have more of a head, and nothing else that is known of.
    else if (entry.type === aac && bytes.readUInt16BE(entry.body + 8) === 0) blankEntry(bytes, entry, 28, count)
  }
  return entries.map(({ type }) => type)
}

/** Of pictures, the name of what coded them; of both what stands behind the head and is no part of the film. */
function blankEntry(bytes: Buffer, { type, body, end }: Box, head: number, count: () => void) {
  if (body + head > end) throw new RangeError('cut off')
  if (h264.has(type)) bytes.fill(0, body + 42, body + 74)
  // Four bytes of nothing may end it.
  const to = end - body - head === 4 ? body + head : end
  for (const part of boxesOf(bytes, body + head, to, count)) if (!entryParts.has(part.type)) blankBox(bytes, part)
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
/** Of a track: its number, id, kind and flags, times, language, settings of the decoder, picture and sound. */
const trackFacts = new Set<number>([
  0xd7, 0x73c5, 0x83, 0xb9, 0x88, 0x55aa, 0x9c, 0x6de7, 0x6df8, 0x55ee, 0x41e4, 0x23e383, 0x234e7a, 0x23314f, 0x56aa,
  0x56bb, 0x22b59c, 0x22b59d, 0x63a2, 0x6d80, 0xe0, 0xe1,
])
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

/** The same of WebM. */
function readWebm(bytes: Buffer): string[] | undefined {
  if (bytes.length < 4 || bytes.readUInt32BE(0) !== ebml.head) return undefined
  const count = partCounter()
  const head = elementAt(bytes, 0, bytes.length)
  if (head.end === undefined) return undefined
  const kinds = [...elementsOf(bytes, head.body, head.end, count)].filter(({ id }) => id === docType)
  if (kinds.length !== 1 || textOf(bytes, kinds[0]!) !== 'webm') return undefined
  const segment = elementAt(bytes, head.end, bytes.length)
  if (segment.id !== ebml.segment || (segment.end !== undefined && segment.end !== bytes.length)) return undefined
  let clusters = 0
  const codecs: string[] = []
  for (const element of elementsOf(bytes, segment.body, bytes.length, count)) {
    if (element.id === ebml.cluster) clusters++
    if (element.id === ebml.info) blankFacts(bytes, element, count)
    if (element.id === ebml.tracks) codecs.push(...readTracks(bytes, element, count))
    if (!webmParts.has(element.id)) blankElement(bytes, element)
  }
  const isOurs =
    clusters > 0 && codecs.some((codec) => codec.startsWith('V_')) && codecs.every((codec) => webmCodecs.test(codec))
  return isOurs ? codecs : undefined
}

/** Title, date, and whatever else is said of the whole. */
function blankFacts(bytes: Buffer, info: { body: number; end: number }, count: () => void) {
  for (const fact of elementsOf(bytes, info.body, info.end, count)) {
    if (webmWriters.has(fact.id)) bytes.fill(0, fact.body, fact.end)
    else if (!webmFacts.has(fact.id)) blankElement(bytes, fact)
  }
}

/** What the tracks are coded in; what only names them or what coded them is blanked. */
function readTracks(bytes: Buffer, tracks: { body: number; end: number }, count: () => void): string[] {
  const codecs: string[] = []
  for (const track of elementsOf(bytes, tracks.body, tracks.end, count)) {
    if (track.id !== trackEntry) {
      blankElement(bytes, track)
      continue
    }
    for (const fact of elementsOf(bytes, track.body, track.end, count)) {
      if (fact.id === codecId) codecs.push(textOf(bytes, fact))
      else if (!trackFacts.has(fact.id)) blankElement(bytes, fact)
    }
  }
  return codecs
}
