import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { statementCalls } from '../../../contract/payments/statements.ts'
import { newId } from '../../../server/kit/ids.ts'
import * as ledger from '../../../server/payments/ledger/ledger.service.ts'
import { buildTestApp, type Member, type TestApp } from '../../kit/build-test-app.ts'
import { at, type Bookkeeper, bookkeeper, monthBack } from './bookkeeper.ts'

let t: TestApp
let who: Member
let books: Bookkeeper
beforeAll(async () => {
  t = await buildTestApp()
  books = await bookkeeper(t)
})
afterAll(() => t.close())
beforeEach(async () => {
  who = await t.member()
})

describe('spending', () => {
  const spending = async (months?: number) =>
    (await t.call(statementCalls.spending, { query: months ? { months } : {} }, who)).data

  it('tells what was collected and not refunded, by month and product', async () => {
    await books.credit(who, at(`${monthBack(3)}-01T00:00:00`), 100_000)
    const id = await books.spend(who, at(`${monthBack(2)}-04T10:00:00`), 1_000)
    await books.spend(who, at(`${monthBack(1)}-04T10:00:00`), 500)
    await books.spend(who, at(`${monthBack(1)}-05T10:00:00`), 400, 'release')
    await books.spend(who, at(`${monthBack(1)}-05T10:00:00`), 300, 'hold')
    await t.services.db.asSystem((tx) =>
      ledger.refund(tx, { id: newId(), chargeId: id, amount: 250, personId: who.personId, reason: 'test' }),
    )
    const found = await spending(3)
    expect(found.total).toBe(1_250)
    expect(found.months.map(({ month, spent }) => [month, spent])).toEqual([
      [monthBack(2), 750],
      [monthBack(1), 500],
      [monthBack(0), 0],
    ])
    expect(found.products).toMatchObject([{ spent: 1_250, count: 2 }])
    expect((await spending(2)).total).toBe(500)
    expect((await spending()).months).toHaveLength(12)
  })

  it('names the twenty who spent most, and all others in one line', async () => {
    await books.credit(who, at(`${monthBack(1)}-01T00:00:00`), 1_000_000)
    const people = await Promise.all(Array.from({ length: 25 }, (_, i) => t.sub(who, { name: `助理${i}` })))
    for (const [i, by] of people.entries())
      await books.spend(who, at(`${monthBack(1)}-04T10:00:00`), 1_000 - i, 'post', by)
    const { people: told, total } = await spending()
    expect(told).toHaveLength(21)
    expect(told.slice(0, 2)).toEqual([
      { name: '助理0', spent: 1_000 },
      { name: '助理1', spent: 999 },
    ])
    expect(told[19]).toEqual({ name: '助理19', spent: 981 })
    expect(told[20]).toEqual({ name: null, spent: 980 + 979 + 978 + 977 + 976 })
    expect(told.reduce((sum, { spent }) => sum + spent, 0)).toBe(total)
  })

  it('of an account without any is nothing, and bounds are kept', async () => {
    expect(await spending()).toMatchObject({ total: 0, products: [], people: [] })
    for (const months of [0, 25, 1.5])
      expect((await t.call(statementCalls.spending, { query: { months } }, who)).errorCode).toBe('bad-parameter')
  })
})
