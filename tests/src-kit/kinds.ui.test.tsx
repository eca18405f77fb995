import { strFromU8, unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { AnyPhone, Fen, OptionalAnyPhone, Person, Phone, Sha256 } from '../../contract/kit/fields.ts'
import { guessField } from '../../server/bin/new-resource/guess-field.ts'
import { peopleCall } from '../../server/bin/new-resource/plan.ts'
import { toWire } from '../../src/kit/form/wire.ts'
import { same } from '../../src/kit/form/values.ts'
import { openBook } from '../../src/kit/io/sheet/book.ts'
import { readFile as readSeen } from '../../src/kit/io/sheet/read-file.ts'
import type { Cell } from '../../src/kit/io/sheet/cells.ts'
import { type Written, writeField } from '../../src/kit/io/export/texts.ts'
import type { Column } from '../../src/kit/io/import/template.ts'
import { takeCell } from '../../src/kit/io/import/to-wire.ts'
import { phoneGroups, phoneLink } from '../../src/kit/plain/phone.ts'
import type { FieldKind, Resource } from '../../src/kit/resource/resource.ts'
import { changeText } from '../../src/kit/show/change-text.ts'
import { wordsIn } from './io-words.ts'

const readFile = async (bytes: Uint8Array) => (await readSeen(bytes)).grid

const take = (kind: FieldKind, cell: Cell) => takeCell(cell, { name: 'x', field: { kind } } as Column, new Map())
const person = { id: '018f0000-0000-7000-8000-000000000001', name: '林一' }

describe('a telephone number', () => {
  it.each([
    ['13800138000', '138 0013 8000', 'tel:13800138000'],
    ['01088887777', '010 8888 7777', 'tel:01088887777'],
    ['0591-87654321-12', '0591-87654321-12', 'tel:059187654321;ext=12'],
    ['05918765432', '0591 876 5432', 'tel:05918765432'],
    ['4001234567', '400 123 4567', 'tel:4001234567'],
    ['400-123-4567', '400-123-4567', 'tel:4001234567'],
    ['138****0000', '138****0000', undefined],
    ['javascript:alert(1)', 'javascript:alert(1)', undefined],
  ])('%s is shown as %s and dialled as %s', (phone, shown, link) =>
    expect([phoneGroups(phone).join(' '), phoneLink(phone)]).toEqual([shown, link]),
  )
  it.each([
    ['138 0013 8000', '13800138000'],
    ['+86 138-0013-8000', '13800138000'],
    ['（010）8888 7777', '01088887777'],
    ['010-88887777', '010-88887777'],
    ['+1 555', '+1555'],
  ])('%s is taken from a sheet as %s, and that is told', (said, taken) =>
    expect(take('phone', said)).toEqual({ value: taken, ...(said === taken ? {} : { cleaned: taken }) }),
  )
  it('that Excel has shortened is refused', () =>
    expect([take('phone', '1.38E+10'), take('phone', { number: '13800138000' })]).toEqual([
      { problem: 'asText' },
      { value: '13800138000' },
    ]))
})

describe('an amount in a sheet', () => {
  it('is taken in yuan, from text or from a number as its program shows it', () => {
    expect(
      ['1,234.5', '¥12', '12.30元', { number: '4.3499999999999996' }, { number: '12' }].map((cell) =>
        take('money', cell),
      ),
    ).toEqual([123_450, 1_200, 1_230, 435, 1_200].map((value) => ({ value })))
  })
  it('is refused where it is none or too fine', () =>
    expect([take('money', '面议'), take('money', '1.234'), take('money', { number: '1.005' })]).toEqual([
      { problem: 'money' },
      { problem: 'moneyDecimals' },
      { problem: 'moneyDecimals' },
    ]))
})

describe('rows as a sheet says them', () => {
  type Row = { id: string; price: number; phone: string; maker: typeof person | null; operator: string; sum: string }
  const resource: Pick<Resource<Row>, 'fields' | 'words'> = {
    words: 'console',
    fields: {
      price: { kind: 'money' },
      phone: { kind: 'phone' },
      maker: { kind: 'person' },
      operator: { kind: 'person' },
      sum: { kind: 'hash' },
    },
  }
  const row: Row = {
    id: '1',
    price: -123_450,
    phone: '01088887777',
    maker: person,
    operator: 'Ada',
    sum: 'f'.repeat(64),
  }
  const written: Written[] = (['price', 'phone', 'maker', 'operator', 'sum'] as const).map((name) =>
    writeField(wordsIn('en'), resource, name, row),
  )
  const make = async (format: 'csv' | 'xlsx') => {
    const book = openBook({ format, title: 'x', header: ['a', 'b', 'c', 'd', 'e'], widths: [9, 9, 9, 9, 9] })
    await book.add([written, [{ decimal: '5.00' }, '+86 591', null, null, null]])
    return new Uint8Array(await (await book.end())[0]!.arrayBuffer())
  }
  it('keep amounts as numbers with two decimals, and whatever names something as text', async () => {
    expect(written).toEqual([{ decimal: '-1234.50' }, '01088887777', '林一', 'Ada', 'f'.repeat(64)])
    expect(strFromU8(await make('csv'))).toContain(
      `\r\n-1234.50,01088887777,林一,Ada,${'f'.repeat(64)}\r\n5.00,'+86 591,,,\r\n`,
    )
    expect((await readFile(await make('xlsx'))).slice(1)).toEqual([
      [{ number: '-1234.5' }, '01088887777', '林一', 'Ada', 'f'.repeat(64)],
      [{ number: '5' }, '+86 591', null, null, null],
    ])
    expect(strFromU8(unzipSync(await make('xlsx'))['xl/styles.xml']!)).toContain('#,##0.00')
  })
  it('say nothing of nobody', () =>
    expect(writeField(wordsIn('en'), resource, 'maker', { ...row, maker: null })).toBe(null))
})

it('a change is told in yuan, by name, in the words of choices, and as it stands', () => {
  const tell = (value: unknown, kind?: FieldKind) => changeText(wordsIn('en'), 'invoices', 'headType', value, kind)
  expect([
    tell(123_450, 'money'),
    tell(null, 'money'),
    tell(person, 'person'),
    tell(7, 'number'),
    tell('x'),
    tell('PERSONAL,ENTERPRISE', 'choices'),
  ]).toEqual(['¥1,234.50', '-', '林一', '7', 'x', 'Personal, Enterprise, general'])
})

describe('a form', () => {
  it('sends the id of a person', () =>
    expect(toWire({ maker: { kind: 'person' } }, ['maker'], { maker: person })).toEqual({ maker: person.id }))
  it('knows the same person again', () =>
    expect([
      same({ maker: { ...person } }, { maker: person }, ['maker']),
      same({ maker: person }, { maker: null }, ['maker']),
    ]).toEqual([true, false]))
})

describe('a new resource', () => {
  const kindOf = (name: string, type: z.ZodType) => guessField([name, type])?.kind
  it('knows kinds by the contract’s schemas', () =>
    expect(
      [Fen, Phone, AnyPhone, OptionalAnyPhone, Sha256.nullable(), Person.nullable(), z.url().optional()].map((type) =>
        kindOf('x', type),
      ),
    ).toEqual(['money', 'phone', 'phone', 'phone', 'hash', 'person', 'url']))
  it('knows them by name where rows repeat mere text and numbers', () =>
    expect([
      kindOf('priceFen', z.int()),
      kindOf('phone', z.string().nullable()),
      kindOf('contactPhone', z.string()),
      kindOf('sha256', z.string()),
      kindOf('fileHash', z.string()),
      kindOf('count', z.int()),
      kindOf('name', z.string()),
      kindOf('version', z.int()),
    ]).toEqual(['money', 'phone', 'phone', 'hash', 'hash', 'number', 'text', undefined]))
  it('reaches choices within whatever says that they may be absent', () => {
    const choice = z.enum(['a', 'b'])
    const steps = (type: z.ZodType) => guessField(['x', type])?.among?.steps
    expect([choice, choice.nullable(), choice.nullable().default(null).optional()].map(steps)).toEqual([
      '',
      '.unwrap()',
      '.unwrap().unwrap().unwrap()',
    ])
    expect(steps(z.array(choice.nullable()).optional())).toBe('.unwrap().element.unwrap()')
    expect([kindOf('x', z.array(choice)), kindOf('x', z.array(z.string())), kindOf('x', z.array(Person))]).toEqual([
      'choices',
      'tags',
      undefined,
    ])
  })
  it('finds who may be chosen', () => {
    const call = { method: 'GET', path: 'x', right: 'signed-in', rate: 'read', idempotent: true } as const
    const list = { ...call, reply: z.object({ list: z.array(z.object({ id: z.string() })) }) }
    expect([
      peopleCall({ list }),
      peopleCall({ list, makers: { ...call, reply: z.object({ list: z.array(Person) }) } }),
    ]).toEqual([undefined, 'makers'])
  })
})
