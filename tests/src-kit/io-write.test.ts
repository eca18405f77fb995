import fc from 'fast-check'
import { strFromU8, unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { type Format, openBook, type Plan } from '../../src/kit/io/sheet/book.ts'
import { neutralise, restore } from '../../src/kit/io/sheet/neutral.ts'
import { readFile as readSeen } from '../../src/kit/io/sheet/read-file.ts'
import type { Written } from '../../src/kit/io/export/texts.ts'
import { widthOf, writeField } from '../../src/kit/io/export/texts.ts'
import type { Resource } from '../../src/kit/resource/resource.ts'
import { sized } from '../kit/randomness.ts'
import { wordsIn } from './io-words.ts'

const readFile = async (bytes: Uint8Array) => (await readSeen(bytes)).grid

const bytesOf = async (file: Blob) => new Uint8Array(await file.arrayBuffer())
const plan = (format: Format, header = ['a', 'b']): Plan => ({
  format,
  title: 'Sheet / of: rows',
  header,
  widths: header.map(() => 20),
})

async function write(rows: Written[][], format: Format, most?: number): Promise<Blob[]> {
  const book = openBook(plan(format), most)
  const files = await book.add(rows)
  return [...files, ...(await book.end())]
}
const partsOf = async (file: Blob) =>
  Object.fromEntries(Object.entries(unzipSync(await bytesOf(file))).map(([name, bytes]) => [name, strFromU8(bytes)]))
const sheetOf = async (file: Blob) => (await partsOf(file))['xl/worksheets/sheet1.xml']!

describe('a field as a sheet says it', () => {
  type Row = {
    id: string
    name: string
    ano: string
    status: string
    tags: string[]
    date: string
    longTime: number | null
    isDefault: boolean
  }
  const row: Row = {
    id: '1',
    name: '=1+1',
    ano: '202611210000000001',
    status: 'ENTERPRISE',
    tags: ['甲', 'b'],
    date: '2026-11-21T08:05:09.000Z',
    longTime: 1234,
    isDefault: true,
  }
  const resource: Pick<Resource<Row>, 'fields' | 'words'> = {
    words: 'invoices',
    fields: {
      name: { kind: 'text' },
      ano: { kind: 'text' },
      tags: { kind: 'tags' },
      date: { kind: 'instant' },
      longTime: { kind: 'number' },
      isDefault: { kind: 'flag' },
      status: { kind: 'choice', text: (r, t) => `${r.status} ${(t as (key: string) => string)('common:export.yes')}` },
    },
  }
  const say = (name: keyof Row, over: Partial<Row> = {}) =>
    writeField(wordsIn('zh-CN'), resource, name, { ...row, ...over })

  it('keeps numbers that name something as text, and counts as numbers', () => {
    expect(say('ano')).toBe('202611210000000001')
    expect(say('longTime')).toBe(1234)
  })
  it('says instants in Asia/Shanghai, tags joined, flags and what a field says itself in words', () => {
    expect([say('date'), say('tags'), say('isDefault'), say('isDefault', { isDefault: false }), say('status')]).toEqual(
      ['2026-11-21 16:05:09', '甲, b', '是', '否', 'ENTERPRISE 是'],
    )
  })
  it('says nothing where there is nothing', () =>
    expect([say('longTime', { longTime: null }), say('name', { name: '' })]).toEqual([null, null]))
  it('gives columns the room they need and no more', () =>
    expect([widthOf('flag', 'ok'), widthOf('flag', '一二三四五六七'), widthOf('text', 'x'.repeat(300))]).toEqual([
      10, 16, 60,
    ]))
})

describe('a CSV file', () => {
  it('has a mark, lines ended by CR and LF, and quotes where they are needed', async () => {
    const [file] = await write(
      [
        ['他说"好"', 'a,b'],
        [null, 7],
        ['two\nlines', ' x '],
      ],
      'csv',
    )
    expect(new TextDecoder('utf-8', { ignoreBOM: true }).decode(await bytesOf(file!))).toBe(
      '\uFEFFa,b\r\n"他说""好""","a,b"\r\n,7\r\n"two\nlines"," x "\r\n',
    )
  })
  const wide = ['＝1+1', '＋86', '－1', '＠SUM(A1)', "'＝1"]
  const spaced = ['\n=1', '\nx', ' =1+1', '\u3000＝1', '\r\n@x']
  it.each(['=1+1', '+86 591', '-1', '@SUM(A1)', '\tx', '\rx', "'=1", "''+x", ...wide, ...spaced])(
    'neutralises %j, and takes it back',
    (text) => {
      expect(neutralise(text)).toBe(`'${text}`)
      expect(restore(neutralise(text))).toBe(text)
    },
  )
  it.each(["it's", "'quoted'", 'a=b', 'a\n=b', ' x ', '中', ''])('leaves %j alone', (text) =>
    expect([neutralise(text), restore(text)]).toEqual([text, text]),
  )
  it('leaves negative numbers numbers', async () =>
    expect(strFromU8(await bytesOf((await write([[-5, 'x']], 'csv'))[0]!))).toContain('\r\n-5,x\r\n'))
})

describe('an Excel file', () => {
  it('holds strings as strings whatever they begin with, and no formula', async () => {
    const [file] = await write(
      [
        ['=HYPERLINK("http://x")', '@x'],
        ['+1', '-1'],
        ['＝1', '\n=1'],
      ],
      'xlsx',
    )
    const xml = await sheetOf(file!)
    expect(xml).not.toContain('<f')
    expect(xml.match(/t="s"/g)).toHaveLength(8)
  })
  it('has a bold, frozen heading, widths and a name that Excel takes', async () => {
    const parts = await partsOf((await write([['x', 1]], 'xlsx'))[0]!)
    expect(parts['xl/worksheets/sheet1.xml']).toMatch(/state="frozen"/)
    expect(parts['xl/worksheets/sheet1.xml']).toMatch(/width="20"/)
    expect(parts['xl/styles.xml']).toContain('<b/>')
    expect(parts['xl/workbook.xml']).toContain('name="Sheet   of  rows"')
  })
  it('keeps words that every object knows, and what looks like an escape', async () => {
    const rows = [
      ['constructor', '__proto__'],
      ['toString', '_x0041_'],
      ['hasOwnProperty', 'valueOf'],
    ]
    expect(await readFile(await bytesOf((await write(rows, 'xlsx'))[0]!))).toEqual([['a', 'b'], ...rows])
  })
  it('cuts what no cell can hold', async () => {
    const [, [cell]] = (await readFile(await bytesOf((await write([['x'.repeat(40_000)]], 'xlsx'))[0]!))) as [
      unknown,
      [string],
    ]
    expect(cell).toHaveLength(32_767)
  })
  it('is several files where there are more rows than one should hold, with none lost and none twice', async () => {
    const files = await write(
      Array.from({ length: 7 }, (_, i) => [`r${i}`, null]),
      'xlsx',
      3,
    )
    const read = await Promise.all(files.map(async (f) => (await readFile(await bytesOf(f))).map((r) => r[0])))
    expect(read).toEqual([
      ['a', 'r0', 'r1', 'r2'],
      ['a', 'r3', 'r4', 'r5'],
      ['a', 'r6'],
    ])
  })
  it('is there with its heading where no row fits', async () => expect(await write([], 'xlsx')).toHaveLength(1))
})

it('gives back any text that was written, in either format', async () => {
  const texts = fc.array(
    fc.tuple(
      fc.string({ unit: 'grapheme-ascii', maxLength: 20 }),
      fc.string({ unit: fc.constantFrom(...'中"=+-@\',;\n|\\_x00A '), maxLength: 12 }),
    ),
    { minLength: 1, maxLength: 20 },
  )
  await fc.assert(
    fc.asyncProperty(texts, fc.constantFrom<Format>('csv', 'xlsx'), async (rows, format) => {
      const [, ...back] = await readFile(await bytesOf((await write(rows, format))[0]!))
      const flat = (cells: readonly unknown[][]) => cells.map((r) => [r[0] || null, r[1] || null].map((c) => c ?? ''))
      // An empty last row and trailing empty cells leave no trace in a file.
      const trim = (cells: string[][]) => cells.slice(0, cells.findLastIndex((r) => r.some((c) => c.trim() !== '')) + 1)
      expect(trim(flat(back) as string[][])).toEqual(trim(flat(rows) as string[][]))
    }),
    { numRuns: sized(200, 5_000) },
  )
})
