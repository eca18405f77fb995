import type { Box } from './layout/box.ts'
import { CELL, contrastOf, DRAWN_LEVELS, type Ink, showSame } from './ink/ink.ts'

/** A window's place in a composed picture, with its own picture. */
export interface Seamed {
  /** Its first row and column among all that the scroller holds, in CSS pixels. */
  readonly top: number
  readonly left: number
  /** The scroller's box within its picture. */
  readonly box: Box
  readonly insets: { readonly top: number; readonly bottom: number }
  readonly ink: Ink
}

/** Rows that are compared at most, and at least. */
const BAND_PX = 48
const LEAST_PX = 8
/** Fewer cells in which something is drawn say nothing. */
const LEAST_CELLS = 3
/** A film, or a button that is held fast, may differ. */
const MOST_OTHER = 0.6

/** Whether rows that two neighbours both show are the same in both: the content did not move under them while it was scrolled. */
export function isSeamSame(above: Seamed, below: Seamed): boolean {
  const from = Math.max(above.top + above.insets.top, below.top + below.insets.top)
  const to = Math.min(
    above.top + above.box.height - above.insets.bottom,
    below.top + below.box.height - below.insets.bottom,
  )
  const height = Math.min(BAND_PX, to - from)
  if (height < LEAST_PX || above.left !== below.left) return true
  const cellIn = ({ top, box }: Seamed, x: number): Box => ({
    x: box.x + x,
    y: box.y + from - top,
    width: CELL.width,
    height,
  })
  let [drawn, other] = [0, 0]
  for (let x = 0; x + CELL.width <= Math.min(above.box.width, below.box.width); x += CELL.width) {
    const [one, two] = [cellIn(above, x), cellIn(below, x)]
    if (Math.max(contrastOf(above.ink, one), contrastOf(below.ink, two)) < DRAWN_LEVELS) continue
    drawn += 1
    if (!showSame(above.ink, one, below.ink, two) || !showSame(below.ink, two, above.ink, one)) other += 1
  }
  return drawn < LEAST_CELLS || other <= drawn * MOST_OTHER
}
