import { describe, expect, it } from 'vitest'
import { maxBatchRows } from '../../../contract/captures/batch.ts'
import { lastColumn, lastRow } from '../../../server/captures/batch/judge-sheets.ts'
import { readSheet, SheetError } from '../../../server/captures/batch/read-sheet.ts'
import { bareSheet } from './bare-sheet.ts'

const read = async (bytes: Uint8Array) => (await readSheet('account', bytes)).cells
const problemOf = (bytes: Uint8Array) =>
  read(bytes).then(
    (cells) => `${cells.length} rows`,
    (error: SheetError) => error.problem,
  )
const near = '<row r="1"><c r="A1"><v>1</v></c></row>'
const farCell = (cell: string) => ({ key: 'sheet.farCell', params: { cell, rows: lastRow, columns: lastColumn } })
const farRow = (row: string) => ({ key: 'sheet.farRow', params: { row, rows: lastRow } })
const unreadable = { key: 'sheet.unreadable' }
const row = (n: number, cells = `<c r="A${n}"><v>${n}</v></c>`) => `<row r="${n}">${cells}</row>`

describe('a sheet', () => {
  it.each([
    [
      'a cell in the last place that there is',
      '<row r="1"><c r="XFD1048576"><v>1</v></c></row>',
      farCell('XFD1048576'),
    ],
    ['a cell below', `<row r="1"><c r="A${lastRow + 1}"><v>1</v></c></row>`, farCell(`A${lastRow + 1}`)],
    ['a cell to the right', '<row r="1"><c r="BI1"><v>1</v></c></row>', farCell('BI1')],
    ['a cell with a prefix', '<row r="1"><x:c x:r="BI1"><v>1</v></x:c></row>', farCell('BI1')],
    ['a cell with a prefix of no sign', '<row r="1"><:c :r="BI1"><v>1</v></:c></row>', farCell('BI1')],
    ['a row below', '<row r="1048576"><c r="A1"><v>1</v></c></row>', farRow('1048576')],
    ['a row that an attribute hides', '<row x=">" r="1048576"><c r="A1"><v>1</v></c></row>', farRow('1048576')],
    ['a row that a stray quote hides', '<row a" r="1048576"></row>', unreadable],
    ['a row numbered in another way', '<row r="1e6"><c r="A1"><v>1</v></c></row>', unreadable],
    ['a row numbered by an entity', '<row r="&#49;048576"><c r="A1"><v>1</v></c></row>', unreadable],
  ])('that has %s is refused before room is made for it', async (_, rows, problem) => {
    expect(await problemOf(bareSheet(rows))).toEqual(problem)
  })

  it.each(['A1:XFD1048576', 'A1:Z1000', 'A:C', 'A1'])(
    'is read by its cells, and not by the size that it declares: %s',
    async (ref) => {
      expect(await problemOf(bareSheet(near, { size: `<dimension ref="${ref}"/>` }))).toBe('1 rows')
    },
  )

  it('is read to the last row and column that there may be', async () => {
    const cells = await read(bareSheet(`${near}${row(lastRow, `<c r="BH${lastRow}"><v>9</v></c>`)}`))
    expect(cells).toHaveLength(lastRow)
    expect(cells.at(-1)).toEqual([...Array<string>(lastColumn - 1).fill(''), '9'])
  })

  it('is read as far as a batch goes, and to one row more', async () => {
    const rows = Array.from({ length: maxBatchRows + 50 }, (_, i) => row(2 * i + 1)).join('')
    const filled = (await read(bareSheet(rows))).filter((cells) => cells.some(Boolean))
    expect(filled).toHaveLength(maxBatchRows + 2)
  })

  it('may end with a row far below that holds nothing, as some programs write it', async () => {
    for (const last of ['<row r="1048576" ht="12.8"/>', '<row r="1048576" ht="12.8"> </row>'])
      expect(await problemOf(bareSheet(near + last))).toBe('1 rows')
  })

  it('may have cells far out that hold nothing, as where a whole row has a colour', async () => {
    for (const far of ['<c r="XFD1" s="1"/>', '<c r="XFD1" s="1"></c>'])
      expect(await problemOf(bareSheet(`<row r="1"><c r="A1"><v>1</v></c>${far}</row>`))).toBe('1 rows')
  })

  it('of too many cells or rows is refused', async () => {
    const many = { key: 'sheet.tooBig' }
    expect(await problemOf(bareSheet('<row/>'.repeat(lastRow + 1)))).toEqual(many)
    expect(await problemOf(bareSheet(`<row>${'<c r="A1"/>'.repeat(200_001)}</row>`))).toEqual(many)
  })

  it('is read whatever stands in sheets behind it', async () => {
    expect(await problemOf(bareSheet(near, { others: [row(1_048_576)] }))).toBe('1 rows')
    expect(await problemOf(bareSheet(row(1_048_576), { others: [near] }))).toEqual(farRow('1048576'))
  })
})
