import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { payOrderCalls, PayChannelName, type PayTrouble, type VendorOrder } from '../../contract/payments/pay-orders.ts'
import { staffOrderCalls } from '../../contract/payments/staff-orders.ts'
import { walletCalls } from '../../contract/payments/wallet.ts'
import { newId } from '../../server/kit/ids.ts'
import { settle } from '../../server/payments/orders/orders.repo.ts'
import { unclearPayments } from '../../server/payments/wallet/alarms.read.ts'
import { buildTestApp, type Member, type TestApp } from '../kit/build-test-app.ts'
import { randomness, sized } from '../kit/randomness.ts'
import { openPaySandbox } from '../kit/vendors/pay-sandbox.ts'

let t: TestApp
let vendors: Awaited<ReturnType<typeof openPaySandbox>>
let staff: Member
beforeAll(async () => {
  t = await buildTestApp()
  vendors = await openPaySandbox(t)
  staff = await t.member({ role: 'operator' })
})
afterAll(async () => {
  await t.close()
  await vendors.close()
})

const names = PayChannelName.options
const order = async (who: Member, channel: PayChannelName, amount: number) =>
  (await t.call(payOrderCalls.recharge, { body: { amount, channel, unique_id: newId() } }, who)).data as VendorOrder
const balance = async (who: Member) => (await t.call(walletCalls.info, {}, who)).data.balance

let from = 0
/** As it comes to the platform's address, each from another one. */
const send = (path: string, { headers, body }: { headers: Record<string, string>; body: string }) =>
  t.inject({
    method: 'POST',
    url: `/shimakaze/pay/notice/${path}`,
    headers,
    payload: body,
    remoteAddress: `198.18.${(from >> 8) & 255}.${from++ & 255}`,
  })

const count = sized(600, 5_000)
it(`${count} forged, repeated and reordered notices credit what was paid, once, and nothing else`, async () => {
  const { pick, chance, below } = randomness('notices at the address')
  const people = await Promise.all(Array.from({ length: 4 }, () => t.member()))
  const orders = await Promise.all(
    people.flatMap((who, i) =>
      names.map(async (channel, j) => ({
        who,
        isPaid: (i + j) % 2 === 0,
        ...(await order(who, channel, 1_000 + i)),
      })),
    ),
  )
  const told = vendors.sandbox
  for (const name of names) told[name].notices.mode = 'never'
  for (const { channel, orderNumber, isPaid } of orders) if (isPaid) told[channel].pay(orderNumber)
  const paid = orders.filter((o) => o.isPaid)
  let slowest = 0
  const one = async (i: number) => {
    const { channel, orderNumber: number } = pick(paid)
    const genuine = told[channel].noticeOf({ number, ...(chance(0.7) && { id: `0f0e0d0c-${below(4)}` }) })
    const other = pick(orders).orderNumber
    const ways = [
      () => send(`${channel}/local`, genuine),
      () => send(`${channel}/local`, told[channel].noticeOf({ number }, 'stranger')),
      () =>
        send(`${channel}/local`, {
          ...genuine,
          body: genuine.body.replaceAll(number, other) + (other === number ? ' ' : ''),
        }),
      () => send(`${channel}/local`, { ...genuine, body: genuine.body.slice(0, below(genuine.body.length)) }),
      () => send(`${pick(names)}/${pick(['local', 'nobody', newId()])}`, genuine),
      () => send(`${pick(names)}/local`, { headers: {}, body: '' }),
    ]
    const began = performance.now()
    const answer = await ways[i % ways.length]!()
    slowest = Math.max(slowest, performance.now() - began)
    expect(answer.statusCode).toBeLessThan(500)
  }
  for (let i = 0; i < count; i += 20) await Promise.all(Array.from({ length: 20 }, (_, j) => one(i + j)))
  console.log(`${count} notices, the slowest answered in ${slowest.toFixed(0)} ms`)
  for (const name of names) told[name].notices.mode = 'once'
  for (const who of people)
    expect(await balance(who)).toBe(paid.filter((o) => o.who === who).reduce((sum, { amount }) => sum + amount, 0))
  for (const { id, isPaid, who } of orders)
    expect((await t.call(payOrderCalls.get, { params: { id } }, who)).data.payState).toBe(isPaid ? 'paid' : 'waiting')
})

it.each(['wechat/%00', 'wechat/local%00', `alipay/${'a'.repeat(101)}`, 'nobody/local', 'wechat/%E2%80%AE'])(
  'an address that is no platform of ours is unknown: %s',
  async (path) => {
    const answer = await send(path, { headers: {}, body: '{}' })
    expect([answer.statusCode, answer.json()]).toMatchObject([404, { errorCode: 'unknown-route' }])
  },
)

describe('staff', () => {
  const find = (query: object) => t.call(staffOrderCalls.list, { query }, staff)
  const clear = (id: string, as = staff, trouble: PayTrouble = 'other-amount', vendorNumber = `V${id}`) =>
    t.call(staffOrderCalls.clear, { params: { id }, body: { trouble, vendorNumber, reason: '已补记余额' } }, as)

  it('see what a vendor told of an order as it came, and what it led to', async () => {
    const who = await t.member()
    const { id, orderNumber: number } = await order(who, 'alipay', 700)
    vendors.sandbox.alipay.notices.mode = 'never'
    vendors.sandbox.alipay.pay(number)
    vendors.sandbox.alipay.notices.mode = 'once'
    const notice = vendors.sandbox.alipay.noticeOf({ number })
    await send('alipay/local', notice)
    await send('alipay/local', vendors.sandbox.alipay.noticeOf({ number }))
    const { list } = (await t.call(staffOrderCalls.notices, { params: { id } }, staff)).data
    expect(list.map(({ outcome, body }) => [outcome, body.includes(number)])).toEqual([
      ['paid', true],
      ['again', true],
    ])
    expect(list[0]!.body).toBe(notice.body)
  })

  it('are alarmed of a payment with another amount until one of them says what came of it', async () => {
    const before = await unclearPayments(t.services.db.system)
    const who = await t.member({ name: '少付客户' })
    const { id, orderNumber } = await order(who, 'wechat', 700)
    expect((await clear(id)).errorCode).toBe('wrong-state')
    await t.services.db.asSystem((tx) => settle(tx, id, { vendorNumber: `V${id}`, fen: 600 }))
    expect(await unclearPayments(t.services.db.system)).toBe(before + 1)
    const waiting = (await find({ attention: 'needed', keyWord: '少付客户' })).data.list
    expect(waiting).toMatchObject([{ orderNumber, trouble: 'other-amount', payState: 'waiting', clearedAt: null }])
    expect((await clear(id, who)).errorCode).toBe('forbidden')
    expect((await clear(id)).success).toBe(true)
    expect((await clear(id)).errorCode).toBe('wrong-state')
    expect(await unclearPayments(t.services.db.system)).toBe(before)
    // The vendor says it again when it is asked again.
    await t.services.db.asSystem((tx) => settle(tx, id, { vendorNumber: `V${id}`, fen: 600 }))
    expect(await unclearPayments(t.services.db.system)).toBe(before)
    expect((await find({ attention: 'given', keyWord: orderNumber })).data.list).toMatchObject([
      { id, clearedNote: '已补记余额' },
    ])
  })

  it('look at each thing that is wrong with an order by itself, and clear the one that they saw', async () => {
    const who = await t.member({ name: '两次付款客户' })
    const { id, orderNumber } = await order(who, 'wechat', 700)
    await t.services.db.system
      .updateTable('payOrder')
      .set({ state: 'closed', endedAt: new Date() })
      .where('id', '=', id)
      .execute()
    const tell = (vendorNumber: string, more: { returned?: true } = {}) =>
      t.services.db.asSystem((tx) => settle(tx, id, { vendorNumber, fen: 700, ...more }))
    await tell(`A${id}`)
    const before = await unclearPayments(t.services.db.system)
    // It comes after staff have opened the page that shows the first.
    await tell(`B${id}`)
    expect(await unclearPayments(t.services.db.system)).toBe(before + 1)
    expect((await clear(id, staff, 'returned', `A${id}`)).errorCode).toBe('wrong-state')
    expect((await clear(id, staff, 'late', `A${id}`)).success).toBe(true)
    const [shown] = (await find({ attention: 'needed', keyWord: orderNumber })).data.list
    expect(shown).toMatchObject({
      trouble: 'twice',
      clearedAt: null,
      troubles: [
        { trouble: 'late', clearedName: staff.name, clearedNote: '已补记余额' },
        { trouble: 'twice', clearedAt: null },
      ],
    })
    expect((await clear(id, staff, 'twice', `A${id}`)).errorCode).toBe('wrong-state')
    expect((await clear(id, staff, 'twice', `B${id}`)).success).toBe(true)
    expect((await find({ attention: 'needed', keyWord: orderNumber })).data.list).toEqual([])
    expect((await find({ attention: 'given', keyWord: orderNumber })).data.list).toMatchObject([
      { id, trouble: 'twice' },
    ])
    // The same once more is no news; a third payment is.
    await tell(`B${id}`)
    expect((await find({ attention: 'needed', keyWord: orderNumber })).data.list).toEqual([])
    await tell(`C${id}`)
    expect((await find({ attention: 'needed', keyWord: orderNumber })).data.list).toMatchObject([
      { id, trouble: 'twice' },
    ])
  })

  it('see that an order was given back although something else came later', async () => {
    const who = await t.member({ name: '退回客户' })
    const { id, orderNumber } = await order(who, 'alipay', 700)
    const invoiceable = async () =>
      (await t.services.db.system.selectFrom('invoiceable').select('id').where('id', '=', id).execute()).length
    const tell = (vendorNumber: string, more: { returned?: true } = {}) =>
      t.services.db.asSystem((tx) => settle(tx, id, { vendorNumber, fen: 700, ...more }))
    await tell(`A${id}`)
    expect(await invoiceable()).toBe(1)
    await tell(`A${id}`, { returned: true })
    await tell(`B${id}`)
    expect(await invoiceable()).toBe(0)
    const [shown] = (await find({ keyWord: orderNumber })).data.list
    expect(shown!.troubles.map(({ trouble }) => trouble)).toEqual(['returned', 'twice'])
  })
})
