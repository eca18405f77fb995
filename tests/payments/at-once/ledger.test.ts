import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkBooks } from '../../../server/payments/ledger/check-books.ts'
import type { AccountTx } from '../../../server/kit/db/db.ts'
import { buildTestApp, type TestApp } from '../../kit/build-test-app.ts'
import { seed, seeded } from '../../trust/seeded.ts'
import { type Purse, purse, refusalOf } from '../kit.ts'

/** Spendings at once of one balance; `SOAK=1` lets five rounds run of a thousand each. */
const [rounds, spends] = process.env['SOAK'] ? [5, 1_000] : [2, 150]
const below = seeded(seed)

let t: TestApp
beforeAll(async () => {
  t = await buildTestApp()
})
afterAll(() => t.close())

/** The connection dies while the transaction is open, as when a process is killed. */
const dies = (tx: AccountTx) => sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx)

/** What one spender does: dies at once, or reserves and then collects, gives back, or both at once. */
async function spend(mine: Purse, price: number): Promise<number> {
  const fate = below(10)
  if (fate < 2) return refusalOf(mine.reserve(price, { before: dies })).then(() => 0)
  const id = await mine.reserve(price).catch((error: { code?: string }) => {
    // A connection that was cut down may have been handed on from the pool.
    if (error.code !== 'balance-short' && error.code !== '57P01' && !/terminat/i.test(String(error))) throw error
    return undefined
  })
  if (!id) return 0
  const done = await Promise.all(
    fate < 4 ? [mine.release(id)] : fate < 6 ? [mine.post(id), mine.release(id), mine.post(id)] : [mine.post(id)],
  )
  expect(done.filter(Boolean)).toHaveLength(1)
  return fate < 4 || (fate < 6 && done[1]) ? 0 : price
}

it(`is exact to the fen when everybody spends at once and some die (seed ${seed})`, { timeout: 300_000 }, async () => {
  const mine = purse(t, await t.member())
  let [paid, collected] = [0, 0]
  for (let round = 0; round < rounds; round++) {
    // Enough for about two thirds of them.
    const amount = spends * 30
    paid += amount
    await mine.adjust('credit', amount)
    const prices = Array.from({ length: spends }, () => 1 + below(99))
    for (const price of await Promise.all(prices.map((p) => spend(mine, p)))) collected += price
    expect(await mine.books()).toEqual({
      prepaid: paid - collected,
      promotional: 0,
      reservedPrepaid: 0,
      reservedPromotional: 0,
    })
    expect([await mine.book('revenue'), await mine.book('bank')]).toEqual([collected, -paid])
    expect(await checkBooks(t.services, { info() {}, warn() {}, error() {} }, round % 2 ? 'all' : 'new')).toEqual([])
  }
  expect(collected).toBeGreaterThan(0)
})
