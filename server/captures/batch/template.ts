import writeSheet from 'write-excel-file/node'
import { type Language, say } from '../../kit/words.ts'
import { type Column, columns } from './sheet-rows.ts'

const widths: Record<Column, number> = { url: 60, name: 30, label: 24, remark: 40 }

/** An empty sheet with its headings and one row that shows what goes where. */
export async function templateSheet(language: Language): Promise<Buffer> {
  const heading = columns.map((c) => ({
    value: `${say(language, 'captures', `sheet.${c}`)}${c === 'url' ? ' *' : ''}`,
    fontWeight: 'bold' as const,
  }))
  const example = columns.map((c) => ({ value: say(language, 'captures', `sheet.example.${c}`) }))
  return writeSheet([heading, example], {
    columns: columns.map((c) => ({ width: widths[c] })),
    stickyRowsCount: 1,
  }).toBuffer()
}
