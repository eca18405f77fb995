import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { adjustmentCalls } from '../../contract/payments/adjustments.ts'
import { payOrderCalls, type PayChannelName } from '../../contract/payments/pay-orders.ts'
import { staffOrderCalls } from '../../contract/payments/staff-orders.ts'
import { walletCalls } from '../../contract/payments/wallet.ts'
import { newId } from '../../server/kit/ids.ts'
import { settle } from '../../server/payments/orders/orders.repo.ts'
import { sendPaybacks } from '../../server/payments/paybacks/send-paybacks.ts'
import { buildTestApp, type Member, type TestApp } from '../kit/build-test-app.ts'
import { openPaySandbox } from '../kit/vendors/pay-sandbox.ts'
import { purse } from './kit.ts'

let t: TestApp
let vendors: Awaited<ReturnType<typeof openPaySandbox>>
let [who, asker, decider]: Member[] = []
beforeAll(async () => {
  t = await buildTestApp()
  vendors = await openPaySandbox(t)
  asker = await t.member({ name: '出纳', role: 'operator' })
  decider = await t.member({ name: '会计', role: 'operator' })
})
afterAll(async () => {
  await t.close()
  await vendors.close()
})
beforeEach(async () => {
  who = await t.member()
})

const log = { info() {}, warn() {}, error() {} }
const vendor = (channel: PayChannelName) => vendors.sandbox[channel]
const tell = (channel: PayChannelName, about: { number: string; refundNumber?: string }) =>
  t.inject({ method: 'POST', url: `/shimakaze/pay/notice/${channel}/local`, ...written(channel, about) })
function written(channel: PayChannelName, about: { number: string; refundNumber?: string }) {
  const { headers, body } = vendor(channel).noticeOf(about)
  return { headers, payload: body }
}
/** An order that its vendor has the money of. */
async function paid(channel: PayChannelName, amount = 10_000) {
  const body = { amount, channel, unique_id: newId() }
  const { id, orderNumber: number } = (await t.call(payOrderCalls.recharge, { body }, who)).data
  vendor(channel).notices.mode = 'never'
  vendor(channel).pay(number)
  await tell(channel, { number })
  return { id, number, inBook: vendor(channel).book.find(number)! }
}
const ask = (id: string, amount: number, as = asker) =>
  t.call(staffOrderCalls.askPayback, { params: { id }, body: { amount, reason: '客户要求退款' } }, as)
const apply = (id: string, as = decider) => t.call(adjustmentCalls.apply, { params: { id } }, as)
const agreed = async (id: string, amount: number) => {
  const { data } = await ask(id, amount)
  expect((await apply(data.id)).success).toBe(true)
  return data.id
}
const send = () => sendPaybacks(t.services, log)
/** As if the time to ask again had come. */
async function sendAgain() {
  await sql`update payback set ask_at = app_now() where ask_at is not null`.execute(t.services.db.system)
  await send()
}
const wallet = async () => (await t.call(walletCalls.info, {}, who)).data.balance
const order = async (id: string) => (await t.call(payOrderCalls.get, { params: { id } }, who)).data
const staffOrder = async (id: string) => (await t.call(staffOrderCalls.get, { params: { id } }, asker)).data
const listed = async (id: string) => (await t.call(staffOrderCalls.paybacks, { params: { id } }, asker)).data.list
const refusals = {
  wechat: { status: 403, code: 'NOT_ENOUGH' },
  alipay: { code: '40004', subCode: 'ACQ.SELLER_BALANCE_NOT_ENOUGH' },
}
const refuseNext = (channel: PayChannelName) => void (vendor(channel).next as unknown[]).push(refusals[channel])

describe.each(['wechat', 'alipay'] as const)('what was paid by %s', (channel) => {
  it('goes back to whoever paid it once two of staff agree, and the bill says so', async () => {
    const { id, inBook } = await paid(channel)
    const { id: payback } = (await ask(id, 4_000)).data
    expect([await wallet(), inBook.refunds]).toEqual([10_000, []])
    expect((await apply(payback, asker)).errorCode).toBe('second-person-needed')
    expect((await apply(payback)).success).toBe(true)
    // The money is held from the moment at which it was agreed to.
    expect(await wallet()).toBe(6_000)
    await send()
    expect(inBook.refunds).toMatchObject([{ fen: 4_000, state: 'done' }])
    expect(await order(id)).toMatchObject({ payState: 'paid', paidBack: 4_000 })
    expect(await listed(id)).toMatchObject([
      { amount: 4_000, paybackState: 'done', askedName: '出纳', decidedName: '会计', vendorCode: '' },
    ])
    const { list } = (await t.call(walletCalls.bill, { query: {} }, who)).data
    expect(list.map(({ purpose, amount }) => [purpose, amount])).toEqual([
      ['payback', -4_000],
      ['credit', 10_000],
    ])
    expect(await purse(t, who!).book(channel)).toBe(-6_000)
  })

  it('is no news to anybody when its vendor tells of what it paid back for us', async () => {
    const { id, number, inBook } = await paid(channel)
    await agreed(id, 10_000)
    await send()
    const refundNumber = inBook.refunds[0]!.number
    expect((await tell(channel, { number, refundNumber })).statusCode).toBeLessThan(300)
    expect(await staffOrder(id)).toMatchObject({ trouble: null, paidBack: 10_000 })
    const { list } = (await t.call(staffOrderCalls.notices, { params: { id } }, asker)).data
    expect(list.map(({ outcome }) => outcome)).toEqual(['paid', 'paid-back'])
    const told = { vendorNumber: '', fen: 10_000, returned: true }
    expect(await t.services.db.asSystem((tx) => settle(tx, id, told))).toBe('again')
    expect((await staffOrder(id)).trouble).toBeNull()
  })

  it('and given back at its vendor by somebody else waits for staff', async () => {
    const { id, number, inBook } = await paid(channel)
    vendor(channel).book.refund(inBook, { number: `9${number}`, fen: 10_000, reason: '', noticeUrl: undefined })
    await tell(channel, { number, refundNumber: `9${number}` })
    expect(await staffOrder(id)).toMatchObject({ trouble: 'returned', paidBack: 0 })
  })

  it('never goes back twice, however many ask, apply and send at once', async () => {
    const { id, inBook } = await paid(channel)
    const asked = await Promise.all([6_000, 6_000, 4_000].map(async (fen) => (await ask(id, fen)).data.id))
    const replies = await Promise.all(asked.map((one) => apply(one)))
    expect(replies.filter((r) => !r.success).map((r) => r.errorCode)).toEqual(['refund-too-much'])
    const left = await wallet()
    await Promise.all([send(), send(), send()])
    await sendAgain()
    expect(left + inBook.refunds.reduce((sum, { fen }) => sum + fen, 0)).toBe(10_000)
    expect((await ask(id, left + 1)).errorCode).toBe('refund-too-much')
  })

  it('comes back into the wallet where its vendor refuses, and staff are told', async () => {
    const { id, inBook } = await paid(channel)
    await agreed(id, 10_000)
    refuseNext(channel)
    await send()
    expect([await wallet(), inBook.refunds]).toEqual([10_000, []])
    expect(await staffOrder(id)).toMatchObject({ trouble: 'payback-failed', clearedAt: null, paidBack: 0 })
    expect(await listed(id)).toMatchObject([
      { paybackState: 'failed', vendorCode: expect.stringMatching(/NOT_ENOUGH$/) },
    ])
    await sendAgain()
    expect(inBook.refunds).toEqual([])
    await agreed(id, 10_000)
    await send()
    expect([await wallet(), inBook.refunds.length]).toEqual([0, 1])
  })

  it('is paid back once where its vendor’s answer is lost', async () => {
    const { id, inBook } = await paid(channel)
    await agreed(id, 10_000)
    vendor(channel).next.push('hang up')
    await send()
    expect(await listed(id)).toMatchObject([{ paybackState: 'sending' }])
    await sendAgain()
    expect(await listed(id)).toMatchObject([{ paybackState: 'done' }])
    expect([await wallet(), inBook.refunds.length]).toEqual([0, 1])
  })

  it('stays where it was spent meanwhile, and what was given is not paid out', async () => {
    const { id } = await paid(channel)
    await purse(t, who!).adjust('gift', 5_000)
    await purse(t, who!).adjust('correction', -4_000)
    const { id: payback } = (await ask(id, 6_001)).data
    expect((await apply(payback)).errorCode).toBe('balance-bound')
    expect(await wallet()).toBe(11_000)
    expect(await listed(id)).toMatchObject([{ paybackState: 'waiting', refundNumber: null }])
  })

  it('into an account that was closed meanwhile waits for staff, who pay it back', async () => {
    const body = { amount: 10_000, channel, unique_id: newId() }
    const { id, orderNumber: number } = (await t.call(payOrderCalls.recharge, { body }, who)).data
    vendor(channel).notices.mode = 'never'
    vendor(channel).pay(number)
    const { db } = t.services
    await db.system.updateTable('account').set({ status: 'CLOSED' }).where('id', '=', who!.accountId).execute()
    await tell(channel, { number })
    expect(await staffOrder(id)).toMatchObject({ payState: 'paid', trouble: 'account-closed' })
    await agreed(id, 10_000)
    await send()
    expect(vendor(channel).book.find(number)!.refunds).toMatchObject([{ fen: 10_000, state: 'done' }])
    expect(await purse(t, who!).books()).toMatchObject({ prepaid: 0 })
  })
})

it('waits at WeChat Pay until it says how it ended, and staff act where no card takes the money', async () => {
  const { id, number } = await paid('wechat')
  vendors.sandbox.wechat.refundsEnd = 'stuck'
  await agreed(id, 10_000)
  await send()
  vendors.sandbox.wechat.refundsEnd = 'done'
  expect(await listed(id)).toMatchObject([{ paybackState: 'sending', vendorCode: 'ABNORMAL' }])
  const [stuck] = await listed(id)
  vendors.sandbox.wechat.endRefund(number, stuck!.refundNumber!, 'done')
  await sendAgain()
  expect(await listed(id)).toMatchObject([{ paybackState: 'done' }])
})

it('of an order that nobody paid nothing is paid back', async () => {
  const body = { amount: 10_000, channel: 'wechat' as const, unique_id: newId() }
  const { id } = (await t.call(payOrderCalls.recharge, { body }, who)).data
  expect((await ask(id, 1)).errorCode).toBe('refund-too-much')
  await t.services.db.asSystem((tx) => settle(tx, id, { vendorNumber: `V${id}`, fen: 9_999 }))
  expect((await ask(id, 1)).errorCode).toBe('refund-too-much')
})

it.each([0, -1, 0.5, 5_000_001, 1e20])('no payback is of %s fen', async (amount) => {
  const { id } = await paid('wechat', 100)
  expect(await ask(id, amount)).toMatchObject({
    errorCode: 'bad-parameter',
    data: { fields: [{ path: 'amount', key: 'payback' }] },
  })
})
