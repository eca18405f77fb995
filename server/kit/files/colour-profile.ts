/*
 * A profile says what colours of a picture mean (ICC.1): without it a photo of wide gamut is shown pale. It also names devices, their makers and owners,
 * and has room for anything: of its header and its tags those alone are kept by which colours are drawn.
 */

const header = 128
/** The largest that printers have is half of it. */
const mostBytes = 1024 * 1024
const mostTags = 100
const drawing = new Set(
  'wtpt bkpt chad rXYZ gXYZ bXYZ rTRC gTRC bTRC kTRC cicp A2B0 A2B1 A2B2 B2A0 B2A1 B2A2 gamt'.split(' '),
)
/** Places of the header: the program, date, platform, maker, model, who made it, and the sum of it all. */
const telling = [
  [4, 8],
  [24, 36],
  [40, 44],
  [48, 56],
  [80, 128],
] as const

/** The primaries of sRGB, as profiles have them: X, Y and Z of red, green and blue. */
const primaries = { rXYZ: [0.4361, 0.2225, 0.0139], gXYZ: [0.3851, 0.7169, 0.0971], bXYZ: [0.1431, 0.0606, 0.7141] }
const near = 0.005

interface Tag {
  name: string
  body: Buffer
}

/** The types that colours are drawn by have bodies of so many bytes, where the type says it. */
const fixed: Partial<Record<string, number>> = { wtpt: 20, bkpt: 20, rXYZ: 20, gXYZ: 20, bXYZ: 20, chad: 44, cicp: 12 }

/**
 * The same profile without what says where it comes from; undefined for whatever is none. Each tag counts once, a body stands behind the
 * table, and what is written is no longer than what was read: tags may share a body, and a hostile table names one a hundred times.
 */
export function bareProfile(bytes: Buffer): Buffer | undefined {
  if (bytes.length < header + 4 || bytes.length > mostBytes || bytes.toString('latin1', 36, 40) !== 'acsp')
    return undefined
  const count = bytes.readUInt32BE(header)
  if (count > mostTags || header + 4 + count * 12 > bytes.length) return undefined
  const tags: Tag[] = []
  const seen = new Set<string>()
  for (let i = 0; i < count; i++) {
    const at = header + 4 + i * 12
    const [from, length] = [bytes.readUInt32BE(at + 4), bytes.readUInt32BE(at + 8)]
    if (from + length > bytes.length || from < header + 4 + count * 12) return undefined
    const name = bytes.toString('latin1', at, at + 4)
    if (!drawing.has(name) || seen.has(name)) continue
    seen.add(name)
    if (length > (fixed[name] ?? length)) return undefined
    tags.push({ name, body: bytes.subarray(from, from + length) })
  }
  const bodies = new Map(tags.map(({ body }) => [`${body.byteOffset} ${body.length}`, body.length]))
  const whole = [...bodies.values()].reduce((sum, length) => sum + length, 0)
  return tags.length && whole <= bytes.length ? written(bytes.subarray(0, header), tags) : undefined
}

function written(given: Buffer, tags: readonly Tag[]): Buffer {
  const head = Buffer.from(given)
  for (const [from, to] of telling) head.fill(0, from, to)
  const table = Buffer.alloc(4 + tags.length * 12)
  table.writeUInt32BE(tags.length)
  const bodies: Buffer[] = []
  // Channels of one curve share it.
  const places = new Map<string, number>()
  let end = header + table.length
  for (const [i, { name, body }] of tags.entries()) {
    const key = `${body.byteOffset} ${body.length}`
    const place = places.get(key) ?? end
    if (place === end) {
      places.set(key, place)
      const padded = Buffer.concat([body, Buffer.alloc((4 - (body.length % 4)) % 4)])
      bodies.push(padded)
      end += padded.length
    }
    table.write(name, 4 + i * 12, 'latin1')
    table.writeUInt32BE(place, 8 + i * 12)
    table.writeUInt32BE(body.length, 12 + i * 12)
  }
  head.writeUInt32BE(end)
  return Buffer.concat([head, table, ...bodies])
}

/** Whether a picture with this profile is shown otherwise than one without: its colours are RGB, and not those of sRGB. */
export function isWide(profile: Buffer): boolean {
  if (profile.toString('latin1', 16, 20) !== 'RGB ') return false
  return !Object.entries(primaries).every(([name, expected]) => {
    const at = tagAt(profile, name)
    return (
      at !== undefined &&
      at + 20 <= profile.length &&
      expected.every((value, i) => Math.abs(profile.readInt32BE(at + 8 + i * 4) / 65_536 - value) < near)
    )
  })
}

function tagAt(profile: Buffer, name: string): number | undefined {
  const count = profile.readUInt32BE(header)
  for (let at = header + 4; at < header + 4 + count * 12; at += 12)
    if (profile.toString('latin1', at, at + 4) === name) return profile.readUInt32BE(at + 4)
  return undefined
}
