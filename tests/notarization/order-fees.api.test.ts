import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { orderCalls } from '../../contract/notarization/orders.ts'
import { type Member, type TestApp } from '../kit/build-test-app.ts'
import { type TestOffice } from '../kit/people/offices.ts'
import { moneyOf, type OrdersAt } from './order-kit.ts'
import { customerOf, type OpenOrders, openOrders } from './open-orders.ts'

let t: TestApp
let owner: Member
let office: TestOffice
let orders: OrdersAt
let close: OpenOrders['close'] | undefined
beforeAll(async () => {
  ;({ t, office, close } = await openOrders())
})
beforeEach(async () => {
  ;({ owner, orders } = await customerOf({ t, office }))
})
afterAll(() => close?.())

const info = async (id: string) => (await t.call(orderCalls.get, { params: { id } }, owner)).data
const money = async () => {
  const { prepaid, reservedPrepaid } = await moneyOf(t, owner)
  return { prepaid, reserved: reservedPrepaid }
}

describe('its fee', () => {
  it('is split to the fen where the office ends it before the report', async () => {
    const { id } = await orders.draft()
    await orders.bringTo(id, 'EXAMINING')
    const end = (kept: number) => orders.answer(id, 'terminate', { reason: '检材灭失', kept })
    expect(await end(30_001)).toMatchObject({ data: { fields: [{ path: 'kept', key: 'keptTooMuch' }] } })
    await end(12_345)
    expect(await money()).toEqual({ prepaid: 87_655, reserved: 0 })
    expect(await info(id)).toMatchObject({ orderState: 'TERMINATED', collected: 12_345 })
  })

  it('comes back whole where nothing is kept, and nothing can be kept of what was not paid', async () => {
    const [paid, unpaid] = [await orders.draft(), await orders.draft()]
    await orders.bringTo(paid.id, 'TERMINATED')
    expect(await money()).toEqual({ prepaid: 100_000, reserved: 0 })
    await orders.bringTo(unpaid.id, 'TO_PAY')
    expect(await orders.answer(unpaid.id, 'terminate', { reason: '撤回', kept: 1 })).toMatchObject({
      data: { fields: [{ path: 'kept', key: 'keptTooMuch' }] },
    })
    expect(await orders.answer(unpaid.id, 'terminate', { reason: '撤回', kept: 0 })).toMatchObject({ success: true })
  })

  it('is held once, however often it is paid at once', async () => {
    const { id } = await orders.draft()
    await orders.bringTo(id, 'TO_PAY')
    const paid = await Promise.all(Array.from({ length: 8 }, () => orders.applicant(id, 'pay')))
    expect(paid.map((r) => r.errorCode ?? 'ok').toSorted()).toEqual([
      ...Array<string>(1).fill('ok'),
      ...Array<string>(7).fill('wrong-state'),
    ])
    expect(await money()).toEqual({ prepaid: 70_000, reserved: 30_000 })
  })

  it('is refused where the balance is short, or where something else was shown', async () => {
    const { id } = await orders.draft()
    await orders.bringTo(id, 'TO_PAY', 100_001)
    expect(await orders.applicant(id, 'pay')).toMatchObject({ errorCode: 'balance-short' })
    expect(await orders.applicant(id, 'pay', { quoted: 1 })).toMatchObject({ errorCode: 'price-changed' })
    expect(await info(id)).toMatchObject({ orderState: 'TO_PAY' })
  })

  it('is not taken by a payment that comes after the order was abandoned, nor by one that comes with it', async () => {
    const [late, both] = [await orders.draft(), await orders.draft()]
    await orders.bringTo(late.id, 'TO_PAY')
    await orders.applicant(late.id, 'abandon')
    expect(await orders.applicant(late.id, 'pay')).toMatchObject({ errorCode: 'wrong-state' })
    await orders.bringTo(both.id, 'TO_PAY')
    const ends = await Promise.all([orders.applicant(both.id, 'pay'), orders.applicant(both.id, 'abandon')])
    expect(ends.filter(({ success }) => success)).toHaveLength(1)
    const { reserved } = await money()
    expect(reserved).toBe((await info(both.id)).orderState === 'EXAMINING' ? 30_000 : 0)
  })

  it('is bounded by what a sub-account may spend', async () => {
    const sub = await t.sub(owner, { grants: ['judicial.write', 'evidence.all'], budget: 10_000 })
    const { id } = await orders.draft()
    await orders.bringTo(id, 'TO_PAY')
    expect(await orders.applicant(id, 'pay', {}, sub)).toMatchObject({ errorCode: 'budget-short' })
  })
})
