import { Transformer } from '@napi-rs/image'
import type { Box } from '../layout/box.ts'

/** Cells by which two pictures are compared, in CSS pixels. */
export const CELL = { width: 32, height: 16 } as const
/** Distance of the points whose colour is known: half of a cell's lesser side, so that the nearest to its middle lies within it. */
export const COLOUR_PX = 8
/** Levels of grey between the lightest and the darkest point, from which something is drawn there. */
export const DRAWN_LEVELS = 12

/** A picture by its levels of grey, one for each square of two CSS pixels, and the colours of its cells. */
export interface Ink {
  /** In CSS pixels. */
  readonly width: number
  readonly height: number
  readonly columns: number
  readonly rows: number
  readonly grey: Uint8Array
  /** Red, green and blue of every eighth point, in every eighth row. */
  readonly colours: Uint8Array
  /** Levels between the lightest and the darkest point, in the colour in which they differ most. */
  readonly spread: number
  readonly first: readonly [number, number, number]
}

/** Width and height stand at the same place of every PNG (W3C PNG, 11.2.1). */
const sizeOf = (png: Buffer): readonly [number, number] => [png.readUInt32BE(16), png.readUInt32BE(20)]

/** The points of a PNG. Unpacking happens beside this thread. */
export async function readInk(picture: Buffer, scale: number): Promise<Ink> {
  const data = await new Transformer(picture).rawPixels()
  const [fullWidth, fullHeight] = sizeOf(picture)
  const [width, height] = [fullWidth / scale, fullHeight / scale]
  const channels = data.length / (fullWidth * fullHeight)
  const side = 2 * scale
  const [columns, rows] = [Math.floor(fullWidth / side), Math.floor(fullHeight / side)]
  const grey = new Uint8Array(columns * rows)
  let [lowR, lowG, lowB, highR, highG, highB] = [255, 255, 255, 0, 0, 0]
  // Four points of each square stand for it.
  const pairs = (count: number, full: number, size: number) =>
    Int32Array.from({ length: count * 2 }, (_, at) => Math.min(full - 1, Math.floor((at + 0.5) * scale)) * size)
  const lefts = pairs(columns, fullWidth, channels)
  const tops = pairs(rows, fullHeight, fullWidth * channels)
  for (let y = 0; y < rows; y++)
    for (let x = 0; x < columns; x++) {
      let sum = 0
      for (let corner = 0; corner < 4; corner++) {
        const at = tops[y * 2 + (corner >> 1)]! + lefts[x * 2 + (corner & 1)]!
        const r = data[at]!
        const g = data[at + 1]!
        const b = data[at + 2]!
        if (r < lowR) lowR = r
        if (g < lowG) lowG = g
        if (b < lowB) lowB = b
        if (r > highR) highR = r
        if (g > highG) highG = g
        if (b > highB) highB = b
        sum += r * 77 + g * 150 + b * 29
      }
      grey[y * columns + x] = sum >> 10
    }
  const colours = readColours(data, { fullWidth, fullHeight, channels, scale })
  const spread = Math.max(0, highR - lowR, highG - lowG, highB - lowB)
  return { width, height, columns, rows, grey, colours, spread, first: [data[0] ?? 0, data[1] ?? 0, data[2] ?? 0] }
}

interface Shape {
  readonly fullWidth: number
  readonly fullHeight: number
  readonly channels: number
  readonly scale: number
}

function readColours(data: Buffer, { fullWidth, fullHeight, channels, scale }: Shape): Uint8Array {
  const [across, down] = [fullWidth, fullHeight].map((full) => Math.floor(full / scale / COLOUR_PX)) as [number, number]
  const colours = new Uint8Array(across * down * 3)
  for (let row = 0; row < down; row++)
    for (let column = 0; column < across; column++) {
      const [x, y] = [(column + 0.5) * COLOUR_PX * scale, (row + 0.5) * COLOUR_PX * scale]
      const from = (Math.floor(y) * fullWidth + Math.floor(x)) * channels
      for (let channel = 0; channel < 3; channel++)
        colours[(row * across + column) * 3 + channel] = data[from + channel]!
    }
  return colours
}

/** Levels of grey between the lightest and the darkest point of a box; 0 where the box lies outside. */
export function contrastOf({ columns, rows, grey }: Ink, { x, y, width, height }: Box): number {
  const [left, right] = [Math.max(0, Math.floor(x / 2)), Math.min(columns, Math.ceil((x + width) / 2))]
  const [top, bottom] = [Math.max(0, Math.floor(y / 2)), Math.min(rows, Math.ceil((y + height) / 2))]
  let [low, high] = [255, 0]
  for (let row = top; row < bottom; row++)
    for (let at = row * columns + left; at < row * columns + right; at++) {
      const level = grey[at]!
      if (level < low) low = level
      if (level > high) high = level
    }
  return high > low ? high - low : 0
}

/** The colour of a point, or of one at most four pixels away from it in each direction; null outside. */
export function colourAt({ width, height, colours }: Ink, x: number, y: number): readonly number[] | null {
  const [across, down] = [Math.floor(width / COLOUR_PX), Math.floor(height / COLOUR_PX)]
  const [column, row] = [Math.floor(x / COLOUR_PX), Math.floor(y / COLOUR_PX)]
  if (column < 0 || row < 0 || column >= across || row >= down) return null
  const at = (row * across + column) * 3
  return [colours[at]!, colours[at + 1]!, colours[at + 2]!]
}

/** Share of a patch's contrast by which two pictures of the same words may differ, after drawing at another half pixel. */
const PATCH_SHARE = 0.25

/** Whether two pictures show the same at two places, within a pixel. */
export function showSame(a: Ink, from: Box, b: Ink, to: Box): boolean {
  const [columns, rows] = [Math.floor(from.width / 2), Math.floor(from.height / 2)]
  if (columns < 1 || rows < 1) return true
  const tolerated = contrastOf(a, from) * PATCH_SHARE
  for (const dy of [0, -1, 1])
    for (const dx of [0, -1, 1]) {
      let sum = 0
      for (let y = 0; y < rows; y++)
        for (let x = 0; x < columns; x++)
          sum += Math.abs(
            greyAt(a, Math.floor(from.x / 2) + x, Math.floor(from.y / 2) + y) -
              greyAt(b, Math.floor(to.x / 2) + x + dx, Math.floor(to.y / 2) + y + dy),
          )
      if (sum / (columns * rows) <= tolerated) return true
    }
  return false
}

const greyAt = ({ columns, rows, grey }: Ink, x: number, y: number): number =>
  x < 0 || y < 0 || x >= columns || y >= rows ? 0 : grey[y * columns + x]!
