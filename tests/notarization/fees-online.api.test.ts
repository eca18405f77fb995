import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { notarizationCalls } from '../../contract/notarization/notarization-calls.ts'
import { orderCalls } from '../../contract/notarization/orders.ts'
import { payOrderCalls, type PayChannelName } from '../../contract/payments/pay-orders.ts'
import { staffOrderCalls } from '../../contract/payments/staff-orders.ts'
import { sectionsOf } from '../../server/kit/personal-data/personal-data.ts'
import { paymentsDomain } from '../../server/payments/payments.domain.ts'
import { takePaidFee } from '../../server/notarization/orders/online-pay.service.ts'
import type { Member } from '../kit/build-test-app.ts'
import { openOffice, type TestOffice } from '../kit/people/offices.ts'
import { openPaySandbox } from '../kit/vendors/pay-sandbox.ts'
import { newId } from '../../server/kit/ids.ts'
import { customerOf, type OpenOrders, openOrders } from './open-orders.ts'
import { moneyOf, type OrdersAt } from './order-kit.ts'

let o: OpenOrders
let vendors: Awaited<ReturnType<typeof openPaySandbox>>
let office: TestOffice
let owner: Member
let orders: OrdersAt
beforeAll(async () => {
  o = await openOrders()
  vendors = await openPaySandbox(o.t)
  await o.t.app.listen({ port: 0, host: '127.0.0.1' })
  office = await openOffice(o.t, { kind: 'notary-office', name: '上海市明理公证处' })
})
afterAll(async () => {
  await o?.close()
  await vendors?.close()
})
beforeEach(async () => {
  ;({ owner, orders } = await customerOf({ t: o.t, office }, 500))
})

const fee = 120_000
async function toPay() {
  const { id } = await orders.draftNotarization()
  await orders.bringTo(id, 'TO_PAY', fee)
  return id
}
const begin = (orderId: string, channel: PayChannelName = 'wechat', as = owner) =>
  o.t.call(notarizationCalls.payOnline, { params: { channel }, body: { orderId } }, as)
const state = async (id: string) => (await o.t.call(orderCalls.get, { params: { id } }, owner)).data.orderState

const warned: object[] = []
const log = {
  info() {},
  error: (what: object) => expect(what).toBeUndefined(),
  warn: (what: object) => warned.push(what),
}

/** The vendor takes the money and says so; whoever waits for the fee takes it, as often as it is asked to. */
async function pay(channel: PayChannelName, number: string) {
  vendors.sandbox[channel].pay(number)
  const { headers, body } = vendors.sandbox[channel].noticeOf({ number })
  await o.t.inject({ method: 'POST', url: `/shimakaze/pay/notice/${channel}/local`, headers, payload: body })
}
async function takeAll() {
  const { rows } = await o.database.query<{ id: string }>(
    `select data ->> 'id' as id from pgboss.job where name = 'fee-paid' and state <> 'completed'`,
  )
  for (const { id } of [...rows, ...rows]) await takePaidFee(o.t.services, log, { jobId: newId(), id })
  await o.database.query(`delete from pgboss.job where name = 'fee-paid'`)
  return rows.length
}

it.each(['wechat', 'alipay'] as const)(
  'a fee is paid by %s: the order goes on once the money is there',
  async (channel) => {
    const id = await toPay()
    const { data: code } = await begin(id, channel)
    expect(code).toMatchObject({ amount: fee, paysFor: id, payState: 'waiting', offer: { qr: expect.any(String) } })
    // The same code as long as it can be paid.
    expect((await begin(id, channel)).data.id).toBe(code.id)
    expect(await takeAll()).toBe(0)
    await pay(channel, code.orderNumber)
    expect(await takeAll()).toBe(1)
    expect(await state(id)).toBe('DRAFTING')
    expect(await moneyOf(o.t, owner)).toEqual({ prepaid: 500, reservedPrepaid: fee })
    const { data: paid } = await o.t.call(payOrderCalls.get, { params: { id: code.id } }, owner)
    expect(paid).toMatchObject({ payState: 'paid', paysFor: id })
    expect(await begin(id, channel)).toMatchObject({ errorCode: 'wrong-state' })
  },
)

it('is called a fee wherever it stands, and a top-up beside it a top-up', async () => {
  const id = await toPay()
  const { data: code } = await begin(id)
  expect(code).toMatchObject({ purpose: 'fee', paysFor: id })
  const body = { amount: 5_000, channel: 'wechat' as const, unique_id: `top-up-of-${owner.personId}` }
  const { data: topUp } = await o.t.call(payOrderCalls.recharge, { body }, owner)
  expect(topUp).toMatchObject({ purpose: 'recharge', paysFor: null })
  // The table calls both of them so, and always did.
  const { rows: kept } = await o.database.query(`select distinct purpose from pay_order where account_id = $1`, [
    owner.accountId,
  ])
  expect(kept).toEqual([{ purpose: 'recharge' }])
  const money = await o.t.member({ role: 'administrator', kind: 'enterprise' })
  const lists = [
    async (query: object) => (await o.t.call(payOrderCalls.list, { query }, owner)).data.list,
    async (query: object) =>
      (await o.t.call(staffOrderCalls.list, { query }, money)).data.list.filter((r) => r.accountId === owner.accountId),
  ]
  for (const read of lists) {
    const called = async (query: object) => (await read(query)).map((row) => [row.id, row.purpose])
    expect(await called({ sort: 'amount' })).toEqual([
      [topUp.id, 'recharge'],
      [code.id, 'fee'],
    ])
    expect(await called({ purpose: 'fee' })).toEqual([[code.id, 'fee']])
    expect(await called({ purpose: 'recharge' })).toEqual([[topUp.id, 'recharge']])
  }
  expect(await o.t.call(staffOrderCalls.get, { params: { id: code.id } }, money)).toMatchObject({
    data: { purpose: 'fee' },
  })
  const copied = sectionsOf([paymentsDomain.personalData!]).find(({ name }) => name === 'recharges')!
  const subject = { personId: owner.personId, accounts: [owner.accountId], lang: 'zh-CN' as const }
  const { rows } = await copied.query(subject).execute(o.t.services.db.system)
  expect((rows as { number: string; purpose: string }[]).map((row) => [row.number, row.purpose])).toEqual([
    [topUp.orderNumber, 'recharge'],
    [code.orderNumber, 'fee'],
  ])
})

it('what comes after the order was abandoned, or twice, stays in the balance', async () => {
  const id = await toPay()
  const { data: code } = await begin(id)
  await orders.applicant(id, 'abandon')
  await pay('wechat', code.orderNumber)
  await takeAll()
  expect(await state(id)).toBe('ABANDONED')
  expect(await moneyOf(o.t, owner)).toEqual({ prepaid: 500 + fee, reservedPrepaid: 0 })

  const other = await toPay()
  const codes = [(await begin(other, 'wechat')).data, (await begin(other, 'alipay')).data]
  for (const { orderNumber, channel } of codes) await pay(channel as PayChannelName, orderNumber)
  expect(await takeAll()).toBe(2)
  expect(await state(other)).toBe('DRAFTING')
  expect(await moneyOf(o.t, owner)).toEqual({ prepaid: 500 + 2 * fee, reservedPrepaid: fee })
})

it('nothing is taken for whoever may not pay any more, and the money stays', async () => {
  const id = await toPay()
  const { data: code } = await begin(id)
  await o.database.query(`update membership set status = 'DISABLED' where id = $1`, [owner.membershipId])
  await pay('wechat', code.orderNumber)
  await takeAll()
  await o.database.query(`update membership set status = 'ACTIVE' where id = $1`, [owner.membershipId])
  expect(await state(id)).toBe('TO_PAY')
  expect(await moneyOf(o.t, owner)).toEqual({ prepaid: 500 + fee, reservedPrepaid: 0 })
})

it('there is a code only for a fee that is set and waits, of an order of one’s own', async () => {
  const { id } = await orders.draftNotarization()
  expect(await begin(id)).toMatchObject({ errorCode: 'wrong-state' })
  const waiting = await toPay()
  const { owner: stranger } = await customerOf({ t: o.t, office })
  expect(await begin(waiting, 'wechat', stranger)).toMatchObject({ errorCode: 'not-found' })
  const sub = await o.t.sub(owner, { grants: ['judicial.write', 'evidence.all'] })
  expect(await begin(waiting, 'wechat', sub)).toMatchObject({ errorCode: 'forbidden' })
  const { id: free } = await orders.draftNotarization()
  await orders.bringTo(free, 'TO_PAY', 0)
  expect(await begin(free)).toMatchObject({ errorCode: 'wrong-state' })
  const { id: dear } = await orders.draftNotarization()
  await orders.bringTo(dear, 'TO_PAY', 5_000_001)
  expect(await begin(dear)).toMatchObject({ errorCode: 'bad-parameter' })
})
