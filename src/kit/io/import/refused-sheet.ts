import type { Plan } from '../sheet/book.ts'
import { type Cell, textOf } from '../sheet/cells.ts'
import { plain } from './match-columns.ts'
import type { Written } from '../export/texts.ts'

interface Refused {
  cells: readonly Cell[]
  reason: string
}

/** Rows to mend, in the columns they came in, with the reason behind them; a reason of an earlier time makes way. */
export function refusedSheet(
  title: string,
  heading: readonly Cell[],
  rows: readonly Refused[],
  reasonWords: readonly string[],
): { sheet: Omit<Plan, 'format'>; rows: Written[][] } {
  const kept = heading.flatMap((cell, i) => (reasonWords.some((w) => plain(w) === plain(textOf(cell))) ? [] : [i]))
  const header = [...kept.map((i) => textOf(heading[i])), reasonWords[0]!]
  return {
    sheet: { title, header, widths: header.map((_, i) => (i < kept.length ? 24 : 60)) },
    rows: rows.map(({ cells, reason }) => [...kept.map((i) => textOf(cells[i])), reason]),
  }
}
