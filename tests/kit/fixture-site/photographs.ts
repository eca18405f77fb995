import { Transformer } from '@napi-rs/image'
import { seeded } from '../../trust/seeded.ts'

const [width, height] = [1_000, 520]

/** Slopes and waves under a coarse grain: about as many bytes as a camera's picture of a meadow has. */
function pixelsOf(nth: number): Buffer {
  const pixels = Buffer.alloc(width * height * 4, 255)
  const below = seeded(nth)
  for (let at = 0, i = 0; i < width * height; i++, at += 4) {
    const [x, y] = [i % width, Math.floor(i / width)]
    pixels[at] = Math.sin(x / 30 + nth) * 80 + 90 + below(70)
    pixels[at + 1] = Math.cos(y / 25 + nth) * 80 + 90 + below(70)
    pixels[at + 2] = (x + y + nth * 20) % 255
  }
  return pixels
}

/** The same pictures in each run, none like another. */
export const photographs = (count: number): Promise<Buffer[]> =>
  Promise.all(
    Array.from({ length: count }, (_, nth) => Transformer.fromRgbaPixels(pixelsOf(nth), width, height).jpeg(90)),
  )
