import { shadeReader } from './swatch.ts'

interface Pixels {
  readonly width: number
  readonly height: number
  /** Red, green, blue and opacity of each pixel. */
  readonly data: Uint8Array
}

interface Counting {
  /** Pixels of the picture for one of the page. */
  readonly scale?: number
  /** Light that a black mask takes from swatches below it. */
  readonly dim?: number
}

const STRIDE = 4
const [WIDTH, HEIGHT] = [8, 6] as const

/** Numbers of the items whose swatches are in a picture, as blocks of one colour of at least 8×6 pixels of the page. */
export function itemsIn({ width, height, data }: Pixels, { scale = 1, dim = 0 }: Counting = {}): Set<number> {
  const found = new Set<number>()
  const read = shadeReader(dim)
  // A view of whole pixels must begin at a multiple of their four bytes.
  const bytes = data.byteOffset % 4 === 0 ? data : Uint8Array.from(data)
  const bits = new Uint32Array(bytes.buffer, bytes.byteOffset, width * height)
  const [wide, tall] = [WIDTH * scale, HEIGHT * scale]
  const isBlock = (x: number, y: number, colour: number): boolean => {
    let [left, top] = [x, y]
    while (left > 0 && x - left < wide && bits[y * width + left - 1] === colour) left -= 1
    while (top > 0 && y - top < tall && bits[(top - 1) * width + left] === colour) top -= 1
    if (left + wide > width || top + tall > height) return false
    for (let row = top; row < top + tall; row++)
      for (let at = row * width + left; at < row * width + left + wide; at++) if (bits[at] !== colour) return false
    return true
  }
  for (let y = 0; y < height; y += STRIDE)
    for (let x = 0; x < width; x += STRIDE) {
      const at = y * width + x
      const n = read(data[at * 4]!, data[at * 4 + 1]!, data[at * 4 + 2]!)
      if (n >= 0 && !found.has(n) && isBlock(x, y, bits[at]!)) found.add(n)
    }
  return found
}
