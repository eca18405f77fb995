import { PNG } from 'pngjs'
import { sealPicture } from '../../../contract/notarization/office-seal.ts'
import { badFields } from '../../kit/errors.ts'
import { readPicture } from '../../kit/files/pictures.ts'

/** Of a PNG's header: rows in seven passes, which the decoder unfolds without a bound. */
const interlaced = (bytes: Buffer) => bytes[28] !== 0

const refuse = (key: string) =>
  badFields({ path: 'file', key, params: { least: sealPicture.least, most: sealPicture.most } })

/**
 * A picture of a seal as papers bear it: drawn anew from its pixels, with white made transparent, so that what is written beneath shows through, and cut to
 * what is left. Throws where it is no PNG within the bounds, or shows nothing.
 */
export function readSeal(bytes: Buffer): Buffer {
  const picture = readPicture(bytes)
  // The pixels are read as they stand: one that is shown turned would lie on its side on papers.
  if (picture?.mediaType !== 'image/png' || picture.turn !== 1 || interlaced(bytes)) throw refuse('sealPng')
  const { width, height } = picture
  if (Math.min(width, height) < sealPicture.least || Math.max(width, height) > sealPicture.most)
    throw refuse('sealSize')
  const ink = withoutWhite(decoded(picture.bare))
  const box = boxOf(ink)
  // Oval seals are half as high as wide.
  if (!box || Math.min(box.width, box.height) * 2.5 < Math.max(box.width, box.height)) throw refuse('sealBlank')
  if (Math.min(box.width, box.height) < sealPicture.least / 2) throw refuse('sealSize')
  return PNG.sync.write(cut(ink, box))
}

function decoded(bare: Buffer): PNG {
  try {
    return PNG.sync.read(bare)
  } catch {
    throw refuse('sealPng')
  }
}

/** The same on white paper: each colour as far as it is not white, the rest transparent. */
function withoutWhite({ width, height, data }: PNG): PNG {
  const ink = new PNG({ width, height })
  for (let at = 0; at < data.length; at += 4) {
    const cover = data[at + 3]! / 255
    const onWhite = [0, 1, 2].map((channel) => data[at + channel]! * cover + 255 * (1 - cover))
    const share = 1 - Math.min(...onWhite) / 255
    for (const [channel, value] of onWhite.entries())
      ink.data[at + channel] = share ? Math.round((value - 255 * (1 - share)) / share) : 0
    ink.data[at + 3] = Math.round(share * 255)
  }
  return ink
}

interface Box {
  left: number
  top: number
  width: number
  height: number
}

/** Of this much of 255 something is there; less is the grain of paper. */
const seen = 48

function boxOf({ width, height, data }: PNG): Box | undefined {
  let [left, top, right, bottom] = [width, height, -1, -1]
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      if (data[(y * width + x) * 4 + 3]! < seen) continue
      ;[left, right] = [Math.min(left, x), Math.max(right, x)]
      ;[top, bottom] = [Math.min(top, y), Math.max(bottom, y)]
    }
  return right < 0 ? undefined : { left, top, width: right - left + 1, height: bottom - top + 1 }
}

function cut({ width: all, data }: PNG, { left, top, width, height }: Box): PNG {
  const part = new PNG({ width, height })
  for (let y = 0; y < height; y++) {
    const from = ((top + y) * all + left) * 4
    data.copy(part.data, y * width * 4, from, from + width * 4)
  }
  return part
}
