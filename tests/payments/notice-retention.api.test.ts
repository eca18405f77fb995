import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { payOrderCalls } from '../../contract/payments/pay-orders.ts'
import { newId } from '../../server/kit/ids.ts'
import { emptyNotices } from '../../server/payments/orders/empty-notices.ts'
import { buildTestApp, type TestApp } from '../kit/build-test-app.ts'
import { openPaySandbox } from '../kit/vendors/pay-sandbox.ts'

let t: TestApp
let vendors: Awaited<ReturnType<typeof openPaySandbox>>
let owner: pg.Client
beforeAll(async () => {
  t = await buildTestApp()
  vendors = await openPaySandbox(t, 'wechat')
  owner = new pg.Client({ connectionString: t.databaseUrl })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await t.close()
  await vendors.close()
})

it('what vendors told of payers is emptied after four hundred days, and what came of it stays', async () => {
  const me = await t.member()
  const { wechat } = vendors.sandbox
  const paid = async () => {
    const body = { amount: 100, channel: 'wechat' as const, unique_id: newId() }
    const { orderNumber } = (await t.call(payOrderCalls.recharge, { body }, me)).data
    wechat.notices.mode = 'never'
    wechat.pay(orderNumber)
    const { headers, body: notice } = wechat.noticeOf({ number: orderNumber })
    await t.inject({ method: 'POST', url: '/shimakaze/pay/notice/wechat/local', headers, payload: notice })
    return orderNumber
  }
  const [old, young] = [await paid(), await paid()]
  const age = (number: string, days: number) =>
    owner.query(`update pay_notice set received_at = now() - make_interval(days => $2) where order_number = $1`, [
      number,
      days,
    ])
  await age(old, 401)
  await age(young, 399)
  await emptyNotices(t.services)
  const { rows } = await owner.query<{ number: string; bytes: number; outcome: string }>(
    'select order_number as number, length(body) as bytes, outcome from pay_notice order by received_at',
  )
  expect(rows).toEqual([
    { number: old, bytes: 0, outcome: 'paid' },
    { number: young, bytes: expect.any(Number) as number, outcome: 'paid' },
  ])
  expect(rows[1]!.bytes).toBeGreaterThan(100)
})
