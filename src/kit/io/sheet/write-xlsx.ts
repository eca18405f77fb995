import writeSheet from 'write-excel-file/universal'
import { sheetText } from '../../../../contract/kit/sheet-text.ts'
import type { Written } from '../export/texts.ts'

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

/** Strings stay strings, whatever they begin with: nothing here can become a formula. */
function cell(value: Written) {
  if (value === null || value === '') return null
  if (typeof value === 'object') return { type: Number, value: Number(value.decimal), format: '#,##0.00' }
  return typeof value === 'number' && Number.isFinite(value)
    ? { type: Number, value }
    : { type: String, value: sheetText(String(value)) }
}

export function writeXlsx({ title, header, widths, rows, notes }: Sheet): Promise<Blob> {
  const heading = header.map((value) => ({ type: String, value: sheetText(value), fontWeight: 'bold' as const }))
  const hints = notes
    ? [
        notes.map((value) =>
          value
            ? { type: String, value: sheetText(value), textColor: '#566469', wrap: true, alignVertical: 'top' as const }
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
