import { describe, expect, it } from 'vitest'
import { readListState } from '../../src/kit/list/list-state.ts'
import { durationParts, formatInstant, formatSize, shortenHash } from '../../src/kit/plain/format.ts'

const resource = {
  defaultSort: '-date',
  fields: {
    date: { kind: 'instant', sortable: true },
    name: { kind: 'text', sortable: true },
    operator: { kind: 'text' },
  },
  filters: {
    keyWord: { kind: 'keyword' },
    status: { kind: 'choice', values: ['failed'], words: 'x' },
    days: { kind: 'days' },
    hidden: { kind: 'flag' },
    priceFen: { kind: 'money' },
    maker: { kind: 'person' },
    phone: { kind: 'text' },
  },
} as unknown as Parameters<typeof readListState>[1]
const read = (query: string) => readListState(new URLSearchParams(query), resource)

describe('a list reads its state from the address alone', () => {
  it('with defaults of page 1 and ten items', () =>
    expect(read('')).toEqual({ page: 1, pageSize: 10, sort: '-date', filters: {}, mode: 'pages' }))

  it('with page, size, sort and filters', () =>
    expect(read('page=3&size=50&sort=name&status=failed&keyWord=%E5%90%88%E5%90%8C&startDate=2026-01-01')).toEqual({
      page: 3,
      pageSize: 50,
      sort: 'name',
      filters: { keyWord: '合同', status: 'failed', startDate: '2026-01-01' },
      mode: 'pages',
    }))

  it('with several orders, a view and scrolling', () =>
    expect(read('sort=name,-date&view=7&mode=scroll')).toMatchObject({ sort: 'name,-date', view: '7', mode: 'scroll' }))

  it('with a range of money in fen, a person and a text', () => {
    const filters = {
      priceFenFrom: '0',
      priceFenTo: '123450',
      maker: '018f0000-0000-7000-8000-000000000001',
      phone: '138 %',
    }
    expect(read(String(new URLSearchParams(filters))).filters).toEqual(filters)
  })

  it.each([
    'priceFenFrom=-1',
    'priceFenFrom=1.5',
    'priceFenTo=1e3',
    'priceFenTo=007',
    'priceFenTo=9999999999999',
    'priceFen=1',
    'maker=1',
    "maker=' or 1=1",
    'phone=%20',
    'status=other',
    'status=constructor',
    'hidden=1',
    'startDate=2026-13-01',
    'endDate=x',
  ])('ignoring what no filter takes: %s', (query) => expect(read(query)).toEqual(read('')))

  it.each([
    'page=0',
    'page=-1',
    'page=1e3',
    'page=999999',
    'size=7',
    'sort=operator',
    'sort=name,operator',
    'sort=name,-name',
    'sort=,',
    'sort=date,name,date,name',
    'mode=other',
    'sort=__proto__',
    'endpoint=/evil&method=delete&headers[X]=1',
  ])('ignoring what does not belong there: %s', (query) => expect(read(query)).toEqual(read('')))
})

describe('the formatters of specification §9', () => {
  it.each([
    [null, '-'],
    [0, '0 B'],
    [1023, '1023 B'],
    [1024, '1.00 KB'],
    [1536, '1.50 KB'],
    [1048576, '1.00 MB'],
    [5 * 1024 ** 3, '5.00 GB'],
    [5 * 1024 ** 4, '5120.00 GB'],
  ] as const)('show %s bytes as %s', (bytes, text) => expect(formatSize(bytes)).toBe(text))

  it.each([
    [0, '0second'],
    [59, '59second'],
    [60, '1minute'],
    [3_661, '1hour 1minute 1second'],
    [90_000, '1day 1hour'],
  ] as const)('split %i seconds into %s', (seconds, text) =>
    expect(
      durationParts(seconds)
        .map((p) => `${p.count}${p.unit}`)
        .join(' '),
    ).toBe(text),
  )

  it('show instants in Asia/Shanghai', () => expect(formatInstant('2026-12-31T16:00:01Z')).toBe('2027-01-01 00:00:01'))
  it('shorten a hash in the middle', () => expect(shortenHash('0123456789abcdef'.repeat(4))).toBe('012345678…abcdef'))
})
