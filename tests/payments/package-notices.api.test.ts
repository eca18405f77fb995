import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type OfferBody, offerCalls } from '../../contract/payments/packages.ts'
import { newId } from '../../server/kit/ids.ts'
import { watchPackages } from '../../server/payments/packages/watch-packages.ts'
import type { Member, TestApp } from '../kit/build-test-app.ts'
import { endEvidence, type Purse, purse } from './kit.ts'
import { openShop, type Shop } from './package-kit.ts'

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
const told = async () =>
  (
    await t.services.db.system
      .selectFrom('message')
      .select(['kind', 'params'])
      .where('accountId', '=', who.accountId)
      .where('kind', 'like', 'package%')
      .orderBy('id')
      .execute()
  ).map(({ kind, params }) => ({ kind, ...(params as object) }))

describe('the owner', () => {
  const days = (all: object[]) => all.map((m) => (m as { day: string }).day)

  it('is told 30, 7 and 1 days before a package ends with something left, each once', async () => {
    const { id, packageNumber } = await bought({ validDays: 100 })
    await watchPackages(t.services)
    expect(await told()).toEqual([])
    for (const left of [29.5, 29, 8, 6.9, 2, 0.9, 0.1]) {
      await shop.endsIn(id, left)
      await watchPackages(t.services)
      await watchPackages(t.services)
    }
    const all = await told()
    expect(all).toHaveLength(3)
    expect(all[0]).toMatchObject({ kind: 'packageEnding', number: packageNumber, product: 'capture.web', left: 10 })
    expect(new Set(days(all)).size).toBeGreaterThan(1)
    await shop.endsIn(id, -1)
    await watchPackages(t.services)
    expect(await told()).toHaveLength(3)
  })

  it('who bought it for a week is not told of thirty days at once', async () => {
    const { id } = await bought({ validDays: 5 })
    await watchPackages(t.services)
    expect(await told()).toEqual([])
    await shop.endsIn(id, 0.5)
    await watchPackages(t.services)
    expect(await told()).toHaveLength(1)
  })

  it('is told once when a package is used up, and not of its end any more', async () => {
    const { id } = await bought({ units: 1, validDays: 20 })
    const [last] = await started(1)
    await watchPackages(t.services)
    expect(await told()).toEqual([])
    await endEvidence(t, last!, 'collected', 'full')
    await shop.endsIn(id, 0.5)
    await watchPackages(t.services)
    await watchPackages(t.services)
    expect(await told()).toMatchObject([{ kind: 'packageUsedUp' }])
  })

  it('is told although a hundred packages that end before cannot be told of', async () => {
    const { id } = await bought({ validDays: 100 })
    await shop.endsIn(id, 0.5)
    await shop.owner.query(
      `insert into package (id, number, platform_id, account_id, offer_id, product, units, price, person_id, person_name, unique_id, created_at, ends_at)
       select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, '9' || lpad(n::text, 11, '0'), platform_id, account_id, offer_id, product, units, price,
         person_id, person_name, 'odd ' || n, created_at, ends_at - interval '1 hour' from package, generate_series(1, 100) n where id = $1`,
      [id],
    )
    await shop.owner.query(
      `create function refuse_odd() returns trigger language plpgsql as $$ begin raise exception 'odd'; end $$;
       create trigger refuses_odd before update on package for each row when (old.id::text like '00000000-%') execute function refuse_odd()`,
    )
    await expect(watchPackages(t.services)).rejects.toThrow('100 of 101 rows failed')
    expect(await told()).toHaveLength(1)
    await shop.owner.query(`drop trigger refuses_odd on package; delete from package where id::text like '00000000-%'`)
  })
})

describe('staff', () => {
  it('offer packages within bounds, each wrong field named', async () => {
    for (const [field, values] of Object.entries({
      units: [0, -1, 1.5, 100_001, 'x'],
      price: [0, -1, 0.5, 100_000_001],
      validDays: [0, 3_651, 1.5],
      product: ['package', 'x', ''],
    }))
      for (const value of values) {
        const body = { product: 'capture.web', units: 1, price: 1, validDays: 1, [field]: value } as OfferBody
        const reply = await t.call(offerCalls.add, { body }, administrator)
        expect([field, value, reply.errorCode]).toEqual([field, value, 'bad-parameter'])
        expect(JSON.stringify(reply)).toContain(field)
      }
  })

  it('see what each offer sold and what it costs one by one, and take it off sale and put it on again', async () => {
    const { id, price } = await offer()
    await mine.adjust('credit', price)
    await buy({ id, price })
    const row = async () =>
      (await t.call(offerCalls.list, { query: { pageSize: 100 } }, administrator)).data.list.find((o) => o.id === id)
    expect(await row()).toMatchObject({ sold: 1, oneByOne: 10_000, saleState: 'on-sale', validDays: 365 })
    const sell = (onSale: boolean) => t.call(offerCalls.sell, { params: { id }, body: { onSale } }, administrator)
    await sell(false)
    await sell(false)
    expect((await row())?.saleState).toBe('off-sale')
    await sell(true)
    expect((await row())?.saleState).toBe('on-sale')
    const acts = await t.services.db.system
      .selectFrom('audit')
      .select('action')
      .where('action', 'like', 'offer.%')
      .where(sql<string>`details ->> 'id'`, '=', id)
      .orderBy('id')
      .execute()
    expect(acts.map(({ action }) => action)).toEqual(['offer.added', 'offer.offSale', 'offer.onSale'])
  })
})
