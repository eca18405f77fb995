import { CELL, type Ink } from './ink.ts'

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

/** Whether two pictures of one window differ by more than a clock. */
export const isRedrawn = (a: Ink, b: Ink): boolean => changedCells(a, b).size >= LEAST_CELLS

/** Cells that two pictures of one window draw otherwise, by their numbers. */
export function changedCells(a: Ink, b: Ink): Set<number> {
  const [wide, high] = [CELL.width / 2, CELL.height / 2]
  const across = Math.ceil(a.columns / wide)
  const counts = new Map<number, number>()
  for (const at of changedSquares(a, b, OTHER_LEVELS)) {
    const [row, column] = [Math.floor(at / a.columns), at % a.columns]
    const cell = Math.floor(row / high) * across + Math.floor(column / wide)
    counts.set(cell, (counts.get(cell) ?? 0) + 1)
  }
  return new Set([...counts].flatMap(([cell, count]) => (count >= OTHER_SQUARES ? [cell] : [])))
}
