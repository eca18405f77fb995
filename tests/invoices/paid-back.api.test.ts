import { afterAll, beforeAll, expect, it } from 'vitest'
import { headerCalls } from '../../contract/invoices/headers.ts'
import { invoiceCalls } from '../../contract/invoices/invoices.ts'
import { staffInvoiceCalls } from '../../contract/invoices/staff-invoices.ts'
import { adjustmentCalls } from '../../contract/payments/adjustments.ts'
import { staffOrderCalls } from '../../contract/payments/staff-orders.ts'
import { buildTestApp, type Member, type TestApp } from '../kit/build-test-app.ts'
import { pdf } from '../kit/invoice-files.ts'
import { issueAs, newInvoiceNumber, paidOrder } from './invoice-kit.ts'

let t: TestApp
let headerId: string
let [me, staff, second]: Member[] = []
beforeAll(async () => {
  t = await buildTestApp()
  me = await t.member({ name: '代理所', kind: 'enterprise' })
  staff = await t.member({ role: 'operator' })
  second = await t.member({ role: 'administrator' })
  const header = { headType: 'PERSONAL', title: '张三' } as const
  headerId = (await t.call(headerCalls.create, { body: header }, me)).data.id
})
afterAll(() => t.close())

const payBack = async (order: string, amount: number) => {
  const body = { amount, reason: '客户要求退款' }
  const { data } = await t.call(staffOrderCalls.askPayback, { params: { id: order }, body }, staff)
  return () => t.call(adjustmentCalls.apply, { params: { id: data.id } }, second)
}
const apply = async (order: string) => {
  const body = { orderIds: [order], headerId, email: 'books@example.com' } as never
  return (await t.call(invoiceCalls.apply, { body }, me)).data
}
const issue = async (id: string) => {
  await t.call(staffInvoiceCalls.take, { params: { id } }, staff)
  return issueAs(t, staff!, id, { invoiceNumber: newInvoiceNumber() }, pdf)
}

it('what was paid back of an order is not invoiced, and what is invoiced is not paid back before the invoice is reversed', async () => {
  const order = await paidOrder(t, me!, 10_000)
  expect((await (await payBack(order, 4_000))()).success).toBe(true)
  const { id, amount } = await apply(order)
  expect(amount).toBe(6_000)
  expect((await issue(id)).success).toBe(true)
  const later = await payBack(order, 1_000)
  expect((await later()).errorCode).toBe('order-invoiced')
  await t.call(staffInvoiceCalls.reverse, { params: { id }, body: { reason: '退款' } }, staff)
  expect((await later()).success).toBe(true)
  const { list } = (await t.call(invoiceCalls.list, { body: {} }, me)).data
  expect(list).toMatchObject([{ id, invoiceState: 'REVERSED' }])
})

it('an invoice is not issued for more than is left of its orders', async () => {
  const order = await paidOrder(t, me!, 10_000)
  const [{ id }, back] = [await apply(order), await payBack(order, 1)]
  expect((await back()).success).toBe(true)
  expect((await issue(id)).errorCode).toBe('invoice-sum-changed')
})

it('an invoice that is asked for again is made out for what is left of each of its orders by then', async () => {
  const [one, two] = [await paidOrder(t, me!, 10_000), await paidOrder(t, me!, 5_000)]
  const body = { orderIds: [one, two], headerId, email: 'books@example.com' } as never
  const { id, amount } = (await t.call(invoiceCalls.apply, { body }, me)).data
  await t.call(staffInvoiceCalls.refuse, { params: { id }, body: { reason: '抬头有误' } }, staff)
  expect((await (await payBack(one, 4_000))()).success).toBe(true)
  const again = { params: { id }, body: { headerId, email: 'books@example.com' } as never }
  const after = (await t.call(invoiceCalls.reapply, again, me)).data
  expect([amount, after.amount]).toEqual([15_000, 11_000])
  const { orders } = (await t.call(invoiceCalls.get, { params: { id } }, me)).data
  expect(Object.fromEntries(orders.map((order) => [order.id, order.amount]))).toEqual({ [one]: 6_000, [two]: 5_000 })
  expect((await issue(id)).success).toBe(true)
})

it.each(['ISSUING', 'ISSUED'])('nobody brings their own invoice to %s', async (state) => {
  const { id } = await apply(await paidOrder(t, me!, 100))
  const moved = t.services.db.forAccount(me!, (tx) =>
    tx.updateTable('invoice').set({ state }).where('id', '=', id).execute(),
  )
  await expect(moved).rejects.toMatchObject({ code: '23514' })
})
