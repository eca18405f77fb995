import { maxBatchRows } from '../../../contract/captures/batch.ts'
import { languages } from '../../../contract/kit/language.ts'
import { say } from '../../kit/words.ts'
import { lostDigits, type SheetSeen } from './seen-sheet.types.ts'

/** A row as it stands in the sheet, before it is judged. */
export interface SheetRow {
  row: number
  url: string
  name: string
  label: string
  remark: string
  /** Cells that hold a number of which the program that wrote the sheet has lost digits. */
  lost?: Column[]
  /** Rows of the whole sheet that are hidden, and were left out. */
  hidden?: number
}

export const columns = ['url', 'name', 'label', 'remark'] as const
export type Column = (typeof columns)[number]

/** Headings of templates that were handed out before. */
const earlier: Partial<Record<Column, string[]>> = { url: ['address'] }

const titlesOf = (column: Column) => [
  ...languages.map((l) => say(l, 'captures', `sheet.${column}`).toLowerCase()),
  ...(earlier[column] ?? []),
]

/** A heading is looked for in so many rows: above it stand a title, a date, or who made the list. */
const mostAbove = 20

interface Layout {
  places: Record<Column, number>
  /** The row beneath which the rows begin, counted from 0; -1 where there is no heading. */
  heading: number
}

const placesIn = (row: readonly string[]): Record<Column, number> => {
  const lower = row.map((h) => h.replaceAll(/[*＊\s\u200b\ufeff]/g, '').toLowerCase())
  return Object.fromEntries(
    columns.map((c) => [c, lower.findIndex((h) => titlesOf(c).some((title) => title.replaceAll(' ', '') === h))]),
  ) as Record<Column, number>
}

const holdsAddress = (text: string) => /^https?[:：]/iu.test(text)

/** Which column stands where: by the headings of the template in either language, wherever they stand, else in the template's order. */
function layoutOf(cells: readonly string[][]): Layout {
  const filled = cells.flatMap((row, i) => (row.some(Boolean) ? [i] : []))
  for (const heading of filled.slice(0, mostAbove)) {
    const places = placesIn(cells[heading]!)
    // What stands above a heading is left out: rows that hold addresses are none of that.
    if (cells[heading]!.some(holdsAddress)) break
    if (places.url >= 0) return { places, heading }
  }
  const first = Math.max(0, ...(filled.length ? [Math.min(...filled.map((i) => cells[i]!.findIndex(Boolean)))] : []))
  return { places: { url: first, name: first + 1, label: first + 2, remark: first + 3 }, heading: -1 }
}

/** The rows of a sheet as far as they are filled, or why there are none. */
export type RowsRead =
  | { rows: SheetRow[] }
  | { problem: 'tooManyRows' | 'empty' | 'noHeading' }
  | { problem: 'allHidden'; hidden: number }

const mayBeAddress = (text: string) => /[.．:：]/u.test(text)

/** Without a heading the first column must hold an address somewhere: else nobody knows which does. */
export function rowsOf({ cells, hidden }: SheetSeen): RowsRead {
  const { places, heading } = layoutOf(cells)
  const rows = cells.flatMap((row, i): SheetRow[] => {
    if (i <= heading || !row.some(Boolean)) return []
    const at = (column: Column) => row[places[column]] ?? ''
    const lost = columns.filter((column) => at(column) === lostDigits)
    const text = (column: Column) => (lost.includes(column) ? '' : at(column))
    return [
      {
        row: i + 1,
        url: text('url'),
        name: text('name'),
        label: text('label'),
        remark: text('remark'),
        ...(lost.length ? { lost } : {}),
        ...(hidden ? { hidden } : {}),
      },
    ]
  })
  if (rows.length > maxBatchRows) return { problem: 'tooManyRows' }
  if (!rows.length) return hidden ? { problem: 'allHidden', hidden } : { problem: 'empty' }
  const isMissed = heading < 0 && rows.length > 1 && !rows.some((row) => mayBeAddress(row.url))
  return isMissed ? { problem: 'noHeading' } : { rows }
}
