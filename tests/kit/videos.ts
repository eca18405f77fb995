/*
 * Films by their structure alone: what they would show is no film.
 */

const box = (type: string, ...content: (Buffer | string)[]): Buffer => {
  const body = Buffer.concat(content.map((part) => Buffer.from(part)))
  const head = Buffer.alloc(8)
  head.writeUInt32BE(body.length + 8)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, body])
}

interface Film {
  /** Of the tracks. */
  codecs?: readonly string[]
  /** Where it was taken, as phones write it. */
  place?: string
  bytes?: number
}

/** When it was taken, as both formats write it. */
export const takenAt = Buffer.from('d1ce5a17', 'hex')

/** A header that tells when in its first two times, behind version and flags. */
const timed = (type: string, length: number, place: string) =>
  box(type, Buffer.alloc(4), ...(place ? [takenAt, takenAt] : [Buffer.alloc(8)]), Buffer.alloc(length - 12))

/** What the samples of a track are; pictures say what they were made with in 32 bytes, of which the first tells the length. */
function entry(codec: string, place: string): Buffer {
  if (codec === 'mp4a') return box(codec, Buffer.alloc(28), box('esds', Buffer.alloc(8)))
  const head = Buffer.alloc(78)
  const name = place.slice(0, 31)
  head[42] = name.length
  head.write(name, 43, 'latin1')
  return box(codec, head, box('avcC', Buffer.alloc(8)), ...(place ? [box('uuid', place)] : []))
}

const track = (codec: string, place: string) =>
  box(
    'trak',
    timed('tkhd', 84, place),
    box(
      'mdia',
      timed('mdhd', 24, place),
      box('hdlr', Buffer.alloc(8), codec === 'mp4a' ? 'soun' : 'vide', Buffer.alloc(12), `${place}\0`),
      box(
        'minf',
        ...(place ? [box('udta', place)] : []),
        box('stbl', box('stsd', Buffer.from([0, 0, 0, 0, 0, 0, 0, 1]), entry(codec, place))),
      ),
    ),
  )

export const mp4 = ({ codecs = ['avc1', 'mp4a'], place = '', bytes = 2_000 }: Film = {}): Buffer =>
  Buffer.concat([
    box('ftyp', 'isom\0\0\u0002\0isomavc1'),
    box(
      'moov',
      timed('mvhd', 100, place),
      ...codecs.map((codec) => track(codec, place)),
      ...(place ? [box('udta', place)] : []),
    ),
    ...(place ? [box('uuid', place), box('free', place)] : []),
    box('mdat', Buffer.alloc(bytes, 0x5a)),
  ])

/** With a size of four bytes. */
const element = (id: number[], ...content: (Buffer | string)[]): Buffer => {
  const body = Buffer.concat(content.map((part) => Buffer.from(part)))
  const size = Buffer.alloc(4)
  size.writeUInt32BE(body.length)
  size[0]! |= 0x10
  return Buffer.concat([Buffer.from(id), size, body])
}

/** Facts of the whole: how long a tick is, title, date, and by what it was written. */
const infoOf = (place: string) =>
  element(
    [0x15, 0x49, 0xa9, 0x66],
    element([0x2a, 0xd7, 0xb1], Buffer.from('0f4240', 'hex')),
    element([0x7b, 0xa9], place),
    element([0x44, 0x61], takenAt, takenAt),
    element([0x4d, 0x80], place),
    element([0x57, 0x41], place),
  )

/** A name, and that of the codec, beside it. */
const webmTrack = (codec: string, place: string) =>
  element(
    [0xae],
    element([0x86], codec),
    ...(place ? [element([0x53, 0x6e], place), element([0x25, 0x86, 0x88], place)] : []),
  )

export const webm = ({ codecs = ['V_VP9', 'A_OPUS'], place = '', bytes = 2_000, kind = 'webm' } = {}): Buffer =>
  Buffer.concat([
    element([0x1a, 0x45, 0xdf, 0xa3], element([0x42, 0x82], kind)),
    element(
      [0x18, 0x53, 0x80, 0x67],
      ...(place ? [infoOf(place)] : []),
      element([0x16, 0x54, 0xae, 0x6b], ...codecs.map((codec) => webmTrack(codec, place))),
      ...(place ? [element([0x12, 0x54, 0xc3, 0x67], place), element([0x19, 0x41, 0xa4, 0x69], place)] : []),
      element([0x1f, 0x43, 0xb6, 0x75], element([0xe7], '\0'), element([0xa3], Buffer.alloc(bytes, 0x5a))),
    ),
  ])
