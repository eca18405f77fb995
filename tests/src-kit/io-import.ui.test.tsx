import { describe, expect, it } from 'vitest'
import { HeaderBody } from '../../contract/invoices/headers.ts'
import addresses from '../../src/addresses/addresses.resource.tsx'
import evidence from '../../src/evidence/evidence.resource.tsx'
import headers from '../../src/invoices/headers.resource.tsx'
import { openBook } from '../../src/kit/io/sheet/book.ts'
import type { Cell, Grid } from '../../src/kit/io/sheet/cells.ts'
import { everyLanguage } from '../../src/kit/io/import/both-languages.ts'
import { headingRow, matchColumns } from '../../src/kit/io/import/match-columns.ts'
import { matchProblems } from '../../src/kit/io/import/MatchColumns.tsx'
import { type Prepared, prepare } from '../../src/kit/io/import/prepare.ts'
import { readFile as readSeen } from '../../src/kit/io/sheet/read-file.ts'
import { refusedSheet } from '../../src/kit/io/import/refused-sheet.ts'
import { columnsOfTemplate, headingOf } from '../../src/kit/io/import/template.ts'
import { writeField } from '../../src/kit/io/export/texts.ts'
import { outcomesOfRows, remarksOfRows } from '../../src/kit/io/row-outcomes.ts'
import { valuesByWord } from '../../src/kit/io/import/to-wire.ts'
import type { Resource } from '../../src/kit/resource/resource.ts'
import { sayKey } from '../../src/kit/resource/words.ts'
import { wordsIn } from './io-words.ts'

const readFile = async (bytes: Uint8Array) => (await readSeen(bytes)).grid

const resource = headers as unknown as Resource
const languages = [wordsIn('zh-CN'), wordsIn('en')]
const templates = languages.map((t) => columnsOfTemplate(resource, t))
const columns = templates[0]!
const values = valuesByWord(columns, 'invoices', languages)
const match = (heading: Cell[]) => matchColumns(heading, templates)

function take(grid: Grid, fields = match(grid[headingRow(grid)]!)): Prepared[] {
  return prepare(grid, { heading: headingRow(grid), fields, languages: templates, values, schema: HeaderBody })
}
const wires = (rows: Prepared[]) => rows.map((r) => r.wire)
const header = ['类型', '抬头名称', '税号', '银行账号', '默认抬头']
const one = (cell: Cell, at: number) =>
  take([header, header.map((_, i) => (i === at ? cell : i === 1 ? 'x' : null))])[0]!

describe('the words of a sheet', () => {
  it.each([headers, addresses] as unknown as Resource[])('are those of $name in both languages', async (of) => {
    const [zh, en] = await everyLanguage('zh-CN', of.words)
    const title = `${of.words}:field.${of.title}`
    expect(sayKey(zh!, title)).toMatch(/^\p{Script=Han}+$/u)
    expect(sayKey(en!, title)).toMatch(/^[A-Z][a-z ]+$/)
  })
})

describe('the heading is found', () => {
  it.each([
    ['first', [header, ['个人', 'x']], 0],
    ['beneath a title', [['开票抬头清单'], [], ['税号'], header, ['个人', 'x']], 3],
    [
      'in another column',
      [
        [null, null],
        [null, ...header],
      ],
      1,
    ],
    [
      'nowhere: the first row is shown',
      [
        ['甲', '乙'],
        ['丙', '丁'],
      ],
      0,
    ],
  ] as [string, Grid, number][])('%s', (_, grid, at) => expect(headingRow(grid, templates)).toBe(at))
})

describe('columns are found by their headings', () => {
  it('in either language, by wire name, whatever their case, width and mark', () =>
    expect(match([' 类型 * ', 'TITLE', 'tax number', 'ｂａｎｋ', 'isdefault'])).toEqual([
      'headType',
      'title',
      'taxNo',
      'bank',
      'isDefault',
    ]))
  it('each once: the first that says so', () =>
    expect(match(['税号', 'Tax number', '税号'])).toEqual(['taxNo', null, null]))
  it.each(['__proto__', 'constructor', 'toString', '', 'hasOwnProperty'])('and %j is none', (name) =>
    expect(match([name])).toEqual([null]),
  )
  it('and what is missing or there twice is told', () => {
    expect(matchProblems(columns, ['title', 'title'])).toEqual({ twice: ['抬头名称'], missing: ['类型 *'] })
    expect(matchProblems(columns, match(header))).toEqual({ twice: [], missing: [] })
  })
})

describe('cells become what the service takes', () => {
  it.each(['企业普票', 'enterprise, general', 'ENTERPRISE', ' 企业 普票 '])('the choice %j', (word) =>
    expect(one(word, 0).wire['headType']).toBe('ENTERPRISE'),
  )
  it('a choice that is none goes on, for the service to refuse', () =>
    expect(one('公司', 0).wire['headType']).toBe('公司'))
  it.each([
    ['是', true],
    ['Yes', true],
    ['√', true],
    [true, true],
    [{ number: '1' }, true],
    ['否', false],
    ['N', false],
    [false, false],
    ['maybe', 'maybe'],
  ] as [Cell, unknown][])('the flag %j', (word, value) => expect(one(word, 4).wire['isDefault']).toBe(value))
  it.each([
    ['123456789012', '123456789012'],
    ['12.0', '12'],
    ['123456789012345', '123456789012345'],
  ])('the number %s as the text %s', (number, text) => expect(one({ number }, 3).wire['account']).toBe(text))
  it.each(['9.13501E+17', '1e400', '6222021234567890123', '1e-7', 'NaN', '0x10ffffffffffffffffff'])(
    'but not the number %s, which may have lost digits',
    (number) => expect(one({ number }, 3)).toMatchObject({ problems: [{ field: 'account', key: 'asText' }] }),
  )
  it('nor such a number that a CSV file brings as text', () =>
    expect(one('6.22202E+18', 3).problems).toEqual([{ field: 'account', key: 'asText' }]))
  it('nothing for an empty cell', () => expect(one('  ', 2).wire).toEqual({ title: 'x' }))
  it('and a text that is far too long stays here', () =>
    expect(one('x'.repeat(4_001), 2).problems).toEqual([{ field: 'taxNo', key: 'tooLong' }]))
})

describe('rows', () => {
  it('carry only names that are declared', () => {
    const [row] = take([
      ['__proto__', '抬头名称', 'constructor'],
      ['{"x":1}', 'y', 'z'],
    ])
    expect(row!.wire).toEqual({ title: 'y' })
    expect(({} as Record<string, unknown>)['x']).toBeUndefined()
  })
  it('keep their number in the sheet past empty rows', () =>
    expect(take([[null], ['抬头名称'], [null], ['a'], [' '], ['b']]).map((r) => r.at)).toEqual([4, 6]))
  it('that say the same as an earlier one are told', () => {
    const rows = take([
      ['类型', '抬头名称', '税号'],
      ['个人', '张三', null],
      ['Personal', ' 张三 ', ''],
      ['个人', '李四', null],
      ['个人', null, null],
      ['个人', null, null],
    ])
    expect(rows.map((r) => r.repeats)).toEqual([undefined, 2, undefined, undefined, undefined])
  })
  it('of the template are left out as long as they say what it said', async () => {
    for (const [i, t] of languages.entries()) {
      const template = templates[i]!
      const grid = [template.map(headingOf), template.map((c) => c.note), template.map((c) => c.example)]
      expect(take(grid)).toEqual([])
      expect(take([...grid.slice(0, 2), template.map((c) => (c.name === 'title' ? 'Mine' : c.example))])).toHaveLength(
        1,
      )
      expect(t).toBeTruthy()
    }
  })
  it('are told with the words of their column', () => {
    const rows = take([
      ['类型', '抬头名称', '税号'],
      ['个人', 'a', { number: '1e20' }],
      ['企业普票', 'b', 'x'],
      ['个人', 'c', null],
      ['个人', 'c', null],
    ])
    const verdicts = new Map([
      [
        3,
        {
          row: rows[1]!,
          outcome: 'refused' as const,
          problems: [
            { path: 'taxNo', message: '不对' },
            { path: 'elsewhere', message: '也不对' },
          ],
        },
      ],
    ])
    const told = outcomesOfRows(rows, verdicts, new Map(columns.map((c) => [c.name, c.heading])), languages[0]!)
    expect(told.map((x) => [x.row.at, x.outcome])).toEqual([
      [2, 'refused'],
      [3, 'refused'],
      [5, 'repeated'],
    ])
    expect(told[1]!.reasons).toEqual(['税号：不对', '也不对'])
    expect(told[0]!.reasons[0]).toMatch(/^税号：.*文本/)
  })
  it('are told where signs of a cell were left out, with what was taken', () => {
    const rows = take([
      ['类型', '抬头名称', '税号', '银行账号'],
      ['企业专票', 'a', '９１１１０１０８-MA00\u200bAAAA ', ' 6222\u00a00000 1111 '],
      ['个人', 'b', null, null],
    ])
    expect(rows[0]!.wire).toMatchObject({ taxNo: '91110108MA00AAAA', account: '622200001111' })
    expect(remarksOfRows(rows, new Map(columns.map((c) => [c.name, c.heading])), languages[0]!)).toEqual([
      { row: rows[0], remarks: ['税号已整理为“91110108MA00AAAA”', '银行账号已整理为“622200001111”'] },
    ])
  })
})

describe('the template', () => {
  it('marks what may not stay empty', () =>
    expect(columns.filter((c) => c.required).map((c) => c.name)).toEqual(['headType', 'title']))
  it('says what each column takes', () =>
    expect(columns.map((c) => c.note).slice(0, 3)).toEqual([
      '必填；可填：个人、企业普票、企业专票',
      '必填；最多 100 字',
      '企业普票、企业专票填写；最多 30 字',
    ]))
  it.each([0, 1])('shows an example that the service would take, in each language', (i) => {
    const template = templates[i]!
    const [row] = take([
      template.map((c) => c.heading),
      template.map((c) => (c.name === 'title' ? `${c.example} 2` : c.example)),
    ])
    expect(HeaderBody.safeParse(row!.wire)).toMatchObject({ success: true })
  })
})

describe.each(['xlsx', 'csv'] as const)('an export as %s', (format) => {
  const records = [
    {
      headType: 'PERSONAL',
      title: "'=张三",
      taxNo: null,
      address: null,
      phone: null,
      bank: null,
      account: null,
      isDefault: true,
    },
    {
      headType: 'ENTERPRISE',
      title: '+福州, "某某" 有限公司',
      taxNo: '91350100M000100Y43',
      address: null,
      phone: null,
      bank: null,
      account: null,
      isDefault: false,
    },
    {
      headType: 'ENTERPRISE_SPECIAL',
      title: 'constructor',
      taxNo: '350100123456789',
      address: '第一行\n第二行',
      phone: '0591-88887777',
      bank: '@bank',
      account: '6222021234567890123',
      isDefault: false,
    },
  ].map((r, i) => ({
    ...r,
    id: String(i),
    version: 1,
    createdAt: '2026-11-21T08:05:09.000Z',
    updatedAt: '2026-11-21T08:05:09.000Z',
  }))
  it.each([0, 1])('comes back as the same rows, in each language', async (language) => {
    const t = languages[language]!
    const names = Object.keys(headers.fields) as 'id'[]
    const book = openBook({
      format,
      title: 'x',
      header: names.map((n) => (t as unknown as (k: string) => string)(`invoices:field.${n}`)),
      widths: names.map(() => 10),
    })
    await book.add(records.map((row) => names.map((n) => writeField(t, resource, n, row))))
    const [file] = await book.end()
    const rows = take(await readFile(new Uint8Array(await file!.arrayBuffer())))
    const wanted = records.map(({ id: _i, version: _v, createdAt: _c, updatedAt: _u, ...r }) => r)
    expect(wires(rows).map((w) => HeaderBody.parse(w))).toEqual(wanted)
  })
})

it('rows to mend come in the columns they came in, with the reason behind, and come back without it', () => {
  const { sheet, rows } = refusedSheet(
    'x',
    ['抬头名称', 'mine', 'Why it was not imported'],
    [{ cells: ['a', { number: '1e20' }, 'old'], reason: 'new' }],
    ['未能导入的原因', 'Why it was not imported'],
  )
  expect([sheet.header, ...rows]).toEqual([
    ['抬头名称', 'mine', '未能导入的原因'],
    ['a', '1e20', 'new'],
  ])
  expect(match(sheet.header)).toEqual(['title', null, null])
})

it('evidence goes out with the state that its cell says, and the name of who made it', () => {
  const row = { id: '1', status: 'collected', completeness: 'partial', operator: '林工', ano: '202611210000000001' }
  const say = (name: string, over = {}) =>
    writeField(languages[1]!, evidence[0] as unknown as Resource, name as 'id', { ...row, ...over } as { id: string })
  expect([
    say('status'),
    say('status', { completeness: 'full' }),
    say('status', { status: 'queued' }),
    say('operator'),
    say('ano'),
  ]).toEqual(['Partly collected', 'Collected', 'Queued', '林工', '202611210000000001'])
})
