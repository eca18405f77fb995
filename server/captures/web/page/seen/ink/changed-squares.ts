import type { Ink } from './ink.ts'

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
