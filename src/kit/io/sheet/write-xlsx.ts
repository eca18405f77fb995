import writeSheet from 'write-excel-file/universal'
import type { Written } from '../export/texts.ts'

/** What a cell may hold; a sheet program calls a file with more broken. */
const longest = 32_767

export interface Sheet {
  title: string
  header: readonly string[]
  /** In characters. */
  widths: readonly number[]
  rows: readonly (readonly Written[])[]
  /** Stands in grey beneath the header. */
  notes?: readonly string[]
}

/** A sheet's name may be no longer, and carries none of these. */
const nameOf = (title: string) =>
  title
    .replaceAll(/[[\]:*?/\\']/g, ' ')
    .trim()
    .slice(0, 31) || 'Sheet'

/**
 * Text as the format wants it: what looks like an escape of its own is escaped. The writer looks words up in a plain
 * object, where `constructor` is always found; a character that it drops from every text makes such a word another key.
 */
function safe(text: string): string {
  const escaped = text.slice(0, longest).replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
  return escaped in {} ? `${escaped}\0` : escaped
}

/** Strings stay strings, whatever they begin with: nothing here can become a formula. */
function cell(value: Written) {
  if (value === null || value === '') return null
  if (typeof value === 'object') return { type: Number, value: Number(value.decimal), format: '#,##0.00' }
  return typeof value === 'number' && Number.isFinite(value)
    ? { type: Number, value }
    : { type: String, value: safe(String(value)) }
}

export function writeXlsx({ title, header, widths, rows, notes }: Sheet): Promise<Blob> {
  const heading = header.map((value) => ({ type: String, value: safe(value), fontWeight: 'bold' as const }))
  const hints = notes
    ? [
        notes.map((value) =>
          value
            ? { type: String, value: safe(value), textColor: '#566469', wrap: true, alignVertical: 'top' as const }
            : null,
        ),
      ]
    : []
  return writeSheet([heading, ...hints, ...rows.map((row) => row.map(cell))], {
    sheet: nameOf(title),
    columns: widths.map((width) => ({ width })),
    stickyRowsCount: 1,
  }).toBlob()
}
