import { setPrice } from '../../kit/people/second-word.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  highestPrice,
  mostOfOne,
  mostQuoted,
  type PriceBody,
  priceCalls,
  type Tier,
} from '../../../contract/payments/prices.ts'
import { productNames } from '../../../contract/payments/products.ts'
import type { Json } from '../../../server/kit/db/schema.ts'
import type { Caller } from '../../../server/kit/calls/caller.ts'
import { newId, newPreservationNumber } from '../../../server/kit/ids.ts'
import { reserve } from '../../../server/payments/ledger/ledger.service.ts'
import { currentPrices } from '../../../server/payments/prices/prices.repo.ts'
import { amountOf } from '../../../server/payments/prices/quote.ts'
import { buildTestApp, type Member, type TestApp } from '../../kit/build-test-app.ts'
import { purse } from '../kit.ts'

let t: TestApp
let administrator: Member
beforeAll(async () => {
  t = await buildTestApp()
  administrator = await t.member({ role: 'administrator', name: '管理员' })
})
afterAll(() => t.close())

type Given = Partial<Omit<PriceBody, 'tiers'>> & { tiers?: { from: number; amount: number }[] }
const add = (body: Given, as = administrator) =>
  setPrice(t, { product: 'capture.web', tiers: [{ from: 1, amount: 1_000 }], ...body }, as)
const priceOf = async (product: PriceBody['product'] = 'capture.web') =>
  (await t.call(priceCalls.one, { body: { product } })).data
const problems = (reply: { data: unknown }) => (reply.data as { fields: { path: string; key: string }[] }).fields
const later = () => new Date(Date.now() + 3_600_000).toISOString()

describe('prices', () => {
  it('say of everything what it costs from the beginning: nothing', async () => {
    const { list } = (await t.call(priceCalls.current, { query: {} })).data
    expect(list.map(({ product, amount }) => [product, amount])).toEqual(
      productNames.toSorted().map((product) => [product, 0]),
    )
    expect((await t.call(priceCalls.some, { body: { products: ['deposit.hash'] } })).data.list).toMatchObject([
      { product: 'deposit.hash', amount: 0, partialPercent: 100 },
    ])
  })

  it('of a platform that comes later begin free as well, and are its own', async () => {
    const id = newId()
    const name = JSON.stringify({ zh: '另一平台' }) as unknown as Json
    await t.services.db.system.insertInto('platform').values({ id, notaryId: 'later', name, hosts: [] }).execute()
    await add({ product: 'deposit.hash', tiers: [{ from: 1, amount: 300 }] })
    const rows = await currentPrices(t.services.db.system, id)
    expect(rows.map((r) => [r.product, r.tiers])).toEqual(
      productNames.toSorted().map((product) => [product, [{ from: 1, amount: 0 }]]),
    )
  })

  it('that have not begun, or are another platform’s, are nothing that a charge can name', async () => {
    const who = await t.member()
    const future = await add({ product: 'deposit.work', effectiveAt: later() })
    const foreign = newId()
    const name = JSON.stringify({ zh: '邻站' }) as unknown as Json
    await t.services.db.system
      .insertInto('platform')
      .values({ id: foreign, notaryId: 'beside', name, hosts: [] })
      .execute()
    const [price] = await currentPrices(t.services.db.system, foreign)
    for (const priceId of [future.data.id, price!.id, newId()]) {
      const subject = { kind: 'evidence', id: newId(), number: newPreservationNumber() } as const
      const { accountId, personId, name: personName } = who
      const caller = { accountId, personId, personName, rights: new Set() } as unknown as Caller
      const charged = t.services.db.forAccount(caller, (tx) =>
        reserve(tx, caller, { priceId, quantity: 1, amount: 0, subject }),
      )
      await expect(charged).rejects.toMatchObject({ code: 'P0002' })
    }
  })

  it('hold from the instant on that staff say, and are told to visitors as they are', async () => {
    await add({ product: 'deposit.file', tiers: [{ from: 1, amount: 500 }] })
    expect(await priceOf('deposit.file')).toMatchObject({ amount: 500 })
    const future = await add({ product: 'deposit.file', tiers: [{ from: 1, amount: 700 }], effectiveAt: later() })
    expect(await priceOf('deposit.file')).toMatchObject({ amount: 500 })
    const { list } = (await t.call(priceCalls.versions, { query: { product: 'deposit.file' } }, administrator)).data
    expect(list.map(({ state, amount, madeBy }) => [state, amount, madeBy])).toEqual([
      ['future', 700, '管理员'],
      ['current', 500, '管理员'],
      ['past', 0, ''],
    ])
    const found = await t.call(
      priceCalls.versions,
      { query: { product: 'deposit.file', state: 'future' } },
      administrator,
    )
    expect(found.data.list).toEqual([list[0]])
    const remove = (id: string) => t.call(priceCalls.remove, { params: { id } }, administrator)
    expect((await remove(future.data.id)).success).toBe(true)
    expect((await remove(list[1]!.id)).errorCode).toBe('wrong-state')
  })

  it.each([
    ['nothing', { tiers: [] }, 'tiers', 'required'],
    ['tiers that do not begin at one', { tiers: [{ from: 2, amount: 1 }] }, 'tiers', 'tiersAscend'],
    [
      'tiers that do not rise',
      {
        tiers: [
          { from: 1, amount: 1 },
          { from: 1, amount: 2 },
        ],
      },
      'tiers',
      'tiersAscend',
    ],
    ['a day that has gone', { effectiveAt: '2026-01-01T00:00:00Z' }, 'effectiveAt', 'pastInstant'],
  ] as [string, Given, string, string][])('take no %s', async (_, body, path, key) => {
    expect(problems(await add(body))).toMatchObject([{ path, key }])
  })

  it.each([-1, 0.5, highestPrice + 1, 1e20, 'x'])('take no amount of %s', async (amount) => {
    const reply = await add({ tiers: [{ from: 1, amount: amount as number }] })
    expect(problems(reply)).toMatchObject([{ path: 'tiers.0.amount', ...(amount === 'x' ? {} : { key: 'money' }) }])
  })

  it.each([-1, highestPrice + 1])('say what a price may be where %s is none', async (amount) => {
    const [problem] = problems(await add({ tiers: [{ from: 1, amount }] }))
    expect(problem).toMatchObject({ message: expect.stringMatching(/¥0\.00\D+¥100,000\.00/) })
  })

  it('are not for operators to change', async () => {
    expect((await add({}, await t.member({ role: 'operator' }))).errorCode).toBe('forbidden')
  })
})

describe('a quote', () => {
  it('says what is paid by what, and what is missing', async () => {
    await add({
      tiers: [
        { from: 1, amount: 1_000 },
        { from: 11, amount: 800 },
      ],
    })
    const who = await t.member()
    const mine = purse(t, who)
    const quote = async (count: number) =>
      (await t.call(priceCalls.quote, { body: { items: [{ product: 'capture.web', count }] } }, who)).data
    expect(await quote(2)).toMatchObject({
      total: 2_000,
      covered: false,
      cover: { promotional: 0, prepaid: 0, short: 2_000, left: -2_000 },
    })
    await mine.adjust('gift', 300)
    await mine.adjust('credit', 20_000)
    expect(await quote(12)).toMatchObject({
      total: 11_600,
      items: [{ product: 'capture.web', unit: 'item', count: 12, amount: 11_600 }],
      covered: true,
      cover: { promotional: 300, prepaid: 11_300, short: 0, left: 8_700 },
    })
    const sub = await t.sub(who, { grants: ['captures.start'] })
    const told = await t.call(priceCalls.quote, { body: { items: [{ product: 'capture.web', count: 12 }] } }, sub)
    expect(told.data).toMatchObject({ total: 11_600, covered: true, cover: null })
  })

  it('of as much as can be asked for stays an amount', async () => {
    await add({ product: 'deposit.work', tiers: [{ from: 1, amount: highestPrice }] })
    const items = Array.from({ length: mostQuoted }, () => ({ product: 'deposit.work' as const, count: mostOfOne }))
    const { data } = await t.call(priceCalls.quote, { body: { items } }, await t.member())
    expect(data.total).toBe(highestPrice * mostOfOne * mostQuoted)
  })

  it('of more is never less, and each is paid at the price of its tier', () => {
    const tiers = fc
      .uniqueArray(fc.integer({ min: 2, max: 50 }), { maxLength: 4 })
      .chain((froms) =>
        fc
          .array(fc.nat(5_000), { minLength: froms.length + 1, maxLength: froms.length + 1 })
          .map((amounts): Tier[] =>
            [1, ...froms.toSorted((a, b) => a - b)].map((from, i) => ({ from, amount: amounts[i]! })),
          ),
      )
    fc.assert(
      fc.property(tiers, fc.integer({ min: 1, max: 80 }), (list, count) => {
        let sum = 0
        for (let n = 1; n <= count; n++) sum += list.findLast(({ from }) => from <= n)!.amount
        expect(amountOf(list, count)).toBe(sum)
      }),
    )
  })
})
