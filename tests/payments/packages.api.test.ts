import { setPrice } from '../kit/people/second-word.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { webCaptureCalls } from '../../contract/captures/web.ts'
import { type OfferBody, offerCalls, packageCalls } from '../../contract/payments/packages.ts'
import { priceCalls } from '../../contract/payments/prices.ts'
import { walletCalls } from '../../contract/payments/wallet.ts'
import { depositCalls } from '../../contract/registry/deposits.ts'
import { newId, newPreservationNumber } from '../../server/kit/ids.ts'
import { checkBooks } from '../../server/payments/ledger/check-books.ts'
import { charge } from '../../server/payments/prices/charge.service.ts'
import type { Member, TestApp } from '../kit/build-test-app.ts'
import { inLine } from '../kit/sweep/in-line.ts'
import { type EndedEvidence, endEvidence, type Purse, purse, refusalOf } from './kit.ts'
import { each, openShop, type Shop } from './package-kit.ts'

const quiet = { info() {}, warn() {}, error() {} }

let shop: Shop
let t: TestApp
let administrator: Member
let who: Member
let mine: Purse
beforeAll(async () => {
  shop = await openShop()
  ;({ t, administrator } = shop)
})
afterAll(() => shop.close())
beforeEach(async () => {
  who = await t.member()
  mine = purse(t, who)
})

const offer = (terms: Partial<OfferBody> = {}) => shop.offer(terms)
const buy = (wanted: { id: string; price: number }, uniqueId = newId(), as = who) => shop.buy(wanted, as, uniqueId)
async function bought(terms: Partial<OfferBody> = {}) {
  const offered = await offer(terms)
  await mine.adjust('credit', offered.price)
  return (await buy(offered)).data
}
const start = (count: number, as = who, quoted?: number) => shop.start(count, as, quoted)
async function started(count: number, as = who) {
  const reply = await start(count, as)
  expect(reply.errorMessage).toBeFalsy()
  return reply.data.list.map(({ id }) => id)
}
const one = async (id: string) => (await t.call(packageCalls.get, { params: { id } }, who)).data
const info = async () => (await t.call(walletCalls.info, {}, who)).data
const quote = async (count: number, as = who) =>
  (await t.call(priceCalls.quote, { body: { items: [{ product: 'capture.web', count }] } }, as)).data
const end = (...how: EndedEvidence) => endEvidence(t, ...how)

describe('buying a package', () => {
  it('takes its price out of the balance, gifts first, and stands in the bill as one line of its own', async () => {
    const offered = await offer()
    await mine.adjust('gift', 3_000)
    await mine.adjust('credit', 6_000)
    const price = (await t.call(packageCalls.price, { body: { bizType: 'package', bizId: offered.id } }, who)).data
    expect(price).toEqual({
      amount: 10_000,
      discount: 2_000,
      payable: 8_000,
      balanceEnough: true,
      cover: { promotional: 3_000, prepaid: 5_000, short: 0, left: 1_000 },
    })
    const { data } = await buy(offered)
    expect(data).toMatchObject({ packageState: 'active', units: 10, used: 0, held: 0, left: 10, price: 8_000 })
    expect(await mine.books()).toEqual({ prepaid: 1_000, promotional: 0, reservedPrepaid: 0, reservedPromotional: 0 })
    expect(await mine.book('revenue')).toBe(8_000)
    const { list } = (await t.call(walletCalls.bill, { query: {} }, who)).data
    expect(list.slice(0, 2)).toMatchObject([
      { purpose: 'reserve', product: 'package', subjectKind: 'package', subjectId: data.id, amount: -5_000 },
      { purpose: 'reserve', product: 'package', subjectNumber: data.packageNumber, amount: -3_000 },
    ])
  })

  it('says what is missing, and takes nothing, where the balance is too low', async () => {
    const offered = await offer()
    await mine.adjust('credit', 7_999)
    expect(
      (await t.call(packageCalls.price, { body: { bizType: 'package', bizId: offered.id } }, who)).data,
    ).toMatchObject({ balanceEnough: false, cover: { short: 1, left: -1 } })
    const reply = await buy(offered)
    expect([reply.errorCode, reply.errorMessage]).toEqual(['balance-short', expect.stringMatching(/80\.00.*79\.99/)])
    expect(await info()).toMatchObject({ balance: 7_999, reserved: 0 })
  })

  it('is one purchase however often it is asked for, also at once; the same id for another offer is refused', async () => {
    const [offered, other] = [await offer(), await offer()]
    await mine.adjust('credit', 100_000)
    const id = newId()
    const replies = await Promise.all(Array.from({ length: 8 }, () => buy(offered, id)))
    expect(new Set(replies.map(({ data }) => data.id)).size).toBe(1)
    expect((await info()).balance).toBe(92_000)
    expect((await buy(other, id)).errorCode).toBe('unique-id-repeated')
  })

  it('is refused at another price than the one shown, and once it is off sale', async () => {
    const offered = await offer()
    await mine.adjust('credit', 100_000)
    for (const price of [0, 7_999, 8_001, 1_000_000_000_000])
      expect((await buy({ ...offered, price })).errorCode).toBe('price-changed')
    for (const price of [-1, 0.5, 1e21, 'much' as unknown as number])
      expect((await buy({ ...offered, price })).errorCode).toBe('bad-parameter')
    await t.call(offerCalls.sell, { params: { id: offered.id }, body: { onSale: false } }, administrator)
    expect((await buy(offered)).errorCode).toBe('offer-gone')
    const { list } = (await t.call(packageCalls.offers, {}, who)).data
    expect(list.map(({ id }) => id)).not.toContain(offered.id)
    expect((await buy({ ...offered, id: newId() })).errorCode).toBe('not-found')
    expect((await info()).balance).toBe(100_000)
  })

  it('is for whoever may pay: a sub-account buys nothing and sees no packages', async () => {
    const offered = await offer()
    const sub = await t.sub(who, { grants: ['captures.start'] })
    expect((await buy(offered, newId(), sub)).errorCode).toBe('forbidden')
    expect((await t.call(packageCalls.list, { query: {} }, sub)).errorCode).toBe('forbidden')
  })

  it('keeps the terms by which it was bought: an offer is never changed', async () => {
    const offered = await offer()
    await expect(shop.owner.query('update package_offer set price = 1 where id = $1', [offered.id])).rejects.toThrow(
      /stays/,
    )
    await expect(shop.owner.query('delete from package_offer where id = $1', [offered.id])).rejects.toThrow(/stays/)
  })
})

describe('a package', () => {
  it('pays before any money does, and is held, used and given back with what it paid for', async () => {
    const { id } = await bought()
    await mine.adjust('credit', 5_000)
    const [whole, part, failed, gone] = await started(4)
    expect(await one(id)).toMatchObject({ held: 4, used: 0, left: 6 })
    await end(whole!, 'collected', 'full')
    await end(failed!, 'failed')
    await t.call(webCaptureCalls.cancel, { body: { ids: [gone!] } }, who)
    expect(await one(id)).toMatchObject({ held: 1, used: 1, left: 8 })
    // Half a unit is no unit: what is not whole is never rounded against its buyer.
    await end(part!, 'collected', 'partial')
    expect(await one(id)).toMatchObject({ held: 0, used: 1, left: 9 })
    expect(await info()).toMatchObject({ balance: 5_000, reserved: 0 })
    const { list, total } = (await t.call(packageCalls.uses, { params: { id } }, who)).data
    expect([total, list.map(({ useState }) => useState).toSorted()]).toEqual([
      4,
      ['posted', 'released', 'released', 'released'],
    ])
  })

  it('that ends first is used first, and what no package covers is paid with money', async () => {
    const later = await bought({ units: 2, validDays: 30 })
    const sooner = await bought({ units: 1, validDays: 10 })
    await mine.adjust('credit', 5_000)
    expect(await quote(5)).toMatchObject({
      total: 2_000,
      items: [{ count: 5, byPackage: 3, amount: 2_000 }],
      packages: [
        { id: sooner.id, units: 1, left: 0 },
        { id: later.id, units: 2, left: 0 },
      ],
      cover: { left: 3_000 },
    })
    expect((await start(5, who, 5_000)).errorCode).toBe('price-changed')
    expect((await start(5, who, 2_000)).success).toBe(true)
    expect([(await one(sooner.id)).held, (await one(later.id)).held]).toEqual([1, 2])
    expect(await info()).toMatchObject({ balance: 3_000, reserved: 2_000 })
  })

  it('counts each unit once in a quote that names its product twice', async () => {
    await bought({ units: 3 })
    const items = [
      { product: 'capture.web' as const, count: 2 },
      { product: 'capture.web' as const, count: 2 },
    ]
    const { data } = await t.call(priceCalls.quote, { body: { items } }, who)
    expect(data).toMatchObject({ total: 1_000, items: [{ count: 4, byPackage: 3 }] })
  })

  it('pays for its own product alone, and is not touched by what is free', async () => {
    const { id } = await bought()
    const deposit = () => t.call(depositCalls.hash, { body: { sha256: 'a'.repeat(64), fileName: '配方.pdf' } }, who)
    expect((await deposit()).errorCode).toBe('balance-short')
    await setPrice(t, { product: 'capture.web', partialPercent: 50, tiers: [{ from: 1, amount: 0 }] }, administrator)
    await started(1)
    expect(await one(id)).toMatchObject({ held: 0, left: 10 })
    await setPrice(t, { product: 'capture.web', partialPercent: 50, tiers: [{ from: 1, amount: each }] }, administrator)
  })

  it('takes its units out of what is counted by the tiers of the rest', async () => {
    const setTiers = (tiers: { from: number; amount: number }[]) =>
      setPrice(t, { product: 'capture.web', partialPercent: 50, tiers }, administrator)
    await bought({ units: 2 })
    await mine.adjust('credit', 10_000)
    await setTiers([
      { from: 1, amount: each },
      { from: 3, amount: 600 },
    ])
    expect((await quote(5)).total).toBe(2 * each + 600)
    expect((await start(5, who, 2 * each + 600)).success).toBe(true)
    expect(await info()).toMatchObject({ balance: 10_000 - 2_600, reserved: 2_600 })
    await setTiers([{ from: 1, amount: each }])
  })

  it('pays no more once it has ended, but for what it was begun by', async () => {
    const { id } = await bought({ units: 2 })
    const [failed] = await started(1)
    await end(failed!, 'failed')
    await shop.endsIn(id, -1)
    expect((await one(id)).packageState).toBe('ended')
    expect((await start(1)).errorCode).toBe('balance-short')
    const again = () => t.call(webCaptureCalls.retry, { body: { ids: [failed!] } }, who)
    expect((await again()).success).toBe(true)
    expect(await one(id)).toMatchObject({ held: 1 })
  })

  it('that others used up meanwhile pays no retry, and no money is taken for it', async () => {
    const { id } = await bought({ units: 1 })
    const [failed] = await started(1)
    await end(failed!, 'failed')
    await started(1)
    await mine.adjust('credit', 5_000)
    expect((await t.call(webCaptureCalls.retry, { body: { ids: [failed!] } }, who)).errorCode).toBe('package-spent')
    expect(await info()).toMatchObject({ balance: 5_000, reserved: 0 })
    expect(await one(id)).toMatchObject({ held: 1, left: 0 })
  })

  it('pays a retry while other captures begin: neither waits for the other for ever', async () => {
    const { id } = await bought({ units: 2 })
    const [failed] = await started(1)
    await end(failed!, 'failed')
    const acts = [() => t.call(webCaptureCalls.retry, { body: { ids: [failed!] } }, who), () => start(1)]
    const wallet = { table: 'wallet', id: who.accountId, by: 'account_id' }
    const replies = await inLine<{ errorCode?: string | undefined }>(t, wallet, acts)
    expect(replies.map(({ errorCode }) => errorCode)).toEqual([undefined, undefined])
    expect(await one(id)).toMatchObject({ held: 2, left: 0 })
  })

  it('is never used beyond its units by acts at once', async () => {
    const { id } = await bought({ units: 5 })
    await mine.adjust('credit', 3_000)
    const replies = await Promise.all(Array.from({ length: 20 }, () => start(1)))
    expect(replies.filter(({ success }) => success)).toHaveLength(8)
    expect(await one(id)).toMatchObject({ held: 5, left: 0 })
    expect(await info()).toMatchObject({ balance: 0, reserved: 3_000 })
  })

  it('is no refusal for charges at once: what it does not cover is paid with money', async () => {
    const { id } = await bought({ units: 5 })
    await mine.adjust('credit', 3_000)
    const payer = { ...who, personName: who.name, platformId: t.platformId, rights: new Set<never>() }
    const act = () =>
      t.services.db.forAccount(payer, (tx) =>
        charge(t.services, tx, payer, {
          product: 'capture.web',
          subjects: [{ kind: 'evidence', id: newId(), number: newPreservationNumber() }],
        }),
      )
    const outcomes = await Promise.all(Array.from({ length: 12 }, () => refusalOf(act())))
    expect(outcomes.filter((code) => code === undefined)).toHaveLength(8)
    expect(new Set(outcomes.filter(Boolean))).toEqual(new Set(['account-short']))
    expect(await one(id)).toMatchObject({ held: 5, left: 0 })
  })

  it('pays for a sub-account too, which learns only that one pays', async () => {
    await bought({ units: 1 })
    const sub = await t.sub(who, { grants: ['captures.start'] })
    expect(await quote(1, sub)).toMatchObject({ total: 0, packages: [], cover: null, items: [{ byPackage: 1 }] })
    await started(1, sub)
  })

  it('of another account is not there', async () => {
    const { id } = await bought()
    const stranger = await t.member()
    expect((await t.call(packageCalls.get, { params: { id } }, stranger)).errorCode).toBe('not-found')
    expect((await t.call(packageCalls.uses, { params: { id } }, stranger)).errorCode).toBe('not-found')
    expect((await t.call(packageCalls.list, { query: {} }, stranger)).data.list).toEqual([])
  })

  it('is listed by its state and product', async () => {
    const [active, ended] = [await bought(), await bought()]
    await shop.endsIn(ended.id, -1)
    const listed = async (packageState: 'active' | 'ended' | 'used-up') =>
      (await t.call(packageCalls.list, { query: { packageState } }, who)).data.list.map(({ id }) => id)
    expect([await listed('active'), await listed('ended'), await listed('used-up')]).toEqual([
      [active.id],
      [ended.id],
      [],
    ])
  })
})

describe('books', () => {
  it('that count other units than were used stop the account, and no other', async () => {
    const { id } = await bought()
    const [done] = await started(2)
    await end(done!, 'collected', 'full')
    expect(await checkBooks(t.services, quiet, 'all')).not.toContain(who.accountId)
    await shop.owner.query('update package set used = used + 1 where id = $1', [id])
    expect(await checkBooks(t.services, quiet, 'all')).toEqual([who.accountId])
    expect((await start(1)).errorCode).toBe('spending-stopped')
    await shop.owner.query('update package set used = used - 1, held = held + 1 where id = $1', [id])
    expect(await checkBooks(t.services, quiet, 'all')).toEqual([who.accountId])
    await shop.owner.query('update package set held = held - 1 where id = $1', [id])
    expect(await checkBooks(t.services, quiet, 'all')).toEqual([])
  })

  it('of the role that serves callers are not to be written but by their functions', async () => {
    const { id } = await bought()
    for (const role of ['shimakaze_app', 'shimakaze_system']) {
      await shop.owner.query('begin')
      await shop.owner.query(`set local role ${role}`)
      await shop.owner.query(`select set_config('app.account', $1, true)`, [who.accountId])
      await expect(shop.owner.query('update package set used = 0, units = 99 where id = $1', [id])).rejects.toThrow(
        /permission denied/,
      )
      await shop.owner.query('rollback')
    }
  })
})
