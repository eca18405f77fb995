import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { readSheet } from 'read-excel-file/universal'
import { FileError, lastRow, mostCells, mostColumns, mostEntries, mostParts, mostUnpacked } from './caps.ts'
import { seenBook, shownDate } from '../../../../contract/kit/workbook.ts'
import { type Cell, isEmptyRow, type Read, requireModestGrid } from './cells.ts'

type Entries = Record<string, Uint8Array>

/** Unfolds a workbook's own parts. An entry that holds more than it declares is cut there, so that it cannot lie. */
function unpack(bytes: Uint8Array): Entries {
  let total = 0
  let entries = 0
  const modest = ({ name, originalSize }: { name: string; originalSize: number }) => {
    entries++
    if (!/\.(xml|rels)$/.test(name)) return false
    total += originalSize
    if (total > mostUnpacked || entries > mostEntries) throw new FileError('tooBig')
    return true
  }
  return unzipSync(bytes, { filter: modest })
}

const starts = /<(?:[\w.-]+:)?(?:row|c)(?=[\s/>])/g
const tags = /<(?:[\w.-]+:)?(row|c)(?=[\s/>])((?:"[^"]*"|'[^']*'|[^"'<>])*)>/g
const places = /\s(?:[\w.-]+:)?r\s*=\s*(?:"([^"]*)"|'([^']*)')/g
const others = /<(?:[\w.-]+:)?(?:xf|numFmt|sheet|Relationship)(?=[\s/>])/g

const columnOf = (letters: string) => [...letters].reduce((n, letter) => n * 26 + letter.charCodeAt(0) - 64, 0)

/**
 * The reader makes room for whatever a cell's address says, so every address is looked at first. What is not written as
 * sheet programs write it is not guessed at.
 */
function requireModestParts(entries: Entries) {
  let parts = 0
  for (const bytes of Object.values(entries)) {
    const xml = strFromU8(bytes)
    parts += count(xml, others)
    if (parts > mostParts) throw new FileError('tooBig')
    let seen = 0
    let cells = 0
    for (const [, tag, attributes] of xml.matchAll(tags)) {
      seen++
      if (tag === 'c' && ++cells > mostCells) throw new FileError('tooManyCells')
      for (const [, double, single] of attributes!.matchAll(places)) requireModestPlace(double ?? single!)
    }
    if (seen !== count(xml, starts)) throw new FileError('unreadable')
  }
}

function requireModestPlace(place: string) {
  const [, letters, row] = /^([A-Z]{0,3})([1-9]\d{0,6})$/.exec(place) ?? []
  if (letters === undefined || row === undefined) throw new FileError('unreadable')
  if (Number(row) > lastRow) throw new FileError('tooManyRows')
  if (columnOf(letters) > mostColumns) throw new FileError('tooManyColumns')
}

function count(text: string, pattern: RegExp): number {
  let n = 0
  for (const _ of text.matchAll(pattern)) n++
  return n
}

/** The sheet that is seen of a workbook. A formula counts as what it last came to; nothing is ever worked out here. */
export async function readXlsx(bytes: Uint8Array): Promise<Read> {
  const entries = unpack(bytes)
  requireModestParts(entries)
  const { at, hidden, from1904, parts } = seenBook((path) => entries[path] && strFromU8(entries[path]))
  for (const [path, xml] of Object.entries(parts)) entries[path] = strToU8(xml)
  // Only what was looked at goes on, unpacked: the reader would unfold the file again, in threads of its own.
  const checked = zipSync(entries, { level: 0 })
  const rows = await readSheet<{ number: string }>(checked.buffer as ArrayBuffer, at ?? 1, {
    trim: false,
    parseNumber: (number) => ({ number }),
  })
  const grid = rows.map((row) => row.map((value) => cellOf(value, from1904)))
  const left = grid.filter((row, i) => hidden.has(i + 1) && !isEmptyRow(row)).length
  const seen = grid.map((row, i) => (hidden.has(i + 1) ? [] : row))
  if (left && seen.every(isEmptyRow)) throw new FileError('allHidden', left)
  return { grid: requireModestGrid(seen), hidden: left }
}

function cellOf(value: unknown, from1904: boolean): Cell {
  // A sheet's dates have no zone; the reader gives them in UTC, and they read as they were typed.
  if (value instanceof Date) return shownDate(value, from1904) ?? null
  return (value ?? null) as Cell
}
