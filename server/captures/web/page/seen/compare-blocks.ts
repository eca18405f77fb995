import type { InkedLook, TallPicture } from './compare.ts'
import { CELL, colourAt, contrastOf, DRAWN_LEVELS, type Ink, showSame } from './ink/ink.ts'
import { areaOf, type Box, intersect, moveBox } from './layout/box.ts'
import type { Layout } from './layout/layout.ts'

export interface BlockLoss {
  /** Windows that show something else than the tall picture: a quarter of one, or a part of each where that is much in all. */
  readonly windows: readonly number[]
  /** Share of all that was drawn in windows, and is empty or another drawing in the tall picture. */
  readonly share: number
  /** Share of empty places whose colour is another one. */
  readonly ground: number
}

/** Share of what was drawn that may be an advertisement or a film, in one window and in all of them. */
export const LOST_BLOCKS = { window: 0.25, all: 0.05 } as const
const LEAST_CELLS = 10
const COLOUR_LEVELS = 24

/** Compares windows and tall picture cell by cell; bars that are held fast, and what the page paints itself, are left out. */
export function compareBlocks(
  looks: readonly InkedLook[],
  bars: readonly { top: number; bottom: number }[],
  tall: TallPicture,
): BlockLoss {
  const all = looks.map((look, index) => compareWindow(look, bars[index] ?? { top: 0, bottom: 0 }, tall))
  const sum = (key: keyof Cells) => all.reduce((total, one) => total + one[key], 0)
  const share = sum('lost') / Math.max(1, sum('drawn'))
  const least = share > LOST_BLOCKS.all ? LOST_BLOCKS.all : LOST_BLOCKS.window
  const windows = all.flatMap(({ lost, drawn }, index) => (lost >= LEAST_CELLS && lost > drawn * least ? [index] : []))
  return { windows, share, ground: sum('other') / Math.max(1, sum('flat')) }
}

interface Cells {
  drawn: number
  lost: number
  /** Without a drawing in both. */
  flat: number
  /** Those of them that have another colour. */
  other: number
}

function compareWindow(
  { ink, layout, scroll }: InkedLook,
  bars: { top: number; bottom: number },
  tall: TallPicture,
): Cells {
  const sums = { drawn: 0, lost: 0, flat: 0, other: 0 }
  const apart = layout ? [...layout.fixed, ...layout.painted] : []
  for (
    let y = Math.ceil(bars.top / CELL.height) * CELL.height;
    y + CELL.height <= ink.height - bars.bottom;
    y += CELL.height
  )
    for (let x = 0; x + CELL.width <= ink.width; x += CELL.width) {
      const cell: Box = { x, y, ...CELL }
      if (apart.some((box) => areaOf(intersect(box, cell)) > 0)) continue
      const there = placeOnStage(cell, layout, tall) ?? { ...cell, x: x + scroll.x - tall.left, y: y + scroll.y }
      const isDrawn = contrastOf(ink, cell) >= DRAWN_LEVELS
      // A page that is wider than any picture goes on beside it.
      const isBeside = there.x + CELL.width <= 0 || there.x >= tall.ink.width
      if (isDrawn && isBeside) {
        sums.drawn += 1
        sums.lost += 1
      }
      if (there.x < 0 || there.y + CELL.height > tall.ink.height || there.x + CELL.width > tall.ink.width) continue
      const isDrawnThere = contrastOf(tall.ink, there) >= DRAWN_LEVELS
      if (isDrawn) sums.drawn += 1
      if (isDrawn && !(isDrawnThere && showSame(ink, cell, tall.ink, there))) sums.lost += 1
      if (isDrawn || isDrawnThere) continue
      sums.flat += 1
      if (isOtherColour(ink, cell, tall.ink, there)) sums.other += 1
    }
  return sums
}

/** The place in the whole-page picture of what stands on a stage; null where no stage of its size is in that picture. */
function placeOnStage(cell: Box, layout: Layout | null, { layout: whole, left }: TallPicture): Box | null {
  const stage = layout?.stages.find((box) => areaOf(intersect(box, cell)) === areaOf(cell))
  const there = stage && whole?.stages.find((box) => box.width === stage.width && box.height === stage.height)
  if (!stage || !there) return null
  const [across, down] = [there.x + whole!.scroll.x - left - stage.x, there.y + whole!.scroll.y - stage.y]
  return moveBox(cell, across, down)
}

function isOtherColour(ink: Ink, cell: Box, tall: Ink, there: Box): boolean {
  const [a, b] = [
    colourAt(ink, cell.x + CELL.width / 2, cell.y + CELL.height / 2),
    colourAt(tall, there.x + CELL.width / 2, there.y + CELL.height / 2),
  ]
  return a !== null && b !== null && a.some((one, at) => Math.abs(one - b[at]!) > COLOUR_LEVELS)
}
