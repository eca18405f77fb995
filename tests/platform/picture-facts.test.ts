import { Transformer } from '@napi-rs/image'
import { PNG } from 'pngjs'
import { describe, expect, it } from 'vitest'
import { bareProfile, isWide } from '../../server/kit/files/colour-profile.ts'
import { readPicture } from '../../server/kit/files/pictures.ts'
import { turnOf } from '../../server/kit/files/turn.ts'
import { drawSizes } from '../../server/platform/picture-sizes/draw-sizes.ts'
import { jpeg, photo, png, webp } from '../kit/pictures.ts'
import { jpegWith, p3Profile, phoneExif, pngWith, webpWith } from './picture-facts-kit.ts'

const secret = 'SN-4711 26.0745N 119.2965E'
const profile = p3Profile(secret)
const kinds = [
  ['JPEG', jpeg({ width: 6, height: 4 }), jpegWith],
  ['PNG', png(6, 4), pngWith],
  ['WebP', webp({ width: 6, height: 4 }), webpWith],
] as const

describe.each(kinds)('a %s', (_, picture, withFacts) => {
  it.each([
    [1, 6, 4],
    [3, 6, 4],
    [6, 4, 6],
    [8, 4, 6],
  ])('that says turn %i is shown %i × %i, and says nothing else', (turn, width, height) => {
    for (const isLittle of [true, false]) {
      const read = readPicture(withFacts(picture, { exif: phoneExif(turn, secret, isLittle) }))!
      expect(read).toMatchObject({ turn, width, height })
      expect(read.bare.includes(secret)).toBe(false)
      expect(readPicture(read.bare)).toMatchObject({ turn, width, height, bare: read.bare })
      if (turn === 1) expect(read.bare.equals(readPicture(picture)!.bare)).toBe(true)
    }
  })
  it('keeps what its colours mean, without whose they are', () => {
    const read = readPicture(withFacts(picture, { profile, exif: phoneExif(6, secret) }))!
    expect(read.bare.includes(secret)).toBe(false)
    const again = readPicture(read.bare)!
    expect(again).toMatchObject({ turn: 6, width: 4, height: 6 })
    expect(again.bare.equals(read.bare)).toBe(true)
    expect(again.profile!.equals(bareProfile(profile)!)).toBe(true)
    expect(isWide(again.profile!)).toBe(true)
  })
  it('is a picture whatever its facts are', () => {
    for (const exif of [
      Buffer.alloc(0),
      Buffer.from('II*\0'),
      Buffer.from('II*\0\xff\xff\xff\xff', 'latin1'),
      phoneExif(9, secret),
    ])
      expect(readPicture(withFacts(picture, { exif }))).toMatchObject({
        turn: 1,
        width: 6,
        height: 4,
      })
    for (const broken of [Buffer.from('x'), profile.subarray(0, 140), Buffer.alloc(2 * 1024 * 1024, profile)])
      expect(readPicture(withFacts(picture, { profile: broken }))).toMatchObject({ profile: undefined })
  })
})

it('a profile says by which colours it draws, and neither who made it nor for what', () => {
  const bare = bareProfile(profile)!
  expect(bare.includes(secret)).toBe(false)
  expect([bare.toString('latin1', 4, 8), bare.toString('latin1', 48, 52)]).toEqual(['\0\0\0\0', '\0\0\0\0'])
  expect(bare.toString('latin1', 12, 24)).toBe('mntrRGB XYZ ')
  const names = Array.from({ length: bare.readUInt32BE(128) }, (_, i) =>
    bare.toString('latin1', 132 + i * 12, 136 + i * 12),
  )
  expect(names).toEqual(['rXYZ', 'gXYZ', 'bXYZ', 'wtpt', 'rTRC', 'gTRC', 'bTRC'])
  expect(bareProfile(bare)!.equals(bare)).toBe(true)
  expect([bare.length % 4, bare.readUInt32BE(0)]).toEqual([0, bare.length])
})

it('a profile is never longer than it was, however often it names one part of itself', () => {
  const names = ['A2B0', 'A2B1', 'A2B2', 'B2A0', 'B2A1', 'B2A2', 'gamt', 'rTRC']
  const naming = (table: readonly string[]) => {
    const body = 128 + 4 + table.length * 12
    const made = Buffer.alloc(200_000, profile.subarray(0, 128))
    made.writeUInt32BE(table.length, 128)
    for (const [at, name] of table.entries()) {
      made.write(name, 132 + at * 12, 'latin1')
      made.writeUInt32BE(body, 136 + at * 12)
      made.writeUInt32BE(made.length - body - at * 4, 140 + at * 12)
    }
    return made
  }
  const same = naming(Array.from({ length: 100 }, () => 'A2B0'))
  expect(bareProfile(same)!.length).toBeLessThanOrEqual(same.length)
  expect(bareProfile(naming(names))).toBeUndefined()
})

it('a picture brings no smaller one of itself along, from before it was cut', () => {
  const picture = jpeg({ width: 6, height: 4 })
  const thumbnail = Buffer.concat([
    Buffer.from('JFIF\0'),
    Buffer.from([1, 1, 0, 0, 1, 0, 1, 8, 8]),
    Buffer.from(secret),
  ])
  const head = Buffer.from([0xff, 0xe0, 0, 0])
  head.writeUInt16BE(thumbnail.length + 2, 2)
  const given = Buffer.concat([picture.subarray(0, 2), head, thumbnail, head, thumbnail, picture.subarray(2)])
  const { bare } = readPicture(given)!
  expect(bare.includes(secret)).toBe(false)
  expect(bare.subarray(2, 20).toString('latin1')).toContain('JFIF')
})

it('a profile in many parts is put together, and one of which a part is missing is left out', () => {
  const [small, picture] = [100, jpeg()]
  const whole = jpegWith(picture, { profile }, small)
  expect(readPicture(whole)!.profile!.equals(bareProfile(profile)!)).toBe(true)
  const lacking = Buffer.concat([picture.subarray(0, 2), whole.subarray(2 + 2 + 2 + 14 + small)])
  expect(readPicture(lacking)!.profile).toBeUndefined()
})

it('nothing of EXIF but the turn is read', () => {
  expect([turnOf(phoneExif(8, secret)), turnOf(Buffer.from('no exif at all'))]).toEqual([8, 1])
})

/** Red to the left, blue to the right. */
async function halves(): Promise<Buffer> {
  const picture = new PNG({ width: 600, height: 400 })
  for (let at = 0; at < picture.data.length; at += 4)
    picture.data.set((at / 4) % 600 < 300 ? [220, 20, 20, 255] : [20, 20, 220, 255], at)
  return new Transformer(PNG.sync.write(picture)).jpeg(90)
}

it('smaller pictures stand upright', async () => {
  const sent = readPicture(jpegWith(await halves(), { exif: phoneExif(6, secret) }))!
  const drawn = await drawSizes(sent.bare, sent)
  const small = drawn.find((size) => size.width === 160 && size.mediaType === 'image/webp')!
  const shown = PNG.sync.read(await new Transformer(Buffer.from(small.bytes)).png())
  expect([shown.width, shown.height]).toEqual([160, 240])
  const at = (x: number, y: number) => [...shown.data.subarray((y * 160 + x) * 4, (y * 160 + x) * 4 + 3)]
  // The left half is above.
  expect(at(80, 20)[0]).toBeGreaterThan(180)
  expect(at(80, 220)[2]).toBeGreaterThan(180)
}, 60_000)

it('smaller pictures of a wide gamut say so, and need no other format for it', async () => {
  const wide = readPicture(jpegWith(await photo(640, 480), { profile }))!
  const drawn = await drawSizes(wide.bare, wide)
  expect(drawn.map((size) => size.mediaType)).toEqual(drawn.map(() => 'image/webp'))
  for (const size of drawn) {
    const read = readPicture(Buffer.from(size.bytes))!
    expect(read.profile!.equals(bareProfile(profile)!)).toBe(true)
    expect((await new Transformer(Buffer.from(size.bytes)).metadata()).width).toBe(size.width)
  }
}, 60_000)
