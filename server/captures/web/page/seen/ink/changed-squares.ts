import { CELL, COLOUR_PX, type Ink } from './ink.ts'

/** Squares that two pictures of one window draw otherwise, by so many levels of grey or more: their places in `grey`. */
export function changedSquares({ columns, rows, grey }: Ink, other: Ink, levels: number): number[] {
  const changed: number[] = []
  for (let row = 0; row < Math.min(rows, other.rows); row++)
    for (let column = 0; column < Math.min(columns, other.columns); column++) {
      const at = row * columns + column
      if (Math.abs(grey[at]! - other.grey[row * other.columns + column]!) >= levels) changed.push(at)
    }
  return changed
}

/** Fewer cells are a clock, or a button that is lit. */
export const LEAST_CELLS = 8
/** Squares of a cell that are drawn otherwise, and by how many levels of grey. */
const OTHER_SQUARES = 6
const OTHER_LEVELS = 16
/** Points of a cell that have another colour, and by how many levels: what is as light as before may be red where it was green. */
const OTHER_POINTS = 4
const COLOUR_LEVELS = 24

/** Whether two pictures of one window differ by more than a clock. */
export const isRedrawn = (a: Ink, b: Ink): boolean => changedCells(a, b).size >= LEAST_CELLS

/** Cells that two pictures of one window draw otherwise, by their numbers. */
export function changedCells(a: Ink, b: Ink): Set<number> {
  const [wide, high] = [CELL.width / 2, CELL.height / 2]
  const across = Math.ceil(a.columns / wide)
  const counts = new Map<number, number>()
  for (const at of changedSquares(a, b, OTHER_LEVELS)) {
    const [row, column] = [Math.floor(at / a.columns), at % a.columns]
    add(counts, Math.floor(row / high) * across + Math.floor(column / wide))
  }
  const points = new Map<number, number>()
  for (const { x, y } of changedPoints(a, b))
    add(points, Math.floor(y / CELL.height) * across + Math.floor(x / CELL.width))
  return new Set([...cellsFrom(counts, OTHER_SQUARES), ...cellsFrom(points, OTHER_POINTS)])
}

const add = (counts: Map<number, number>, cell: number): void => void counts.set(cell, (counts.get(cell) ?? 0) + 1)

const cellsFrom = (counts: ReadonlyMap<number, number>, least: number): number[] =>
  [...counts].flatMap(([cell, count]) => (count >= least ? [cell] : []))

/** Points that have another colour, in CSS pixels. */
function changedPoints(a: Ink, b: Ink): { x: number; y: number }[] {
  const changed: { x: number; y: number }[] = []
  const [across, other] = [a, b].map(({ width }) => Math.floor(width / COLOUR_PX)) as [number, number]
  const rows = Math.floor(Math.min(a.height, b.height) / COLOUR_PX)
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < Math.min(across, other); column++) {
      const [at, there] = [(row * across + column) * 3, (row * other + column) * 3]
      const isOther = [0, 1, 2].some((one) => Math.abs(a.colours[at + one]! - b.colours[there + one]!) >= COLOUR_LEVELS)
      if (isOther) changed.push({ x: column * COLOUR_PX, y: row * COLOUR_PX })
    }
  return changed
}
