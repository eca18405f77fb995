import { setPrice } from '../kit/people/second-word.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { subAccountCalls } from '../../contract/accounts/sub-accounts.ts'
import { webCaptureCalls } from '../../contract/captures/web.ts'
import { priceCalls } from '../../contract/payments/prices.ts'
import { buildTestApp, type Member, type TestApp } from '../kit/build-test-app.ts'
import { type Purse, purse } from './kit.ts'

const each = 1_000

let t: TestApp
let boss: Member
let sub: Member
let mine: Purse
beforeAll(async () => {
  t = await buildTestApp()
  const administrator = await t.member({ role: 'administrator' })
  const body = { product: 'capture.web' as const, partialPercent: 100, tiers: [{ from: 1, amount: each }] }
  await setPrice(t, body, administrator)
})
afterAll(() => t.close())
beforeEach(async () => {
  boss = await t.member({ kind: 'enterprise' })
  sub = await t.sub(boss, { grants: ['captures.start'], budget: 3_500 })
  mine = purse(t, sub)
  await mine.adjust('credit', 100_000)
})

const start = (count: number, as = sub) =>
  t.call(
    webCaptureCalls.start,
    { body: { urls: Array.from({ length: count }, (_, n) => `https://example.com/${n}`) } },
    as,
  )
const quote = async (count: number, as = sub) =>
  (await t.call(priceCalls.quote, { body: { items: [{ product: 'capture.web', count }] } }, as)).data
const seen = async (id = sub.membershipId) => (await t.call(subAccountCalls.get, { params: { id } }, boss)).data

describe('the budget of a sub-account', () => {
  it('bounds what it spends of the account in a month, says what is left, and bounds nobody else', async () => {
    expect(await quote(3)).toMatchObject({ covered: true, cover: null, budget: { limit: 3_500, left: 3_500 } })
    expect((await start(3)).success).toBe(true)
    expect(await quote(1)).toMatchObject({ covered: false, budget: { left: 500 } })
    const refused = await start(1)
    expect([refused.errorCode, refused.errorMessage]).toEqual(['budget-short', expect.stringMatching(/10\.00.*5\.00/)])
    expect(await seen()).toMatchObject({ budget: 3_500, spent: 3_000 })
    const other = await t.sub(boss, { grants: ['captures.start'] })
    expect(await quote(10, other)).toMatchObject({ covered: true, budget: null })
    expect((await start(10, other)).success).toBe(true)
    expect((await start(10, boss)).success).toBe(true)
  })

  it('says nothing of what the account has to whoever may not see that, not even where it is too little', async () => {
    const other = await t.sub(boss, { grants: ['captures.start'] })
    await mine.adjust('correction', -95_001)
    const refused = await start(5, other)
    expect(refused).toMatchObject({ success: false, errorMessage: expect.stringContaining('50.00') as string })
    expect(JSON.stringify(refused)).not.toMatch(/49\D?99/)
    expect((await start(5, boss)).errorMessage).toMatch(/50\.00.*49\.99/)
  })

  it('is refused as a whole, and nothing of it is there', async () => {
    expect((await start(4)).errorCode).toBe('budget-short')
    expect(await seen()).toMatchObject({ spent: 0 })
  })

  it('gets back what was given back: of what failed all, of what was collected in part the rest', async () => {
    const [failed, part, whole] = [await mine.reserve(1_000), await mine.reserve(1_000), await mine.reserve(1_000)]
    await mine.release(failed)
    await mine.post(part, 400)
    await mine.post(whole)
    await mine.refund(whole, 300)
    expect(await seen()).toMatchObject({ spent: 400 + 700 })
    expect(await quote(1)).toMatchObject({ budget: { left: 3_500 - 1_100 } })
  })

  it('holds however many are begun at once', async () => {
    const replies = await Promise.allSettled(Array.from({ length: 12 }, () => mine.reserve(1_000)))
    expect(replies.filter((r) => r.status === 'fulfilled')).toHaveLength(3)
    expect(await seen()).toMatchObject({ spent: 3_000 })
  })

  it('begins anew with the month, by the calendar of Shanghai', async () => {
    const { rows } = await sql<{ next: Date }>`
      select (date_trunc('month', app_now() at time zone 'Asia/Shanghai') + interval '1 month') at time zone 'Asia/Shanghai' as next`.execute(
      t.services.db.system,
    )
    const spendAt = (ms: number) =>
      mine.reserve(3_500, {
        first: (tx) =>
          sql`select set_config('app.clock', ${new Date(rows[0]!.next.getTime() + ms).toISOString()}, true)`.execute(
            tx,
          ),
      })
    await mine.reserve(100)
    await expect(spendAt(-1_000)).rejects.toMatchObject({ code: 'budget-short' })
    await spendAt(0)
  })

  it('can be lifted by the owner, and nought lets a sub-account do what is free', async () => {
    const save = (budget: number | null) =>
      t.call(
        subAccountCalls.update,
        { params: { id: sub.membershipId }, body: { grants: ['captures.start'], budget } },
        boss,
      )
    await save(0)
    expect((await start(1)).errorCode).toBe('budget-short')
    expect((await quote(1)).budget).toEqual({ limit: 0, left: 0 })
    await mine.reserve(0)
    await save(null)
    expect((await start(4)).success).toBe(true)
    expect((await quote(1)).budget).toBeNull()
  })

  it.each([-1, 0.5, 1e20])('is nothing like %s', async (budget) => {
    const body = { grants: [], budget }
    expect((await t.call(subAccountCalls.update, { params: { id: sub.membershipId }, body }, boss)).errorCode).toBe(
      'bad-parameter',
    )
  })
})
