import { describe, expect, it } from 'vitest'
import { takeUnits, unitsOf } from '../../../server/payments/packages/take-units.ts'
import { coverOf } from '../../../server/payments/prices/cover.ts'
import { amountOf, amountsOf } from '../../../server/payments/prices/quote.ts'

const one = [{ from: 1, amount: 300 }]
const three = [
  { from: 1, amount: 300 },
  { from: 3, amount: 200 },
  { from: 5, amount: 50 },
]

describe('so many of a product', () => {
  it.each([
    [one, 0, 0],
    [one, 1, 300],
    [one, 4, 1_200],
    [three, 1, 300],
    [three, 2, 600],
    [three, 3, 800],
    [three, 4, 1_000],
    [three, 5, 1_050],
    [three, 7, 1_150],
    [[{ from: 1, amount: 0 }], 9, 0],
  ])('%j cost for %i together %i', (tiers, count, amount) => expect(amountOf(tiers, count)).toBe(amount))

  it('cost each what its tier says, and together what all cost', () => {
    expect(amountsOf(three, 6)).toEqual([300, 300, 200, 200, 50, 50])
    expect(amountsOf(one, 2)).toEqual([300, 300])
    expect(amountsOf(three, 0)).toEqual([])
  })
})

describe('units of packages', () => {
  const packages = [
    { id: 'ends first', left: 2 },
    { id: 'ends later', left: 3 },
  ]
  const taken = (count: number) => takeUnits(packages, count).map(({ source, units }) => [source.id, units])

  it('are taken of the one that ends first, until nothing of it is left', () => {
    expect(taken(1)).toEqual([['ends first', 1]])
    expect(taken(2)).toEqual([['ends first', 2]])
    expect(taken(3)).toEqual([
      ['ends first', 2],
      ['ends later', 1],
    ])
  })
  it('are as many as there are, where more are wanted, and none where none is', () => {
    expect(unitsOf(takeUnits(packages, 9))).toBe(5)
    expect(taken(0)).toEqual([])
    expect(takeUnits([{ left: 0 }, { left: 1 }], 1)).toEqual([{ source: { left: 1 }, units: 1 }])
    expect(unitsOf([])).toBe(0)
  })
})

describe('an amount', () => {
  const wallet = { prepaid: 500, promotional: 200 }
  it.each([
    [0, { promotional: 0, prepaid: 0, short: 0, left: 700 }],
    [150, { promotional: 150, prepaid: 0, short: 0, left: 550 }],
    [201, { promotional: 200, prepaid: 1, short: 0, left: 499 }],
    [700, { promotional: 200, prepaid: 500, short: 0, left: 0 }],
    [701, { promotional: 200, prepaid: 500, short: 1, left: -1 }],
  ])('of %i fen is paid by gifts first, then by what was paid in', (total, cover) =>
    expect(coverOf(wallet, total)).toEqual(cover),
  )
})
