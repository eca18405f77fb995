import type { SheetProblem } from './judge-sheets.ts'

/** A sheet as people see it: its cells as text, rows in their order, and how many rows are hidden. */
export interface SheetSeen {
  cells: string[][]
  hidden: number
}
export type SheetAnswer = SheetSeen | { problem: SheetProblem }

/** In the place of a number of which its program has lost digits: no text of a cell has it. */
export const lostDigits = '\0'
