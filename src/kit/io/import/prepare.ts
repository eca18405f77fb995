import type { z } from 'zod'
import { type Cell, type Grid, isEmptyRow } from '../sheet/cells.ts'
import { isOfTemplate } from './match-columns.ts'
import type { Column } from './template.ts'
import { type CellProblem, takeCell, type Values } from './to-wire.ts'

/** A row of a sheet, ready to be sent, or with what hinders it. */
export interface Prepared {
  /** Its number in the sheet, from 1. */
  at: number
  cells: readonly Cell[]
  wire: Record<string, unknown>
  problems: { field: string; key: CellProblem }[]
  /** Cells of which signs were left out, as they were taken. */
  cleaned: { field: string; text: string }[]
  /** The number of an earlier row of this sheet that says the same. */
  repeats?: number
}

interface Options {
  heading: number
  /** The field of each column. */
  fields: readonly (string | null)[]
  /** The template's columns, in every language. */
  languages: readonly (readonly Column[])[]
  values: Values
  schema: z.ZodObject
}

/** Rows beneath the heading, under wire names. Names come from what is declared, never from the sheet. */
export function prepare(grid: Grid, { heading, fields, languages, values, schema }: Options): Prepared[] {
  const columns = new Map(languages[0]!.map((c) => [c.name, c]))
  const seen = new Map<string, number>()
  const rows: Prepared[] = []
  for (const [i, cells] of grid.entries()) {
    if (i <= heading || isEmptyRow(cells) || isOfTemplate(cells, fields, languages)) continue
    const row: Prepared = { at: i + 1, cells, wire: {}, problems: [], cleaned: [] }
    for (const [place, name] of fields.entries()) {
      if (name === null) continue
      const { value, problem, cleaned } = takeCell(cells[place] ?? null, columns.get(name)!, values)
      if (problem) row.problems.push({ field: name, key: problem })
      else if (value !== undefined) row.wire[name] = value
      if (cleaned !== undefined) row.cleaned.push({ field: name, text: cleaned })
    }
    const same = row.problems.length ? undefined : identity(schema, row.wire)
    const first = same === undefined ? undefined : seen.get(same)
    if (first !== undefined) row.repeats = first
    else if (same !== undefined) seen.set(same, row.at)
    rows.push(row)
  }
  return rows
}

/** Rows are the same when the service would keep the same of them; what it would refuse has its own problems. */
function identity(schema: z.ZodObject, wire: Record<string, unknown>): string | undefined {
  const parsed = schema.safeParse(wire)
  return parsed.success ? JSON.stringify(parsed.data) : undefined
}
