import { FileError, longestCell, mostCells, mostCharacters, mostColumns, mostRows } from './caps.ts'

/** A cell as it was read. A number keeps the digits that the file has: what they mean is for its column to say. */
export type Cell = string | boolean | null | { number: string }

/** Rows in their order, empty ones among them, so that a row's place is its number in the sheet. */
export type Grid = Cell[][]

/** A sheet as it is seen, and how many rows of it are hidden; in their place stand empty ones. */
export interface Read {
  grid: Grid
  hidden: number
}

export const textOf = (cell: Cell | undefined): string =>
  (cell === null || cell === undefined ? '' : typeof cell === 'object' ? cell.number : String(cell)).trim()

export const isEmptyRow = (row: readonly Cell[]) => row.every((cell) => textOf(cell) === '')

/** The heading and what the template says beneath it, besides the rows themselves. */
const rowsBeside = 3

export function requireModestGrid(grid: Grid): Grid {
  const filled = grid.filter((row) => !isEmptyRow(row))
  if (!filled.length) throw new FileError('empty')
  if (filled.length > mostRows + rowsBeside) throw new FileError('tooManyRows')
  if (filled.some((row) => row.length > mostColumns)) throw new FileError('tooManyColumns')
  let cells = 0
  let characters = 0
  for (const row of filled) {
    cells += row.length
    for (const cell of row) characters += Math.min(typeof cell === 'string' ? cell.length : 8, longestCell * 10)
  }
  if (cells > mostCells || characters > mostCharacters) throw new FileError('tooManyCells')
  return grid
}
