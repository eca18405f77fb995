import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { adjustmentCalls } from '../../contract/payments/adjustments.ts'
import { payOrderCalls, type PayChannelName } from '../../contract/payments/pay-orders.ts'
import { reconciliationCalls } from '../../contract/payments/reconciliations.ts'
import { staffOrderCalls } from '../../contract/payments/staff-orders.ts'
import { walletCalls } from '../../contract/payments/wallet.ts'
import { startOfDay } from '../../server/kit/db/days.ts'
import { newId } from '../../server/kit/ids.ts'
import { shanghaiDay } from '../../contract/kit/shanghai-time.ts'
import { watchOrders } from '../../server/payments/orders/watch-orders.ts'
import { sendPaybacks } from '../../server/payments/paybacks/send-paybacks.ts'
import { reconcileDays } from '../../server/payments/reconciliation/reconcile.service.ts'
import { beginDays } from '../../server/payments/reconciliation/reconciliation.repo.ts'
import { differingBills } from '../../server/payments/wallet/alarms.read.ts'
import { buildTestApp, type Member, type TestApp } from '../kit/build-test-app.ts'
import { openPaySandbox } from '../kit/vendors/pay-sandbox.ts'

let t: TestApp
let vendors: Awaited<ReturnType<typeof openPaySandbox>>
let owner: pg.Client
let [who, staff, second]: Member[] = []
beforeAll(async () => {
  t = await buildTestApp()
  vendors = await openPaySandbox(t)
  owner = new pg.Client({ connectionString: t.databaseUrl })
  await owner.connect()
  who = await t.member({ name: '付款公司' })
  staff = await t.member({ name: '会计', role: 'operator' })
  second = await t.member({ role: 'administrator' })
  for (const channel of ['wechat', 'alipay'] as const) vendor(channel).notices.mode = 'never'
})
afterAll(async () => {
  await owner.end()
  await t.close()
  await vendors.close()
})

const log = { info() {}, warn() {}, error() {} }
const vendor = (channel: PayChannelName) => vendors.sandbox[channel]
const dayMs = 86_400_000
let days = 0
let [at, day] = [new Date(), '']
/** Each test has a day of its own that is over. */
beforeEach(() => {
  at = new Date(Date.now() - ++days * dayMs)
  day = shanghaiDay(at)
  for (const channel of ['wechat', 'alipay'] as const) vendor(channel).bill = {}
})
async function paid(channel: PayChannelName, amount: number) {
  const body = { amount, channel, unique_id: newId() }
  const { id, orderNumber: number } = (await t.call(payOrderCalls.recharge, { body }, who)).data
  vendor(channel).pay(number)
  vendor(channel).book.find(number)!.paidAt = at
  await t.call(payOrderCalls.ask, { params: { id } }, who)
  return { id, number }
}
async function paidBack(channel: PayChannelName, id: string, amount: number) {
  const { data } = await t.call(staffOrderCalls.askPayback, { params: { id }, body: { amount, reason: '退款' } }, staff)
  await t.call(adjustmentCalls.apply, { params: { id: data.id } }, second)
  await sendPaybacks(t.services, log)
  const payback = await t.services.db.system
    .selectFrom('payback')
    .select('number')
    .where('id', '=', data.id)
    .executeTakeFirstOrThrow()
  await owner.query('update payback set ended_at = $1 where id = $2', [at, data.id])
  for (const order of vendor(channel).book.all())
    for (const r of order.refunds) if (r.number === payback.number) r.at = at
  return payback.number
}
const compare = (channel: PayChannelName, of = day, as = staff) =>
  t.call(reconciliationCalls.compare, { body: { channel, day: of } }, as)
const differences = async (id: string) =>
  (await t.call(reconciliationCalls.differences, { params: { id } }, staff)).data.list
const get = async (id: string) => (await t.call(reconciliationCalls.get, { params: { id } }, staff)).data

describe.each(['wechat', 'alipay'] as const)('the bill of a day of %s', (channel) => {
  it('agrees with what was paid and paid back that day', async () => {
    const [one] = [await paid(channel, 10_000), await paid(channel, 250)]
    await paidBack(channel, one.id, 4_000)
    expect((await compare(channel)).data).toMatchObject({
      day,
      billState: 'agrees',
      payments: 2,
      paid: 10_250,
      paybacks: 1,
      paidBack: 4_000,
      differences: 0,
    })
  })

  it('tells what only we have, what only the vendor has, and other amounts, until staff have looked at it', async () => {
    const [ours, other] = [await paid(channel, 100), await paid(channel, 200)]
    const body = { amount: 300, channel, unique_id: newId() }
    const unheard = (await t.call(payOrderCalls.recharge, { body }, who)).data
    await owner.query("update pay_order set ask_at = now() + interval '1 day' where id = $1", [unheard.id])
    vendor(channel).pay(unheard.orderNumber)
    vendor(channel).book.find(unheard.orderNumber)!.paidAt = at
    const stranger = {
      kind: 'payment' as const,
      number: '99000000000000000001',
      vendorNumber: '4200X',
      fen: 7,
      at,
      subject: '',
    }
    vendor(channel).bill = { missing: [ours.number], amounts: { [other.number]: 199 }, extra: [stranger] }
    const { data } = await compare(channel)
    expect(data).toMatchObject({ billState: 'differs', payments: 0, differences: 4, clearedAt: null })
    const told = (await differences(data.id)).map((d) => [d.difference, d.number, d.ours, d.theirs, d.orderId])
    expect(told.toSorted()).toEqual(
      [
        ['ours-only', ours.number, 100, null, ours.id],
        ['other-amount', other.number, 200, 199, other.id],
        ['theirs-only', unheard.orderNumber, null, 300, unheard.id],
        ['theirs-only', stranger.number, null, 7, null],
      ].toSorted(),
    )
    const alarmed = await differingBills(t.services.db.system)
    const clear = () =>
      t.call(reconciliationCalls.clear, { params: { id: data.id }, body: { reason: '已与渠道核实' } }, staff)
    expect((await clear()).success).toBe(true)
    expect(await differingBills(t.services.db.system)).toBe(alarmed - 1)
    expect((await clear()).errorCode).toBe('wrong-state')
    // The same differences again are nothing new; fewer are.
    expect((await compare(channel)).data.clearedName).toBe('会计')
    const before = (await t.call(walletCalls.info, {}, who)).data.balance
    await watchOrders(t.services, log)
    expect((await t.call(walletCalls.info, {}, who)).data.balance).toBe(before + 300)
    vendor(channel).bill = { amounts: { [other.number]: 199 } }
    expect((await compare(channel)).data).toMatchObject({ differences: 1, payments: 2, paid: 400, clearedAt: null })
    vendor(channel).bill = {}
    expect((await compare(channel)).data).toMatchObject({ billState: 'agrees', payments: 3, differences: 0 })
  })

  it('takes what the vendor has on the next day’s bill for the same', async () => {
    const { number } = await paid(channel, 100)
    const back = await paidBack(channel, (await paid(channel, 50)).id, 50)
    const order = vendor(channel).book.find(number)!
    const next = new Date(at.getTime() + dayMs)
    order.paidAt = next
    for (const one of vendor(channel).book.all()) for (const r of one.refunds) if (r.number === back) r.at = next
    const { data } = await compare(channel)
    expect(data).toMatchObject({ billState: 'differs', differences: 2, payments: 1 })
    await compare(channel, shanghaiDay(next))
    expect(await get(data.id)).toMatchObject({ billState: 'agrees', differences: 0 })
    expect(await differences(data.id)).toEqual([])
    expect((await compare(channel)).data).toMatchObject({ billState: 'agrees', payments: 1 })
  })

  it('that cannot be read changes nothing, and is asked for again', async () => {
    await paid(channel, 100)
    vendor(channel).bill = { spoil: (file) => file.subarray(0, file.length / 2) }
    expect((await compare(channel)).errorCode).toMatch(/^channel-(broken|busy)$/)
    const { list } = (
      await t.call(reconciliationCalls.list, { query: { channel, startDate: day, endDate: day } }, staff)
    ).data
    expect(list).toEqual([])
    vendor(channel).bill = {}
    expect((await compare(channel)).data).toMatchObject({ billState: 'agrees', payments: 1 })
  })

  it('is compared once however many ask at once', async () => {
    await paid(channel, 100)
    const replies = await Promise.all([compare(channel), compare(channel), compare(channel)])
    expect(new Set(replies.map(({ data }) => data.id)).size).toBe(1)
    expect(replies.every(({ data }) => data.payments === 1)).toBe(true)
  })
})

describe('bills of days that are over', () => {
  const of = () => ({ platformId: t.platformId, channel: 'wechat' })
  const rows = async () => {
    const { list } = (await t.call(reconciliationCalls.list, { query: { channel: 'wechat', pageSize: 100 } }, staff))
      .data
    return list.map((r) => [r.day, r.billState, r.problem])
  }
  /** As if it were ten o'clock now. */
  const lastDay = () => shanghaiDay(new Date(Date.now() - 10 * 3_600_000 - dayMs))
  beforeEach(() => owner.query('delete from reconciliation'))

  it('are fetched from the last that was compared on, a month of them at most', async () => {
    await beginDays(t.services.db, of())
    expect(await rows()).toEqual([[lastDay(), 'waiting', '']])
    await owner.query("update reconciliation set day = day - 3, ask_at = null, state = 'agrees', compared_at = now()")
    await beginDays(t.services.db, of())
    await beginDays(t.services.db, of())
    const days = [0, 1, 2, 3].map((n) => shanghaiDay(new Date(startOfDay(lastDay()).getTime() - n * dayMs)))
    expect((await rows()).map(([one]) => one)).toEqual(days)
    await reconcileDays(t.services, log)
    expect((await rows()).map(([, state]) => state)).toEqual(['agrees', 'agrees', 'agrees', 'agrees'])
    await owner.query('delete from reconciliation')
    await owner.query(
      "insert into reconciliation (id, platform_id, channel, day, state, compared_at) values (gen_random_uuid(), $1, 'wechat', '2020-01-01', 'agrees', now())",
      [t.platformId],
    )
    await beginDays(t.services.db, of())
    expect(await rows()).toHaveLength(1 + 31)
  })

  it('are asked for again where the vendor does not give them, and staff see why', async () => {
    await beginDays(t.services.db, of())
    vendor('wechat').next = [{ status: 500, code: 'SYSTEM_ERROR' }]
    await reconcileDays(t.services, log)
    expect(await rows()).toEqual([[lastDay(), 'waiting', 'SYSTEM_ERROR']])
    await reconcileDays(t.services, log)
    expect(await rows()).toMatchObject([[lastDay(), 'waiting', 'SYSTEM_ERROR']])
    await owner.query('update reconciliation set ask_at = now()')
    await reconcileDays(t.services, log)
    expect(await rows()).toEqual([[lastDay(), 'agrees', '']])
  })

  it('of a sandbox, which forgets its orders, wait until staff ask for them', async () => {
    await reconcileDays(t.services, log)
    expect(await rows()).toEqual([])
  })
})

it.each([['2999-01-01'], [shanghaiDay(new Date())]])('no bill is of a day that is not over: %s', async (wanted) => {
  expect(await compare('wechat', wanted)).toMatchObject({
    errorCode: 'bad-parameter',
    data: { fields: [{ path: 'day', key: 'dayNotOver' }] },
  })
})

it.each(['', '2026-02-30', '26-1-1', '2026-01-01T00:00:00Z', '0000-00-00'])('no day is %j', async (wanted) => {
  expect(await compare('wechat', wanted)).toMatchObject({
    errorCode: 'bad-parameter',
    data: { fields: [{ path: 'day' }] },
  })
})
