import { setPrice } from '../kit/people/second-word.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { webCaptureCalls } from '../../contract/captures/web.ts'
import { depositCalls } from '../../contract/registry/deposits.ts'
import type { Product } from '../../contract/payments/products.ts'
import { walletCalls } from '../../contract/payments/wallet.ts'
import { buildTestApp, type Member, type TestApp } from '../kit/build-test-app.ts'
import { type EndedEvidence, endEvidence, type Purse, purse } from './kit.ts'

let t: TestApp
let who: Member
let mine: Purse
let administrator: Member
const priced = (product: Product, partialPercent: number, times = 1) =>
  setPrice(
    t,
    {
      product,
      partialPercent,
      tiers: [
        { from: 1, amount: 1_001 * times },
        { from: 3, amount: 900 * times },
      ],
    },
    administrator,
  )
beforeAll(async () => {
  t = await buildTestApp()
  administrator = await t.member({ role: 'administrator' })
  await priced('capture.web', 50)
  await priced('deposit.hash', 100)
})
afterAll(() => t.close())
beforeEach(async () => {
  who = await t.member()
  mine = purse(t, who)
})

const start = (count: number, as = who) =>
  t.call(
    webCaptureCalls.start,
    { body: { urls: Array.from({ length: count }, (_, n) => `https://example.com/${n}`) } },
    as,
  )
const info = async () => (await t.call(walletCalls.info, {}, who)).data
const end = (...how: EndedEvidence) => endEvidence(t, ...how)

describe('a capture', () => {
  it('holds its price when it is asked for, by the tiers of one act', async () => {
    await mine.adjust('credit', 10_000)
    expect((await start(3)).success).toBe(true)
    expect(await info()).toMatchObject({ reserved: 1_001 + 1_001 + 900, balance: 10_000 - 2_902 })
  })

  it('is refused as a whole where the balance does not cover it, and nothing of it is there', async () => {
    await mine.adjust('credit', 2_901)
    const reply = await start(3)
    expect([reply.errorCode, reply.errorMessage]).toEqual(['balance-short', expect.stringMatching(/29\.02.*29\.01/)])
    expect(await info()).toMatchObject({ reserved: 0, balance: 2_901 })
    expect(
      await t.services.db.system.selectFrom('evidence').select('id').where('accountId', '=', who.accountId).execute(),
    ).toEqual([])
  })

  it('is collected when it is sealed, in part when it is partial, and given back when it failed or was cancelled', async () => {
    await mine.adjust('credit', 10_000)
    const { list } = (await start(4)).data
    const [whole, part, failed, gone] = list.map((e) => e.id)
    await end(whole!, 'collected', 'full')
    await end(part!, 'collected', 'partial')
    await end(failed!, 'failed')
    await t.call(webCaptureCalls.cancel, { body: { ids: [gone!] } }, who)
    expect(await info()).toMatchObject({ reserved: 0, balance: 10_000 - 1_001 - 500 })
    expect(await mine.book('revenue')).toBe(1_501)
  })

  it('that is tried again after it failed is paid once', async () => {
    await mine.adjust('credit', 1_001)
    const [e] = (await start(1)).data.list
    await end(e!.id, 'failed')
    expect((await t.call(webCaptureCalls.retry, { body: { ids: [e!.id] } }, who)).success).toBe(true)
    expect(await info()).toMatchObject({ balance: 0, reserved: 1_001 })
    await end(e!.id, 'failed')
    // Dearer by now: it costs what its owner was shown when it was begun.
    await priced('capture.web', 50, 5)
    expect((await t.call(webCaptureCalls.retry, { body: { ids: [e!.id] } }, who)).success).toBe(true)
    expect(await info()).toMatchObject({ balance: 0, reserved: 1_001 })
    await priced('capture.web', 50)
    await end(e!.id, 'failed')
    await mine.adjust('correction', -1_001)
    expect((await t.call(webCaptureCalls.retry, { body: { ids: [e!.id] } }, who)).errorCode).toBe('balance-short')
  })

  it('that costs something else than its owner was shown does not begin', async () => {
    await mine.adjust('credit', 10_000)
    const quoted = (amount: number) =>
      t.call(webCaptureCalls.start, { body: { urls: ['https://example.com/'], quoted: amount } }, who)
    for (const wrong of [0, 1_000, 1_002]) {
      const reply = await quoted(wrong)
      expect([reply.errorCode, reply.errorMessage]).toEqual(['price-changed', expect.stringContaining('10.01')])
    }
    expect((await quoted(-1)).errorCode).toBe('bad-parameter')
    expect(await info()).toMatchObject({ balance: 10_000, reserved: 0 })
    expect((await quoted(1_001)).success).toBe(true)
  })

  it('of a sub-account is paid by its owner, and names it in the bill', async () => {
    await mine.adjust('credit', 1_001)
    const sub = await t.sub(who, { name: '助理', grants: ['captures.start'] })
    expect((await start(1, sub)).success).toBe(true)
    const { list } = (await t.call(walletCalls.bill, { query: {} }, who)).data
    expect(list[0]).toMatchObject({ purpose: 'reserve', amount: -1_001, personName: '助理', product: 'capture.web' })
  })
})

it('a deposit holds its price as well', async () => {
  const deposit = () => t.call(depositCalls.hash, { body: { sha256: 'a'.repeat(64), fileName: '配方.pdf' } }, who)
  expect((await deposit()).errorCode).toBe('balance-short')
  await mine.adjust('credit', 1_001)
  expect((await deposit()).success).toBe(true)
  expect(await info()).toMatchObject({ balance: 0, reserved: 1_001 })
})
