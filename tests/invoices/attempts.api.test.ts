import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { headerCalls } from '../../contract/invoices/headers.ts'
import { invoiceCalls } from '../../contract/invoices/invoices.ts'
import { staffInvoiceCalls } from '../../contract/invoices/staff-invoices.ts'
import { pathOf } from '../../contract/kit/call.ts'
import { buildTestApp, type Member, type TestApp } from '../kit/build-test-app.ts'
import { pdf } from '../kit/invoice-files.ts'
import { formOf } from '../kit/pictures.ts'
import { issueAs, newInvoiceNumber, paidOrder } from './invoice-kit.ts'

let t: TestApp
let operator: Member
let owner: Member
beforeAll(async () => {
  t = await buildTestApp()
  operator = await t.member({ name: '开票员', role: 'operator' })
  owner = await t.member({ name: '代理所', kind: 'enterprise' })
})
afterEach(() => void vi.restoreAllMocks())
afterAll(() => t?.close())

const headerOf = async (title: string) =>
  (await t.call(headerCalls.create, { body: { headType: 'PERSONAL', title } }, owner)).data.id
const params = (id: string) => ({ params: { id } })
const email = 'books@example.com'

/** An invoice in the name of one person that staff have taken, and all that makes it one in another's name. */
async function takenFor(title: string, nextTitle: string) {
  const orders = await Promise.all([paidOrder(t, owner, 300), paidOrder(t, owner, 700)])
  const [headerId, next] = [await headerOf(title), await headerOf(nextTitle)]
  const { id } = (await t.call(invoiceCalls.apply, { body: { orderIds: orders, headerId, email } as never }, owner))
    .data
  const must = async (reply: Promise<{ success: boolean; errorMessage?: string | undefined }>) => {
    const { success, errorMessage } = await reply
    if (!success) throw new Error(errorMessage)
  }
  await must(t.call(staffInvoiceCalls.take, params(id), operator))
  const takeNext = async () => {
    await must(t.call(staffInvoiceCalls.refuse, { ...params(id), body: { reason: '抬头有误' } }, operator))
    await must(t.call(invoiceCalls.reapply, { ...params(id), body: { headerId: next, email } as never }, owner))
    await must(t.call(staffInvoiceCalls.take, params(id), operator))
  }
  return { id, takeNext }
}

/** Lets something happen while a file is stored. */
function whileStoring(act: () => Promise<void>) {
  const { store } = t.services
  const put = store.put.bind(store)
  let isFirst = true
  vi.spyOn(store, 'put').mockImplementation(async (...given: Parameters<typeof put>) => {
    const stored = await put(...given)
    if (isFirst) {
      isFirst = false
      await act()
    }
    return stored
  })
}

const papersOf = (id: string) =>
  t.services.db.system.selectFrom('invoicePaper').select(['attempt', 'number']).where('invoiceId', '=', id).execute()

it('a file for an attempt that ended while it was stored goes to no other one', async () => {
  const { id, takeNext } = await takenFor('张三', '王五')
  whileStoring(takeNext)
  const late = await issueAs(t, operator, id, { invoiceNumber: newInvoiceNumber() }, pdf)
  expect(late.errorCode).toBe('wrong-state')
  expect(await papersOf(id)).toEqual([])
  const { data } = await t.call(invoiceCalls.get, params(id), owner)
  expect(data).toMatchObject({ invoiceState: 'ISSUING', attempt: 2, title: '王五', fileName: null })
  const number = newInvoiceNumber()
  expect((await issueAs(t, operator, id, { invoiceNumber: number }, pdf)).success).toBe(true)
  expect(await papersOf(id)).toEqual([{ attempt: 2, number }])
})

it('a file that is stored while its invoice is reversed has no invoice any more', async () => {
  const { id } = await takenFor('赵六', '钱七')
  const number = newInvoiceNumber()
  // As a sheet does it: the number alone.
  const { applyNo, amount } = (await t.call(invoiceCalls.get, params(id), owner)).data
  const rows = [{ applyNo, title: '赵六', amount, invoiceNumber: number }] as never
  await t.call(staffInvoiceCalls.issueMany, { body: { rows, dryRun: false } }, operator)
  whileStoring(async () => {
    await t.call(staffInvoiceCalls.reverse, { ...params(id), body: { reason: '退款' } }, operator)
  })
  const form = formOf({ file: pdf, name: `${number}.pdf` }, operator.token)
  const late = (await t.inject({ method: 'POST', url: pathOf(staffInvoiceCalls.addFile), ...form })).json()
  expect(late).toMatchObject({ data: { fields: [{ path: 'file', key: 'invoiceNameless' }] } })
})
