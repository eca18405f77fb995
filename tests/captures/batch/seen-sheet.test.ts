import { describe, expect, it } from 'vitest'
import { readSheet } from '../../../server/captures/batch/read-sheet.ts'
import { rowsOf } from '../../../server/captures/batch/sheet-rows.ts'
import { readFile } from '../../../src/kit/io/sheet/read-file.ts'
import { textOf } from '../../../src/kit/io/sheet/cells.ts'
import { bareSheet } from './bare-sheet.ts'

const text = (place: string, words: string) => `<c r="${place}" t="inlineStr"><is><t>${words}</t></is></c>`
/** Rows from a place on, as a program writes them; `attributes` of some of them by their number. */
function rows(all: string[][], { at = 1, column = 'A', attributes = {} as Record<number, string> } = {}): string {
  return all
    .map((cells, y) => {
      const n = y + at
      const drawn = cells.map((words, x) =>
        words ? text(`${String.fromCharCode(column.charCodeAt(0) + x)}${n}`, words) : '',
      )
      return `<row r="${n}"${attributes[n] ?? ''}>${drawn.join('')}</row>`
    })
    .join('')
}
const heading = ['网址 *', '名称', '标签', '备注']
const one = ['https://example.com/a', '证据一', '标签', '备注一']

/** The same by both readers: of batches, and of the console's imports. */
async function both(bytes: Uint8Array) {
  const [batch, read] = [await readSheet('account', bytes), await readFile(bytes)]
  const texts = read.grid.map((row) => row.map(textOf))
  const filled = (cells: string[][]) => cells.filter((row) => row.some(Boolean))
  return { batch, hidden: [batch.hidden, read.hidden], cells: [filled(batch.cells), filled(texts)] }
}
const readRows = async (bytes: Uint8Array) => rowsOf(await readSheet('account', bytes))

describe('a workbook is read as it is seen', () => {
  it('without the sheet that is hidden before it', async () => {
    const { cells } = await both(
      bareSheet(rows([['内部列表', '勿动']]), { others: [rows([heading, one])], hidden: [1] }),
    )
    expect(cells).toEqual([
      [heading, one],
      [heading, one],
    ])
  })
  it('without an empty sheet before it', async () => {
    const { cells } = await both(bareSheet('', { others: [rows([heading, one])] }))
    expect(cells[0]).toEqual([heading, one])
    expect(cells[1]).toEqual([heading, one])
  })
  it.each(['hidden="1"', 'hidden="true"', "ht='0' hidden='1'"])('without rows that are hidden: %s', async (how) => {
    const hiddenRow = ['https://example.com/hidden', '被筛掉', '', '']
    const { cells, hidden, batch } = await both(
      bareSheet(rows([heading, hiddenRow, one, [], one], { attributes: { 2: ` ${how}`, 4: ` ${how}` } })),
    )
    expect(cells).toEqual([
      [heading, one, one],
      [heading, one, one],
    ])
    expect(hidden).toEqual([1, 1])
    // Rows keep their numbers.
    expect(rowsOf(batch)).toMatchObject({ rows: [{ row: 3, hidden: 1 }, { row: 5 }] })
  })
  it('with dates, times and both', async () => {
    const values = [
      ['1', '46354.604166666664', '2026-11-28 14:30'],
      ['1', '46354.60424768518', '2026-11-28 14:30:07'],
      ['2', '46354', '2026-11-28'],
      ['3', '0.5', '12:00'],
      ['3', '0.00069444444444444447', '00:01'],
    ]
    const cells = values.map(
      ([style, value], i) => `<row r="${i + 1}"><c r="A${i + 1}" s="${style}"><v>${value}</v></c></row>`,
    )
    const typed = '<row r="6"><c r="A6" t="d" s="1"><v>2026-11-28T14:30:00</v></c></row>'
    const expected = [...values.map(([, , shown]) => [shown]), ['2026-11-28 14:30']]
    expect((await both(bareSheet(cells.join('') + typed))).cells).toEqual([expected, expected])
  })
  it.each(['date1904="1"', "date1904 = 'true'"])('with dates and times that count from 1904: %s', async (epoch) => {
    const values = [
      ['1', '44892.604166666664', '2026-11-28 14:30'],
      ['2', '44892', '2026-11-28'],
      ['2', '1', '1904-01-02'],
      ['3', '0.5', '12:00'],
      ['3', '0', '00:00'],
    ]
    const cells = values.map(
      ([style, value], i) => `<row r="${i + 1}"><c r="A${i + 1}" s="${style}"><v>${value}</v></c></row>`,
    )
    const typed = '<row r="6"><c r="A6" t="d" s="1"><v>2026-11-28T14:30:00</v></c></row>'
    const expected = [...values.map(([, , shown]) => [shown]), ['2026-11-28 14:30']]
    expect((await both(bareSheet(cells.join('') + typed, { epoch }))).cells).toEqual([expected, expected])
  })
  it('from 1900 where a workbook says that it does not count from 1904', async () => {
    const noon = '<row r="1"><c r="A1" s="2"><v>46354</v></c></row>'
    expect((await both(bareSheet(noon, { epoch: 'date1904="false"' }))).cells).toEqual([
      [['2026-11-28']],
      [['2026-11-28']],
    ])
  })
  it('with the noughts before a number that its format shows, and no others', async () => {
    const values = [
      ['4', '12', '000012'],
      ['5', '12', '000012'],
      ['6', '12', '000012'],
      ['4', '0', '000000'],
      ['4', '-12', '-000012'],
      ['4', '1.2E+1', '000012'],
      ['4', '1234567', '1234567'],
      ['4', '12.5', '12.5'],
      ['7', '12', '12'],
      ['8', '12', '12'],
      ['0', '12', '12'],
    ]
    const cells = values.map(
      ([style, value], i) => `<row r="${i + 1}"><c r="A${i + 1}" s="${style}"><v>${value}</v></c></row>`,
    )
    // A formula stands before its value, and a text is none of a number.
    const more =
      '<row r="12"><c r="A12" s="4"><f>6*2</f><v>12</v></c></row><row r="13"><c r="A13" s="4" t="str"><v>12</v></c></row>'
    const expected = [...values.map(([, , shown]) => [shown]), ['000012'], ['12']]
    const { cells: read } = await both(bareSheet(cells.join('') + more))
    expect(read[0]).toEqual(expected)
    expect(read[1]).toEqual(expected)
  })
  it('and says of rows that are all hidden that they are, and how many', async () => {
    const book = (all: string[][], hidden: number[]) =>
      bareSheet(rows(all, { attributes: Object.fromEntries(hidden.map((n) => [n, ' hidden="1"'])) }))
    const beneath = book([heading, one, [], one], [2, 3, 4])
    expect(await readRows(beneath)).toEqual({ problem: 'allHidden', hidden: 2 })
    const whole = book([heading, one, one], [1, 2, 3])
    expect(await readRows(whole)).toEqual({ problem: 'allHidden', hidden: 3 })
    await expect(readFile(whole)).rejects.toMatchObject({ reason: 'allHidden', hidden: 3 })
    await expect(readFile(book([[], []], [1]))).rejects.toMatchObject({ reason: 'empty' })
  })
})

describe('a number in a row of a batch', () => {
  const numbered = (value: string) =>
    readRows(bareSheet(`${rows([heading])}<row r="2">${text('A2', one[0]!)}<c r="B2"><v>${value}</v></c></row>`))
  it.each([
    ['123456789012345', '123456789012345'],
    ['1.2E+3', '1200'],
    ['0.1', '0.1'],
    ['0.30000000000000004', '0.3'],
    ['0', '0'],
  ])('%s is %s', async (value, shown) => expect(await numbered(value)).toMatchObject({ rows: [{ name: shown }] }))
  it.each(['1.2345678901234567E+18', '1234567890123456', '1e400'])(
    '%s has lost digits, and is told of',
    async (value) => expect(await numbered(value)).toMatchObject({ rows: [{ name: '', lost: ['name'] }] }),
  )
})

describe('the heading of a batch', () => {
  it.each([
    ['beneath a title', rows([['批量取证清单'], heading, one]), 3],
    ['in another place', rows([heading, one], { at: 3, column: 'B' }), 4],
    ['behind a column of numbers', rows([['批量取证清单'], ['序号', ...heading], ['1', ...one]]), 3],
    ['with spaces, a star and signs that nobody sees', rows([['　网 址＊\u200b', '名称'], one]), 2],
  ])('is found %s', async (_, xml, row) =>
    expect(await readRows(bareSheet(xml))).toMatchObject({ rows: [{ row, url: one[0], name: '证据一' }] }),
  )
  it('may be absent where addresses stand first', async () => {
    expect(await readRows(bareSheet(rows([one], { at: 2, column: 'C' })))).toMatchObject({
      rows: [{ row: 2, url: one[0], name: '证据一' }],
    })
    expect(await readRows(bareSheet(rows([one, ['https://example.com/b', '网址']])))).toMatchObject({
      rows: [{ row: 1 }, { row: 2, name: '网址' }],
    })
  })
  it('is none where rows that count stand above it', async () => {
    const all = [one, ['https://example.com/b', '乙'], heading, one]
    const { rows: read } = (await readRows(bareSheet(rows(all)))) as { rows: { row: number; url: string }[] }
    expect(read.map(({ row, url }) => [row, url])).toEqual(all.map(([url], i) => [i + 1, url]))
  })
  it('is missed where nothing says which column holds addresses', async () =>
    expect(
      await readRows(
        bareSheet(
          rows([
            ['序号', '链接'],
            ['1', 'https://example.com/a'],
          ]),
        ),
      ),
    ).toEqual({
      problem: 'noHeading',
    }))
})
