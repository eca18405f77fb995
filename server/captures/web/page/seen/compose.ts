import type { Ink } from './ink/ink.ts'
import type { Box } from './layout/box.ts'
import type { Composed, Strip } from './page-map.ts'
import type { Place } from './walk/scroll-target.ts'
import { isSeamSame, type Seamed } from './seams.ts'

/** A picture of a window, by the scroller's place in it. */
export interface Windowed {
  readonly place: Place
  /** The scroller's box within the picture, in CSS pixels. */
  readonly box: Box
  readonly ink: Ink
}

interface Cell extends Windowed {
  readonly index: number
  /** Its first row and column among all that the scroller holds. */
  readonly top: number
  readonly left: number
}

/** Rows of one content: positions count from its beginning, whichever end the scroller counts from. */
function cellsOf(windows: readonly Windowed[], upward: boolean): Cell[] {
  const beyond = ({ place: { height, box, y, fromEnd } }: Windowed) =>
    fromEnd.y ? -y : Math.max(0, height - box.height) - y
  const total = Math.max(0, ...windows.map((one) => beyond(one) + one.place.box.height))
  return windows.map((one, index) => {
    const { width, box, x, y, fromEnd } = one.place
    const fromTop = fromEnd.y || upward ? total - beyond(one) - box.height : y
    const fromLeft = fromEnd.x ? Math.max(0, width - box.width) + x : x
    return { ...one, index, top: Math.round(fromTop), left: Math.round(fromLeft) }
  })
}

const seamed = ({ top, left, box, ink, place: { insets } }: Cell): Seamed => ({ top, left, box, insets, ink })

function rowsOf(cells: readonly Cell[]): Cell[][] {
  const rows: Cell[][] = []
  for (const cell of cells.toSorted((a, b) => a.top - b.top || a.left - b.left)) {
    const row = rows.at(-1)
    if (row && row[0]!.top === cell.top) row.push(cell)
    else rows.push([cell])
  }
  return rows
}

const endOf = ({ left, box }: Cell): number => left + box.width

/** Rows that reach from side to side, or null where one has a hole. The last that was walked may have been broken off, and is left out. */
function wholeRows(rows: readonly Cell[][], upward: boolean): Cell[][] | null {
  const [from, to] = [Math.min(...rows.map((row) => row[0]!.left)), Math.max(...rows.map((row) => endOf(row.at(-1)!)))]
  const reaches = (row: Cell[]) => row[0]!.left <= from + 1 && endOf(row.at(-1)!) >= to - 1
  const last = upward ? rows[0] : rows.at(-1)
  const whole = rows.filter((row) => row !== last || rows.length === 1 || reaches(row))
  return whole.every((row) => reaches(row) && row.every((cell, at) => at === 0 || joins(row[at - 1]!, cell)))
    ? whole
    : null
}

const joins = (before: Cell, cell: Cell): boolean =>
  cell.left + cell.place.insets.left <= endOf(before) - before.place.insets.right + 1

/**
 * Puts the windows of one scroller together: each adds the rows that no window before it has shown, without the bars that are held fast
 * over its edges. `frame` is the size of the pictures: what stands around the scroller comes from the first and the last of them.
 */
export function composeWindows(
  windows: readonly Windowed[],
  frame: { readonly width: number; readonly height: number },
  scale: number,
  upward = false,
): Composed | null {
  const rows = wholeRows(rowsOf(cellsOf(windows, upward)), upward)
  const [first, last] = [rows?.[0]?.[0], rows?.at(-1)?.at(-1)]
  if (!rows || !first || !last) return null
  const strips: Strip[] = []
  const draw = (index: number, from: Box, atX: number, atY: number) => {
    const [x, y, width, height] = [from.x, from.y, from.width, from.height].map((one) => Math.round(one * scale))
    if (width! > 0 && height! > 0)
      strips.push({
        window: index,
        x: x!,
        y: y!,
        width: width!,
        height: height!,
        atX: Math.round(atX * scale),
        atY: Math.round(atY * scale),
      })
  }
  const origin = { x: first.box.x, y: first.box.y - first.top }
  // All of the first window, with what stands beside the scroller; later strips cover only the scroller.
  draw(first.index, { x: 0, y: 0, width: frame.width, height: first.box.y + first.box.height }, 0, 0)
  let covered = first.top
  let widest = frame.width
  let isWhole = true
  rows.forEach((row, number) => {
    const isLast = number === rows.length - 1
    const head = row[0]!
    if (number > 0 && head.top + head.place.insets.top > covered + 1) isWhole = false
    const from = Math.max(covered, head.top + (number === 0 ? 0 : head.place.insets.top))
    const to = head.top + head.box.height - (isLast ? 0 : head.place.insets.bottom)
    if (to <= from) return
    let reached = 0
    for (const cell of row) {
      const left = Math.max(reached, cell.left + (cell === head ? 0 : cell.place.insets.left))
      const width = cell.left + cell.box.width - (cell === row.at(-1) ? 0 : cell.place.insets.right) - left
      const source = { x: cell.box.x + left - cell.left, y: cell.box.y + from - cell.top, width, height: to - from }
      draw(cell.index, source, origin.x + left, origin.y + from)
      reached = Math.max(reached, left + width)
    }
    widest = Math.max(widest, origin.x + reached)
    covered = to
  })
  // A picture with a hole, or whose content moved on between two windows, would show what nobody saw.
  if (!isWhole || !rows.every((row, at) => at === 0 || isSeamSame(seamed(rows[at - 1]![0]!), seamed(row[0]!))))
    return null
  const below = {
    x: 0,
    y: last.box.y + last.box.height,
    width: frame.width,
    height: frame.height - last.box.y - last.box.height,
  }
  draw(last.index, below, 0, origin.y + covered)
  const height = origin.y + covered + Math.max(0, below.height)
  return { width: Math.round(widest * scale), height: Math.round(height * scale), strips }
}
