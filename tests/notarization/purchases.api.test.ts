import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { orderCalls } from '../../contract/notarization/orders.ts'
import { walletCalls } from '../../contract/payments/wallet.ts'
import { parsePaper } from '../../proof/paper/statement.ts'
import type { Member } from '../kit/build-test-app.ts'
import { openOffice, type TestOffice } from '../kit/people/offices.ts'
import { customerOf, type OpenOrders, openOrders } from './open-orders.ts'
import { moneyOf, type OrdersAt, purchase, terms } from './order-kit.ts'

let o: OpenOrders
let office: TestOffice
let owner: Member
let orders: OrdersAt
beforeAll(async () => {
  o = await openOrders()
  office = await openOffice(o.t, { kind: 'notary-office', name: '上海市明理公证处' })
})
afterAll(() => o?.close())
const paidIn = 300_000
beforeEach(async () => {
  ;({ owner, orders } = await customerOf({ t: o.t, office }, paidIn))
})

const save = (more: object = {}) =>
  o.t.call(orderCalls.savePurchase, { body: { officeId: office.id, ...purchase, ...more } }, owner)
const get = async (id: string, as = owner) => (await o.t.call(orderCalls.get, { params: { id } }, as)).data
const fields = ({ data }: { data: unknown }) =>
  (data as { fields?: { path: string }[] }).fields?.map(({ path }) => path)
/** Advance and the higher fee. */
const deposit = 220_000

async function brought(state: string) {
  const { id } = await orders.draftPurchase()
  await orders.bringTo(id, state)
  return id
}
const paperOf = async (orderId: string, paper: string) => {
  const { statement } = await o.t.services.db.system
    .selectFrom('judicialPaper')
    .select('statement')
    .where('orderId', '=', orderId)
    .where('paper', '=', paper)
    .executeTakeFirstOrThrow()
  return parsePaper(statement).sections.flatMap(({ rows }) => rows.map(({ text }) => text))
}

describe('a purchase', () => {
  it('names up to three goods of one shop, what is wrong with one told at its place', async () => {
    const [shoes] = purchase.goods
    expect(fields(await save({ goods: [] }))).toEqual(['goods'])
    expect(fields(await save({ goods: [shoes, shoes, shoes, shoes] }))).toEqual(['goods'])
    expect(fields(await save({ shopUrl: 'javascript:alert(1)' }))).toEqual(['shopUrl'])
    expect(fields(await save({ goods: [{ ...shoes, goodsUrl: 'no address', priceCeiling: -1 }] }))).toEqual([
      'goods.0.goodsUrl',
      'goods.0.priceCeiling',
    ])
    expect(fields(await save({ officeId: o.office.id }))).toEqual(['officeId'])
    expect((await save()).success).toBe(true)
  })

  it('is listed with the right that it is about and what it is for', async () => {
    const { data } = await save({ rightsType: 'patent', purchaseUse: 'complaint' })
    const { data: listed } = await o.t.call(orderCalls.purchases, { query: {} }, owner)
    expect(listed.list).toMatchObject([
      { id: data.id, title: purchase.title, rightsType: 'patent', purchaseUse: 'complaint', personName: owner.name },
    ])
    // As former clients read it.
    expect(listed.list).toMatchObject([
      { key: data.id, name: purchase.title, type: 'patent', used: 'complaint', operator: owner.name },
    ])
    expect((await o.t.call(orderCalls.purchases, { query: {} }, (await customerOf(o)).owner)).data.list).toEqual([])
  })

  it('is paid for by a deposit that is enough for every outcome', async () => {
    const id = await brought('SUBMITTED')
    const { advance, ...lacking } = terms
    expect(fields(await orders.answer(id, 'quote', { terms: lacking } as never))).toEqual(['terms.advance'])
    expect(fields(await orders.answer(id, 'quote', { terms: { ...terms, genuine: 100_000_001 } }))).toEqual([
      'terms.genuine',
    ])
    await orders.answer(id, 'quote', { terms })
    expect(await get(id)).toMatchObject({ orderState: 'QUOTED', fee: deposit, terms: { ...terms, spent: null } })
    expect(await paperOf(id, 'acceptance')).toEqual(expect.arrayContaining(['¥700.00', '¥300.00', '¥1,500.00']))
    await orders.applicant(id, 'pay', { quoted: deposit })
    expect(await moneyOf(o.t, owner)).toEqual({ prepaid: paidIn - deposit, reservedPrepaid: deposit })
    expect(advance).toBe(70_000)
  })
})

describe('its money', () => {
  it('comes back whole where nothing was shipped', async () => {
    const id = await brought('NOT_SHIPPED')
    expect(await get(id)).toMatchObject({ collected: 0 })
    expect(await moneyOf(o.t, owner)).toEqual({ prepaid: paidIn, reservedPrepaid: 0 })
    expect(await paperOf(id, 'outcome')).toContain('商家逾期未发货')
  })

  it('is settled to the fen where the goods are genuine and go back', async () => {
    const id = await brought('RECEIVED')
    const end = (spent: number) => orders.answer(id, 'genuine', { spent, reason: '经权利人辨认为正品' })
    expect(fields(await end(terms.advance + 1))).toEqual(['spent'])
    await end(1_234)
    expect(await get(id)).toMatchObject({ orderState: 'GENUINE', collected: 31_234, terms: { spent: 1_234 } })
    expect(await moneyOf(o.t, owner)).toEqual({ prepaid: paidIn - 31_234, reservedPrepaid: 0 })
    expect(await paperOf(id, 'outcome')).toEqual(expect.arrayContaining(['¥12.34', '¥312.34']))
  })

  it('is settled to the fen where they infringe, once the certificate is issued', async () => {
    const id = await brought('DRAFTED')
    expect(await moneyOf(o.t, owner)).toEqual({ prepaid: paidIn - deposit, reservedPrepaid: deposit })
    expect(await orders.answer(id, 'issue')).toMatchObject({ errorCode: 'other-person-needed' })
    await orders.answer(id, 'issue', {}, office.second)
    const collected = 59_700 + terms.infringing
    expect(await get(id)).toMatchObject({ orderState: 'ISSUED', fee: deposit, collected })
    expect(await moneyOf(o.t, owner)).toEqual({ prepaid: paidIn - collected, reservedPrepaid: 0 })
    const { data } = await o.t.call(walletCalls.bill, { query: {} }, owner)
    expect(data.list.some((line) => line.subjectId === id && line.product === 'purchase')).toBe(true)
  })

  it('is split where the office ends it before', async () => {
    const id = await brought('ORDERED')
    await orders.answer(id, 'terminate', { reason: '店铺已关闭', kept: 5_000 })
    expect(await moneyOf(o.t, owner)).toEqual({ prepaid: paidIn - 5_000, reservedPrepaid: 0 })
  })
})

describe('its chain', () => {
  it('has photographs of each link, which stand with their digests in the certificate', async () => {
    const id = await brought('BUYING')
    for (const [step, part] of [
      ['order', 'buying'],
      ['receive', 'parcel'],
      ['unbox', 'unboxing'],
      ['draft', 'certificate'],
    ] as const) {
      const body = step === 'order' ? { spent: 59_700 } : {}
      expect(fields(await orders.answer(id, step, body))).toEqual([part])
      await orders.withFile(id, part, step, body)
    }
    await orders.answer(id, 'issue', {}, office.second)
    const said = (await paperOf(id, 'certificate')).join('\n')
    for (const part of ['buying', 'parcel', 'unboxing']) expect(said).toContain(`${part}.pdf`)
    expect(said).toContain('运动鞋 × 1 (≤ ¥399.00)')
    const { clock, course } = await get(id)
    expect(clock).toBeNull()
    expect(course.map(({ step }) => step)).toEqual([
      null,
      'submit',
      'quote',
      'pay',
      'order',
      'receive',
      'unbox',
      'draft',
      'issue',
    ])
  })

  it('has a period that rests until the parcel is there', async () => {
    const id = await brought('ORDERED')
    expect((await get(id)).clock).toMatchObject({ name: 'notarization', isPaused: true, dueOn: null })
    await orders.withFile(id, 'parcel', 'receive')
    expect((await get(id)).clock).toMatchObject({ isPaused: false, days: 15 })
  })
})
