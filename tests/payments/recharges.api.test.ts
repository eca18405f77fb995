import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { payOrderCalls, type PayChannelName, type PayScene } from '../../contract/payments/pay-orders.ts'
import { walletCalls } from '../../contract/payments/wallet.ts'
import { newId } from '../../server/kit/ids.ts'
import { channelsOf } from '../../server/payments/channels/channels.service.ts'
import { settle } from '../../server/payments/orders/orders.repo.ts'
import { watchOrders } from '../../server/payments/orders/watch-orders.ts'
import { buildTestApp, type Member, type TestApp } from '../kit/build-test-app.ts'
import { openPaySandbox } from '../kit/vendors/pay-sandbox.ts'

let t: TestApp
let vendors: Awaited<ReturnType<typeof openPaySandbox>>
let who: Member
beforeAll(async () => {
  t = await buildTestApp()
  vendors = await openPaySandbox(t)
  await t.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await t.close()
  await vendors.close()
})
beforeEach(async () => {
  who = await t.member()
})

let ids = 0
const begin = (more: { amount?: number; channel?: PayChannelName; scene?: PayScene; unique_id?: string } = {}) =>
  t.call(
    payOrderCalls.recharge,
    { body: { amount: 12_345, channel: 'wechat', unique_id: `recharge-${++ids}`, ...more } },
    who,
  )
const get = async (id: string) => (await t.call(payOrderCalls.get, { params: { id } }, who)).data
const balance = async () => (await t.call(walletCalls.info, {}, who)).data.balance
const vendor = (channel: PayChannelName) => vendors.sandbox[channel]
const channelOf = (channel: PayChannelName) => channelsOf(t.services.config, 'local')[channel]!
/** All of them, in the order in which they came. */
const troubleOf = async (id: string) => {
  const rows = await t.services.db.system
    .selectFrom('payTrouble')
    .select('trouble')
    .where('orderId', '=', id)
    .orderBy('createdAt')
    .orderBy('trouble')
    .execute()
  return rows.map(({ trouble }) => trouble).join(', ') || null
}
const log = { info() {}, warn() {}, error() {} }
/** What a vendor tells, as this service is told it; each is another event unless it is given an id. */
async function tell(channel: PayChannelName, number: string, id?: string, how?: 'stranger') {
  const { headers, body } = vendor(channel).noticeOf({ number, ...(id && { id }) }, how)
  return t.inject({ method: 'POST', url: `/shimakaze/pay/notice/${channel}/local`, headers, payload: body })
}

describe.each(['wechat', 'alipay'] as const)('a recharge by %s', (channel) => {
  it('offers a code, and is credited once when its vendor says that it was paid', async () => {
    const { data: order } = await begin({ channel })
    expect(order).toMatchObject({
      payState: 'waiting',
      amount: 12_345,
      isSandbox: true,
      offer: { qr: expect.any(String) },
    })
    vendor(channel).pay(order.orderNumber)
    const replies = await Promise.all([
      tell(channel, order.orderNumber),
      tell(channel, order.orderNumber),
      tell(channel, order.orderNumber),
    ])
    expect(replies.every((r) => r.statusCode < 300)).toBe(true)
    expect(await get(order.id)).toMatchObject({ payState: 'paid', offer: null })
    expect(await balance()).toBe(12_345)
  })

  it('is the same order when it is asked for again with the same id, and another id is another', async () => {
    const first = (await begin({ channel, unique_id: `again-${channel}` })).data
    const second = (await begin({ channel, unique_id: `again-${channel}` })).data
    expect(second).toEqual(first)
    expect((await begin({ channel, amount: 1, unique_id: `again-${channel}` })).errorCode).toBe('unique-id-repeated')
    expect((await begin({ channel })).data.orderNumber).not.toBe(first.orderNumber)
  })

  it('is found paid by asking where no notice came', async () => {
    const { data: order } = await begin({ channel })
    vendor(channel).notices.mode = 'never'
    vendor(channel).pay(order.orderNumber)
    vendor(channel).notices.mode = 'once'
    await watchOrders(t.services, log)
    expect(await get(order.id)).toMatchObject({ payState: 'paid' })
    expect(await balance()).toBe(12_345)
  })

  it('is closed at the vendor too when its owner gives it up, and paid where that came first', async () => {
    const close = (id: string) => t.call(payOrderCalls.close, { params: { id } }, who)
    const [given, paid] = [(await begin({ channel })).data, (await begin({ channel })).data]
    expect((await close(given.id)).data).toMatchObject({ payState: 'closed', offer: null })
    // Alipay knows no order before somebody scanned its code.
    expect((await channelOf(channel).ask(given.orderNumber)).state).toBe(channel === 'wechat' ? 'closed' : 'unknown')
    vendor(channel).notices.mode = 'never'
    vendor(channel).pay(paid.orderNumber)
    vendor(channel).notices.mode = 'once'
    expect((await close(paid.id)).data).toMatchObject({ payState: 'paid' })
    expect(await balance()).toBe(12_345)
  })

  it('that was closed here before its vendor says that it was paid is credited, and staff are told', async () => {
    const { data: order } = await begin({ channel })
    vendor(channel).pay(order.orderNumber)
    const { db } = t.services
    await db.system
      .updateTable('payOrder')
      .set({ state: 'closed', endedAt: new Date() })
      .where('id', '=', order.id)
      .execute()
    await tell(channel, order.orderNumber)
    expect([(await get(order.id)).payState, await troubleOf(order.id), await balance()]).toEqual([
      'paid',
      'late',
      12_345,
    ])
  })

  it('that its vendor gave back before anybody heard of it is not credited, and staff are told', async () => {
    const { data: order } = await begin({ channel })
    vendor(channel).notices.mode = 'never'
    vendor(channel).pay(order.orderNumber)
    const back = { number: order.orderNumber, refundNumber: `R${order.orderNumber}`, reason: '付错了' }
    await channelOf(channel).refund({ ...back, fen: 12_345, ofFen: 12_345 })
    vendor(channel).notices.mode = 'once'
    const asked = await t.call(payOrderCalls.ask, { params: { id: order.id } }, who)
    expect(asked.data).toMatchObject({ payState: 'closed' })
    expect([await balance(), await troubleOf(order.id)]).toEqual([0, 'returned'])
  })

  it('that is credited and given back at the vendor later waits for staff to put the balance right', async () => {
    const { data: order } = await begin({ channel })
    await t.services.db.asSystem(async (tx) => {
      const paid = { vendorNumber: 'V7', fen: 12_345 }
      await settle(tx, order.id, paid)
      expect(await settle(tx, order.id, { ...paid, returned: true })).toBe('returned')
    })
    expect([(await get(order.id)).payState, await balance(), await troubleOf(order.id)]).toEqual([
      'paid',
      12_345,
      'returned',
    ])
  })

  it('that is begun six times at once with one id is one order', async () => {
    const ids = await Promise.all(Array.from({ length: 6 }, () => begin({ channel, unique_id: `same-${channel}` })))
    expect(new Set(ids.map((r) => r.data.id)).size).toBe(1)
  })

  it('waits with nine others at most, however many are begun at once', async () => {
    const replies = await Promise.all(Array.from({ length: 20 }, () => begin({ channel })))
    expect(replies.filter((r) => r.success)).toHaveLength(10)
    expect(replies.find((r) => !r.success)?.errorCode).toBe('orders-waiting')
  })

  it('is not credited where the vendor says another amount, another transaction, or nobody’s signature', async () => {
    const { data: order } = await begin({ channel })
    vendor(channel).pay(order.orderNumber)
    expect((await tell(channel, order.orderNumber, newId(), 'stranger')).statusCode).toBe(401)
    await t.services.db.asSystem(async (tx) => {
      expect(await settle(tx, order.id, { vendorNumber: 'V1', fen: 12_344 })).toBe('other-amount')
      expect(await settle(tx, order.id, { vendorNumber: 'V1', fen: 12_345 })).toBe('paid')
      expect(await settle(tx, order.id, { vendorNumber: 'V1', fen: 12_345 })).toBe('again')
      expect(await settle(tx, order.id, { vendorNumber: 'V2', fen: 12_345 })).toBe('twice')
    })
    expect([await balance(), await troubleOf(order.id)]).toEqual([12_345, 'other-amount, twice'])
  })
})

it('an order is not paid by what another vendor says of the same number', async () => {
  const { data: order } = await begin({ channel: 'alipay' })
  const number = order.orderNumber
  const at = { subject: '充值', expiresAt: new Date(Date.now() + 600_000), payerIp: '203.0.113.7' }
  const noticeUrl = 'http://localhost/shimakaze/pay/notice/wechat/local'
  await channelOf('wechat').begin({ ...at, number, fen: order.amount, noticeUrl, returnUrl: noticeUrl }, 'qr')
  vendor('wechat').notices.mode = 'never'
  vendor('wechat').pay(number)
  vendor('wechat').notices.mode = 'once'
  expect((await tell('wechat', number)).statusCode).toBeLessThan(300)
  expect([(await get(order.id)).payState, await balance()]).toEqual(['waiting', 0])
})

it('a notice that its vendor did not sign changes nothing', async () => {
  const { data: order } = await begin()
  const url = '/shimakaze/pay/notice/wechat/local'
  const forged = await t.inject({ method: 'POST', url, headers: { 'content-type': 'application/json' }, payload: '{}' })
  expect(forged.statusCode).toBe(401)
  expect(await get(order.id)).toMatchObject({ payState: 'waiting' })
  const kept = t.services.db.system.selectFrom('payNotice').select('id').where('orderNumber', '=', order.orderNumber)
  expect(await kept.execute()).toEqual([])
})

it.each([0, -1, 0.5, 5_000_001, 1e20])('no recharge is of %s fen', async (amount) => {
  expect((await begin({ amount })).errorCode).toBe('bad-parameter')
})
