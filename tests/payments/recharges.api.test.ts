import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { payOrderCalls, type PayChannelName, type PayScene } from '../../contract/payments/pay-orders.ts'
import { walletCalls } from '../../contract/payments/wallet.ts'
import { watchOrders } from '../../server/payments/orders/watch-orders.ts'
import { alipaySettings } from '../../server/kit/alipay/alipay.settings.ts'
import { wechatPaySettings } from '../../server/payments/channels/wechat/wechat-pay.settings.ts'
import { type Sandbox, startSandbox } from '../../server/sandbox/sandbox.ts'
import { buildTestApp, type Member, type TestApp } from '../kit/build-test-app.ts'
import { giveSettings } from '../kit/give-settings.ts'
import { configOf } from './channels/kit.ts'
import { settingsFolder, type SettingsFolder } from '../kit/vendors/settings.ts'

let t: TestApp
let sandbox: Sandbox
let folder: SettingsFolder
let who: Member
beforeAll(async () => {
  sandbox = await startSandbox()
  folder = await settingsFolder()
  t = await buildTestApp()
  const [wechatPath, alipayPath] = [
    await folder.write('wechat.json', sandbox.settings.wechatPay),
    await folder.write('alipay.json', sandbox.settings.alipay),
  ]
  const given = configOf({ wechatPath, alipayPath })
  giveSettings(t.services.config, wechatPaySettings, wechatPaySettings.of(given))
  giveSettings(t.services.config, alipaySettings, alipaySettings.of(given))
  await t.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await t.close()
  await sandbox.close()
  await folder.remove()
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
const get = async (number: string) => (await t.call(payOrderCalls.get, { params: { number } }, who)).data
const balance = async () => (await t.call(walletCalls.info, {}, who)).data.balance
const vendor = (channel: PayChannelName) => sandbox[channel]
const log = { info() {}, warn() {}, error() {} }
/** What a vendor tells, as this service is told it. */
async function tell(channel: PayChannelName, number: string, how?: never) {
  const { headers, body } = vendor(channel).noticeOf(number as never, how)
  return t.inject({ method: 'POST', url: `/shimakaze/pay/notice/${channel}/local`, headers, payload: body })
}

describe.each(['wechat', 'alipay'] as const)('a recharge by %s', (channel) => {
  it('offers a code, and is credited once when its vendor says that it was paid', async () => {
    const { data: order } = await begin({ channel })
    expect(order).toMatchObject({ state: 'waiting', amount: 12_345, isSandbox: true, offer: { qr: expect.any(String) } })
    await vendor(channel).pay(order.number)
    const replies = await Promise.all([tell(channel, order.number), tell(channel, order.number), tell(channel, order.number)])
    expect(replies.every((r) => r.statusCode < 300)).toBe(true)
    expect(await get(order.number)).toMatchObject({ state: 'paid', offer: null })
    expect(await balance()).toBe(12_345)
  })

  it('is the same order when it is asked for again with the same id, and another id is another', async () => {
    const first = (await begin({ channel, unique_id: `again-${channel}` })).data
    const second = (await begin({ channel, unique_id: `again-${channel}` })).data
    expect(second).toEqual(first)
    expect((await begin({ channel, amount: 1, unique_id: `again-${channel}` })).errorCode).toBe('unique-id-repeated')
    expect((await begin({ channel })).data.number).not.toBe(first.number)
  })

  it('is found paid by asking where no notice came', async () => {
    const { data: order } = await begin({ channel })
    vendor(channel).notices.mode = 'never'
    await vendor(channel).pay(order.number)
    vendor(channel).notices.mode = 'once'
    await watchOrders(t.services, log)
    expect(await get(order.number)).toMatchObject({ state: 'paid' })
    expect(await balance()).toBe(12_345)
  })

  it('is closed when nobody pays in time, and credited all the same where it was paid at the last moment', async () => {
    const { data: order } = await begin({ channel })
    await t.call(payOrderCalls.close, { params: { number: order.number } }, who)
    expect(await get(order.number)).toMatchObject({ state: 'closed', offer: null })
    expect(await balance()).toBe(0)
  })
})

it('a notice that its vendor did not sign changes nothing', async () => {
  const { data: order } = await begin()
  const url = '/shimakaze/pay/notice/wechat/local'
  const forged = await t.inject({ method: 'POST', url, headers: { 'content-type': 'application/json' }, payload: '{}' })
  expect(forged.statusCode).toBe(401)
  expect(await get(order.number)).toMatchObject({ state: 'waiting' })
  expect(await t.services.db.system.selectFrom('payNotice').select('id').execute()).toEqual([])
})

it.each([0, -1, 0.5, 5_000_001, 1e20])('no recharge is of %s fen', async (amount) => {
  expect((await begin({ amount })).errorCode).toBe('bad-parameter')
})
