import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import writeSheet from 'write-excel-file/node'
import { mostBytes, mostColumns, mostRows } from '../../src/kit/io/sheet/caps.ts'
import { decode } from '../../src/kit/io/sheet/read-csv.ts'
import { readFile as readSeen } from '../../src/kit/io/sheet/read-file.ts'

const readFile = async (bytes: Uint8Array) => (await readSeen(bytes)).grid

const utf8 = (text: string) => new TextEncoder().encode(text)
const utf16 = (text: string, big: boolean) => {
  const bytes = Buffer.from(`\uFEFF${text}`, 'utf16le')
  return new Uint8Array(big ? bytes.swap16() : bytes)
}
/** 类型,税号 and 企业 as Chinese Excel writes them. */
const gb = new Uint8Array([
  0xc0, 0xe0, 0xd0, 0xcd, 0x2c, 0xcb, 0xb0, 0xba, 0xc5, 0x0d, 0x0a, 0xc6, 0xf3, 0xd2, 0xb5, 0x2c, 0x31,
])
const reason = (bytes: Uint8Array) =>
  readFile(bytes).then(
    () => 'read',
    (e: { reason?: string }) => e.reason,
  )

describe('a CSV file is read', () => {
  it.each([
    ['UTF-8', utf8('类型,税号')],
    ['UTF-8 with a mark', utf8('\uFEFF类型,税号')],
    ['UTF-16 LE', utf16('类型,税号', false)],
    ['UTF-16 BE', utf16('类型,税号', true)],
  ])('in %s', async (_, bytes) => expect(await readFile(bytes)).toEqual([['类型', '税号']]))
  it('in GB18030, where it cannot be UTF-8', async () =>
    expect(await readFile(gb)).toEqual([
      ['类型', '税号'],
      ['企业', '1'],
    ]))
  it('not at all where the bytes are no text in any of them', async () => {
    expect(() => decode(new Uint8Array([0xff, 0x20, 0x80]))).toThrow('encoding')
    expect(await reason(new Uint8Array([0x41, 0x00, 0x42]))).toBe('unreadable')
  })
  it.each([';', '\t', '|', ','])('with cells parted by %j', async (sign) =>
    expect(await readFile(utf8(`a${sign}b\nc${sign}d`))).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ]),
  )
  it('with what its first line says parts them, as Excel writes it', async () =>
    expect(await readFile(utf8('sep=;\r\na,b;c\r\n1;2'))).toEqual([[''], ['a,b', 'c'], ['1', '2']]))
  it('with what parts the headings, whatever stands in rows or in quotes', async () => {
    expect(await readFile(utf8('a,b\n1|2|3,"x|y|z"\n4|5|6;;;,7'))).toEqual([
      ['a', 'b'],
      ['1|2|3', 'x|y|z'],
      ['4|5|6;;;', '7'],
    ])
    expect(await readFile(utf8('\n"a,b,c";"d\n,,,,"\n1;2'))).toEqual([[''], ['a,b,c', 'd\n,,,,'], ['1', '2']])
    expect(await readFile(utf8('title\na;b'))).toEqual([['title'], ['a;b']])
  })
  it('without the apostrophe that kept a formula text', async () =>
    expect(await readFile(utf8("a,b\n'=1+1,'+86\nit's,'x"))).toEqual([
      ['a', 'b'],
      ['=1+1', '+86'],
      ["it's", "'x"],
    ]))
  it('not where its quotes do not close', async () => expect(await reason(utf8('a,b\n"c,d'))).toBe('unreadable'))
})

describe('a file is refused, with what to do next, when it', () => {
  it('is too big, before it is looked at', async () =>
    expect(await reason(new Uint8Array(mostBytes + 1))).toBe('tooBig'))
  it('is an Excel file of old', async () =>
    expect(await reason(new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1]))).toBe('oldExcel'))
  it('is empty', async () =>
    expect([await reason(new Uint8Array()), await reason(utf8(',,\n ,\n'))]).toEqual(['empty', 'empty']))
  it('has too many rows', async () => {
    expect(await reason(utf8('a\n'.repeat(mostRows + 4)))).toBe('tooManyRows')
    expect(await reason(utf8('a\n'.repeat(mostRows * 4)))).toBe('tooManyRows')
    expect(await reason(utf8('a\n'.repeat(mostRows)))).toBe('read')
  })
  it('has too many columns', async () =>
    expect(await reason(utf8(','.repeat(mostColumns) + 'x'))).toBe('tooManyColumns'))
  it('has too many cells', async () =>
    expect(await reason(utf8(`${'x,'.repeat(mostColumns - 1)}x\n`.repeat(8_400)))).toBe('tooManyCells'))
  it('is a zip of something else', async () =>
    expect(await reason(zipSync({ 'a.txt': strToU8('x') }))).toBe('unreadable'))
})

/** A workbook whose sheet is replaced. */
async function workbook(sheet: (xml: string) => string, more: Record<string, string> = {}): Promise<Uint8Array> {
  const parts = unzipSync(
    new Uint8Array(
      await writeSheet([
        ['a', 'b'],
        ['c', 1],
      ]).toBuffer(),
    ),
  )
  const name = 'xl/worksheets/sheet1.xml'
  return zipSync({
    ...parts,
    [name]: strToU8(sheet(strFromU8(parts[name]!))),
    ...Object.fromEntries(Object.entries(more).map(([n, text]) => [n, strToU8(text)])),
  })
}
const withData = (rows: string) =>
  workbook((xml) => xml.replace(/<sheetData>.*<\/sheetData>/s, `<sheetData>${rows}</sheetData>`))
const text = (place: string, words: string) => `<c r="${place}" t="inlineStr"><is><t>${words}</t></is></c>`

describe('an Excel file is read', () => {
  it('with the digits of its numbers as they stand there', async () => {
    const rows = await readFile(
      await withData(
        '<row r="1"><c r="A1"><v>9.13501E+17</v></c><c r="B1"><v>1e400</v></c><c r="C1" t="b"><v>1</v></c></row>',
      ),
    )
    expect(rows).toEqual([[{ number: '9.13501E+17' }, { number: '1e400' }, true]])
  })
  it('with what a formula last came to, which is never worked out', async () => {
    expect(
      await readFile(
        await withData(
          `<row r="1"><c r="A1" t="str"><f>HYPERLINK("http://x")</f><v>seen</v></c><c r="B1"><f>1/0</f></c>${text('C1', 'x')}</row>`,
        ),
      ),
    ).toEqual([['seen', null, 'x']])
  })
  it('with merged cells where their first stands, and empty rows in their place', async () => {
    expect(
      await readFile(
        await workbook((xml) =>
          xml.replace(
            /<sheetData>.*<\/sheetData>/s,
            `<sheetData><row r="1">${text('A1', 'h')}</row><row r="4">${text('B4', 'x')}</row></sheetData><mergeCells count="1"><mergeCell ref="A1:B1"/></mergeCells>`,
          ),
        ),
      ),
    ).toEqual([
      ['h', null],
      [null, null],
      [null, null],
      [null, 'x'],
    ])
  })
  it('with dates as they were typed', async () => {
    const bytes = await writeSheet([
      [
        { value: new Date(Date.UTC(2026, 10, 21)), type: Date, format: 'yyyy-mm-dd' },
        { value: new Date(Date.UTC(2026, 10, 21, 16, 5, 9)), type: Date, format: 'yyyy-mm-dd hh:mm:ss' },
      ],
    ]).toBuffer()
    expect(await readFile(new Uint8Array(bytes))).toEqual([['2026-11-21', '2026-11-21 16:05:09']])
  })
})

describe('a hostile Excel file takes no memory: it is refused when', () => {
  it.each([
    ['a row claims to be far down', '<row r="1048576"><c r="A1048576"><v>1</v></c></row>', 'tooManyRows'],
    ['a row claims what no sheet has', '<row r="999999999"></row>', 'unreadable'],
    ['a row is numbered in another way', '<row r="1e9"></row>', 'unreadable'],
    ['an attribute hides the number of a row', '<row x=">" r="1048576"></row>', 'tooManyRows'],
    ['a stray quote hides it', '<row a" r="1048576"></row>', 'unreadable'],
    ['a cell stands far to the right', '<row r="1"><c r="XFD1"><v>1</v></c></row>', 'tooManyColumns'],
    ['a number is written as an entity', '<row r="&#49;048576"></row>', 'unreadable'],
    ['cells have no place', '<row><c><v>1</v></c></row>', 'unreadable'],
  ])('%s', async (_, rows, why) => expect(await reason(await withData(rows))).toBe(why))

  it('what is in it unfolds to more than any sheet needs', async () =>
    expect(await reason(await workbook((xml) => xml, { 'xl/big.xml': ' '.repeat(65 * 1024 * 1024) }))).toBe('tooBig'))
  it('there are more entries in it than in any workbook', async () =>
    expect(
      await reason(
        await workbook((xml) => xml, Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`x${i}.xml`, ' ']))),
      ),
    ).toBe('tooBig'))
  it('there are more formats in it than in any workbook', async () =>
    expect(
      await reason(
        await workbook((xml) => xml, {
          'xl/styles.xml': `<styleSheet><cellXfs>${'<xf/>'.repeat(80_000)}</cellXfs></styleSheet>`,
        }),
      ),
    ).toBe('tooBig'))
  it('one long text stands in every cell', async () => {
    const rows = Array.from(
      { length: 1_000 },
      (_, i) => `<row r="${i + 1}"><c r="A${i + 1}" t="s"><v>0</v></c></row>`,
    ).join('')
    const parts = unzipSync(await withData(rows))
    expect(
      await reason(
        zipSync({
          ...parts,
          'xl/sharedStrings.xml': strToU8(
            `<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><si><t>${'x'.repeat(1_000_000)}</t></si></sst>`,
          ),
        }),
      ),
    ).toBe('tooManyCells')
  })
  it('an entry holds more than it declares', async () => {
    const bytes = await workbook((xml) => xml, { 'xl/lie.xml': ' '.repeat(30 * 1024 * 1024) })
    const view = new DataView(bytes.buffer, bytes.byteOffset)
    // The directory at the end is what a reader trusts: it says one byte.
    for (let at = 0; at + 46 < bytes.length; at++) {
      if (
        view.getUint32(at, true) === 0x02014b50 &&
        strFromU8(bytes.subarray(at + 46, at + 46 + view.getUint16(at + 28, true))) === 'xl/lie.xml'
      )
        view.setUint32(at + 24, 1, true)
    }
    const before = process.memoryUsage().arrayBuffers
    expect(await reason(bytes)).toBe('read')
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20 * 1024 * 1024)
  })
})
