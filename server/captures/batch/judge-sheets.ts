import { strFromU8, strToU8 } from 'fflate'

/** The last place in which a sheet may have a cell, filled or not: some programs write rows and columns that hold nothing. */
export const lastRow = 10_000
export const lastColumn = 60
/** Cells of a sheet, of which a batch of two hundred rows needs less than a thousand. */
const mostCells = 200_000

export type Entries = Record<string, Uint8Array>

/** Why a sheet is not read, as words under `field` name it. */
export interface SheetProblem {
  key: 'sheet.unreadable' | 'sheet.tooBig' | 'sheet.farCell' | 'sheet.farRow' | 'sheet.noHeading'
  params?: Record<string, string | number>
}

const attributes = `(?:"[^"]*"|'[^']*'|[^"'<>])*`
const holdsCells = /<(?:[\w.-]*:)?sheetData[\s/>]/
const starts = /<(?:[\w.-]*:)?(?:row|c)(?=[\s/>])/g
const tags = new RegExp(String.raw`<(?:[\w.-]*:)?(row|c)(?=[\s/>])(${attributes})>`, 'g')
const emptyable = new RegExp(
  String.raw`<((?:[\w.-]*:)?(?:row|c|dimension))(?=[\s/>])(${attributes})>(\s*</\1\s*>)?`,
  'g',
)
const places = /\s(?:[\w.-]*:)?(?:r|ref)\s*=\s*(?:"([^"]*)"|'([^']*)')/g

/**
 * The reader makes room for whatever the address of a cell or a row says, so all of them are looked at before it begins. A sheet that lies too far out, or
 * is not written as programs write it, is taken out of the workbook: its problem counts where that sheet was to be read, and no other.
 */
export function judgeSheets(entries: Entries): { near: Entries; problem: SheetProblem | undefined } {
  const near: Entries = {}
  let problem: SheetProblem | undefined
  for (const [name, bytes] of Object.entries(entries)) {
    const xml = strFromU8(bytes)
    if (!holdsCells.test(xml)) near[name] = bytes
    else {
      const trimmed = xml.replace(emptyable, withoutEmpty)
      const found = problemOf(trimmed)
      problem ??= found
      if (!found) near[name] = trimmed === xml ? bytes : strToU8(trimmed)
    }
  }
  return { near, problem }
}

/**
 * Some programs end each sheet with the last row that there can be, or colour whole rows: rows and cells far out that hold nothing. The size that a
 * sheet declares is said anew by its cells.
 */
function withoutEmpty(tag: string, name: string, said: string, end: string | undefined): string {
  if (name.endsWith('dimension')) return ''
  const isEmpty = said.endsWith('/') || end !== undefined
  return isEmpty && placesIn(said).some((place) => problemOfPlace(place)?.params) ? '' : tag
}

function problemOf(xml: string): SheetProblem | undefined {
  const count = { tags: 0, row: 0, c: 0 }
  for (const [, tag, said] of xml.matchAll(tags)) {
    count.tags++
    count[tag as 'row' | 'c']++
    if (count.c > mostCells || count.row > lastRow) return { key: 'sheet.tooBig' }
    for (const place of placesIn(said!)) {
      const problem = problemOfPlace(place)
      if (problem) return problem
    }
  }
  // Whatever begins as one of them and is not read as one above.
  for (const _ of xml.matchAll(starts)) count.tags--
  return count.tags ? { key: 'sheet.unreadable' } : undefined
}

const placesIn = (said: string) =>
  [...said.matchAll(places)].flatMap(([, double, single]) => (double ?? single!).split(':'))

function problemOfPlace(place: string): SheetProblem | undefined {
  const [, letters, digits] = /^([A-Z]{0,3})([1-9]\d{0,6})$/.exec(place) ?? []
  if (letters === undefined) return { key: 'sheet.unreadable' }
  if (Number(digits) <= lastRow && columnOf(letters) <= lastColumn) return undefined
  return letters
    ? { key: 'sheet.farCell', params: { cell: place, rows: lastRow, columns: lastColumn } }
    : { key: 'sheet.farRow', params: { row: place, rows: lastRow } }
}

const columnOf = (letters: string) => [...letters].reduce((n, letter) => n * 26 + letter.charCodeAt(0) - 64, 0)
