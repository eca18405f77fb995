import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Fen, mostFen, wireFen } from '../../contract/kit/fields.ts'
import { fenOfYuan, formatMoney, groupedDigits, plainDigits, yuanOf } from '../../contract/kit/money.ts'
import { parseMoney } from '../../contract/kit/typed/money.ts'
import { sized } from '../kit/randomness.ts'

const fen = fc.oneof(fc.maxSafeInteger(), fc.integer({ min: -100_000, max: 100_000 }))
const runs = { numRuns: sized(2_000, 200_000) }

describe('every amount', () => {
  it('comes back from what is shown, what is edited and what stands in a sheet', () => {
    fc.assert(
      fc.property(fen, (n) => {
        for (const text of [
          formatMoney(n),
          yuanOf(n),
          ` ${yuanOf(n)} 元`,
          yuanOf(n).replace(/\.00$/, ''),
          yuanOf(n).replace(/(\.\d)0$/, '$1'),
        ])
          expect(parseMoney(text)).toEqual({ fen: n })
      }),
      runs,
    )
  })
  it('is shown as the platform’s own formatter would show it', () => {
    const formatter = new Intl.NumberFormat('zh-CN', { style: 'currency', currency: 'CNY' })
    fc.assert(
      fc.property(fen, (n) => {
        expect(formatMoney(n)).toBe(formatter.format(yuanOf(n) as `${number}`))
      }),
      runs,
    )
  })
  it('up to the most that is taken survives a sheet’s binary numbers', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: mostFen }), (n) => {
        expect(parseMoney(plainDigits((n / 100).toPrecision(17)))).toEqual({ fen: n })
      }),
      runs,
    )
  })
})

describe('an amount is shown', () => {
  it.each([
    [123_450, '¥1,234.50'],
    [0, '¥0.00'],
    [5, '¥0.05'],
    [-5, '-¥0.05'],
    [Number.MAX_SAFE_INTEGER, '¥90,071,992,547,409.91'],
  ])('%i fen as %s', (n, text) => expect(formatMoney(n)).toBe(text))
})

describe('an amount is read from', () => {
  it.each([
    ['1,234.5', 123_450],
    ['¥12', 1_200],
    ['￥１２．５', 1_250],
    ['12.30元', 1_230],
    ['人民币 5 圆', 500],
    ['CNY 1', 100],
    ['12.', 1_200],
    ['-0', 0],
  ])('%s', (text, n) => expect(parseMoney(text)).toEqual({ fen: n }))
  it.each(['', '一百', '1,23', '1,2345', '1.2.3', '$5', '12 美元', '1e3', '99999999999999999', '--1', '.5'])(
    'nothing in %j',
    (text) => expect(parseMoney(text)).toEqual({ problem: 'money' }),
  )
  it.each(['1.234', '0.001', '12.300元'])('no more than two decimals: %s', (text) =>
    expect(parseMoney(text)).toEqual({ problem: 'moneyDecimals' }),
  )
})

describe('the service takes', () => {
  it('whole fen from nothing to the most, as a number or, where it is asked for, as text', () => {
    for (const n of [0, 1, mostFen])
      expect([Fen.parse(n), wireFen.parse(n), wireFen.parse(String(n))]).toEqual([n, n, n])
    for (const n of [-1, 0.5, mostFen + 1, Number.MAX_VALUE, '1']) expect(Fen.safeParse(n).success).toBe(false)
    for (const n of ['-1', '1.5', '1e2', ' 1']) expect(wireFen.safeParse(n).success).toBe(false)
  })
})

describe('an amount of a vendor’s answer or bill', () => {
  it.each([
    ['0.01', 1],
    ['12', 1_200],
    [12, 1_200],
    [-12.5, -1_250],
    ['-0.05', -5],
    ['12.5', 1_250],
    ['12.34', 1_234],
    ['12.34000', 1_234],
    ['999999999999.99', 99_999_999_999_999],
    ['0', 0],
    ['-0.00', 0],
  ])('%j is read by its digits', (said, fen) => expect(fenOfYuan(said)).toBe(fen))
  it.each([
    '',
    '12.',
    '.5',
    '12.345',
    '1e3',
    '¥12',
    '12元',
    '1,234.00',
    ' 12',
    '1234567890123',
    '--1',
    'x1',
    null,
    undefined,
    true,
    ['12'],
    {},
  ])('%j is none', (said) => expect(fenOfYuan(said)).toBeUndefined())
})

it('digits are grouped by thousands, with a point or without', () =>
  expect(['1', '123', '1234', '1234567', '1234567.50'].map(groupedDigits)).toEqual([
    '1',
    '123',
    '1,234',
    '1,234,567',
    '1,234,567.50',
  ]))
