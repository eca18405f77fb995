import { maxBatchRows } from '../../../contract/captures/batch.ts'
import { languages } from '../../../contract/kit/language.ts'
import { say } from '../../kit/words.ts'
import type { Cells } from './read-sheet.ts'

/** A row as it stands in the sheet, before it is judged. */
export interface SheetRow {
  row: number
  url: string
  name: string
  label: string
  remark: string
}

export const columns = ['url', 'name', 'label', 'remark'] as const
export type Column = (typeof columns)[number]

/** Headings of templates that were handed out before. */
const earlier: Partial<Record<Column, string[]>> = { url: ['address'] }

const titlesOf = (column: Column) => [
  ...languages.map((l) => say(l, 'captures', `sheet.${column}`).toLowerCase()),
  ...(earlier[column] ?? []),
]

/** Which column stands where: by the headings of the template in either language, else in the template's order. */
function layoutOf(heading: string[]): { places: Record<Column, number>; headed: boolean } {
  const lower = heading.map((h) => h.replace(/[*＊]/g, '').trim().toLowerCase())
  const places = Object.fromEntries(columns.map((c) => [c, lower.findIndex((h) => titlesOf(c).includes(h))])) as Record<
    Column,
    number
  >
  if (places.url >= 0) return { places, headed: true }
  return { places: { url: 0, name: 1, label: 2, remark: 3 }, headed: false }
}

/** The filled rows of a sheet; undefined where there are more than a batch may have. */
export function rowsOf(cells: Cells): SheetRow[] | undefined {
  const { places, headed } = layoutOf(cells[0] ?? [])
  const at = (row: string[], column: Column) => row[places[column]] ?? ''
  const rows = cells.flatMap((row, i): SheetRow[] => {
    if ((headed && i === 0) || !row.some(Boolean)) return []
    return [
      { row: i + 1, url: at(row, 'url'), name: at(row, 'name'), label: at(row, 'label'), remark: at(row, 'remark') },
    ]
  })
  return rows.length > maxBatchRows ? undefined : rows
}
