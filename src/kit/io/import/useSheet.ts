import { useMemo, useState } from 'react'
import type { Resource } from '../../resource/resource.ts'
import type { Words } from '../../resource/words.ts'
import type { Grid, Read } from '../sheet/cells.ts'
import { headingRow, matchColumns } from './match-columns.ts'
import { prepare } from './prepare.ts'
import { columnsOfTemplate } from './template.ts'
import { valuesByWord } from './to-wire.ts'

export interface Sheet {
  name: string
  grid: Grid
  heading: number
  /** Rows that are hidden in it, and left out. */
  hidden: number
}

/** The sheet that was chosen: which of its columns is which field, and the rows that follow from it. */
export function useSheet(resource: Resource, languages: Words[]) {
  const { schema } = resource.io!.import
  const templates = useMemo(() => languages.map((words) => columnsOfTemplate(resource, words)), [languages, resource])
  const columns = templates[0]!
  const [sheet, setSheet] = useState<Sheet>()
  const [fields, setFields] = useState<(string | null)[]>([])
  const rows = useMemo(
    () =>
      sheet
        ? prepare(sheet.grid, {
            heading: sheet.heading,
            fields,
            languages: templates,
            values: valuesByWord(columns, resource.words, languages),
            schema,
          })
        : [],
    [columns, schema, fields, languages, resource.words, sheet, templates],
  )
  function take(name: string, { grid, hidden }: Read) {
    const at = headingRow(grid, templates)
    const width = Math.max(...grid.map((row) => row.length))
    const cells = Array.from({ length: width }, (_, i) => grid[at]![i] ?? null)
    setSheet({ name, grid: grid.with(at, cells), heading: at, hidden })
    setFields(matchColumns(cells, templates))
  }
  return { sheet, columns, fields, setFields, rows, take, drop: () => setSheet(undefined) }
}
