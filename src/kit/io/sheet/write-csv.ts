import Papa from 'papaparse'
import { neutralise } from './neutral.ts'
import type { Written } from '../export/texts.ts'

/** Without it, Excel takes UTF-8 for the system's own encoding. */
export const byteOrderMark = '\uFEFF'

/** Lines of a CSV file, each ended. */
export function csvLines(rows: readonly (readonly Written[])[]): string {
  if (!rows.length) return ''
  const cells = rows.map((row) =>
    row.map((value) =>
      typeof value === 'string' ? neutralise(value) : typeof value === 'object' ? (value?.decimal ?? null) : value,
    ),
  )
  return `${Papa.unparse(cells, { newline: '\r\n' })}\r\n`
}
