import { type Cell, type Grid, isEmptyRow, textOf } from '../sheet/cells.ts'
import { type Column, headingOf } from './template.ts'

/** Headings alike for people are alike here: wide and narrow letters, case, spaces, and the mark of what is required. */
export const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s*]+/g, '')

/** A heading is looked for in so many rows: above it stand a title, a date, or who made the list. */
const mostAbove = 20

/** The place of the heading: the row that names the most columns, and has nothing above it but titles; the first with anything in it where none does. */
export function headingRow(grid: Grid, languages: readonly (readonly Column[])[] = []): number {
  const all = grid.flatMap((row, i) => (isEmptyRow(row) ? [] : [i])).slice(0, mostAbove)
  // Behind the first row with several cells come rows that count: none of them is passed over for a heading further down.
  const wide = all.findIndex((at) => grid[at]!.filter((cell) => textOf(cell) !== '').length > 1)
  const filled = wide < 0 ? all : all.slice(0, wide + 1)
  const named = (at: number) => matchColumns(grid[at]!, languages).filter((name) => name !== null).length
  return filled.reduce((best, at) => (named(at) > named(best) ? at : best), filled[0] ?? -1)
}

/** The field that each column of a sheet is for, by its heading in any language or its wire name; each field once. */
export function matchColumns(heading: readonly Cell[], languages: readonly (readonly Column[])[]): (string | null)[] {
  const names = new Map<string, string>()
  for (const columns of languages)
    for (const c of columns) for (const word of [c.name, c.heading]) names.set(plain(word), c.name)
  const taken = new Set<string>()
  return heading.map((cell) => {
    const name = names.get(plain(textOf(cell)))
    if (name === undefined || taken.has(name)) return null
    taken.add(name)
    return name
  })
}

/** True for the rows that the template brings along, if they still say what it said. */
export function isOfTemplate(
  row: readonly Cell[],
  fields: readonly (string | null)[],
  languages: readonly (readonly Column[])[],
): boolean {
  const said = row.flatMap((cell, i) =>
    fields[i] && textOf(cell) ? [{ name: fields[i], text: plain(textOf(cell)) }] : [],
  )
  const says = (columns: readonly Column[], part: (c: Column) => string) =>
    said.every((s) => plain(part(columns.find((c) => c.name === s.name)!)) === s.text)
  return said.length > 1 && languages.some((columns) => says(columns, (c) => c.note) || says(columns, (c) => c.example))
}

/** Columns without which no row can be right. */
export const missingColumns = (fields: readonly (string | null)[], columns: readonly Column[]): string[] =>
  columns.filter((c) => c.required && !fields.includes(c.name)).map(headingOf)
