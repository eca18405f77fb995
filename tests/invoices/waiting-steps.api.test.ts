import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { headerCalls } from '../../contract/invoices/headers.ts'
import { invoiceCalls } from '../../contract/invoices/invoices.ts'
import { staffInvoiceCalls } from '../../contract/invoices/staff-invoices.ts'
import type { Member } from '../kit/build-test-app.ts'
import { inLine } from '../kit/sweep/in-line.ts'
import { type GatewayDesk, openGatewayDesk } from './gateway-kit.ts'
import { newInvoiceNumber } from './invoice-kit.ts'

// A step that waits for another one goes by what that has left, not by what it read before.

let desk: GatewayDesk
let me: Member
let applied: Awaited<ReturnType<GatewayDesk['applicant']>>['applied']
beforeAll(async () => {
  desk = await openGatewayDesk()
})
afterAll(() => desk?.close())
beforeEach(async () => {
  ;({ me, applied } = await desk.applicant())
})

const params = (id: string) => ({ params: { id } })
const must = async (said: Promise<{ errorCode?: string | undefined }>) => expect((await said).errorCode).toBeUndefined()
const refuse = (id: string) =>
  desk.t.call(staffInvoiceCalls.refuse, { ...params(id), body: { reason: '抬头有误' } }, desk.operator)

const queued = <T>(id: string, acts: readonly (() => Promise<T>)[]) => inLine(desk.t, { table: 'invoice', id }, acts)

it.each(['take', 'withdraw'] as const)('%s tells of the attempt that it was taken in', async (step) => {
  const { id } = await applied()
  await must(refuse(id))
  const body = { headType: 'PERSONAL' as const, title: '张三' }
  const { id: headerId } = (await desk.t.call(headerCalls.create, { body }, me)).data
  const wish = { headerId, email: 'books@example.com' } as never
  const next = {
    take: () => desk.t.call(staffInvoiceCalls.take, params(id), desk.operator),
    withdraw: () => desk.t.call(invoiceCalls.withdraw, params(id), me),
  }
  await queued(id, [
    () => must(desk.t.call(invoiceCalls.reapply, { ...params(id), body: wish }, me)),
    () => must(next[step]()),
  ])
  expect((await desk.get(id)).steps.map((s) => s.attempt)).toEqual([1, 1, 2, 2])
})

it('the same sheet sent twice at once issues once, and is there already', async () => {
  const { id } = await applied(100)
  const { applyNo } = await desk.get(id)
  const rows = [{ applyNo, title: null, amount: 100, invoiceNumber: newInvoiceNumber() }] as never
  const send = async () =>
    (await desk.t.call(staffInvoiceCalls.issueMany, { body: { rows, dryRun: false } }, desk.operator)).data.list
  const both = await queued(id, [send, send])
  expect(both.map(([row]) => row!.outcome)).toEqual(['new', 'exists'])
})

it('an invoice that is submitted again while the answer of the gateway comes is issued by that', async () => {
  const { id } = await applied()
  await must(desk.submit(id))
  await desk.sweep()
  desk.gateway.outcomes.set(await desk.numberOf(id), { status: '2', number: newInvoiceNumber() })
  await desk.owner.query('update invoice_submission set files_missed = 100 where invoice_id = $1', [id])
  const again = async () => (await desk.submit(id)).errorCode
  const answered = async () => {
    await desk.sweep()
    return undefined
  }
  expect(await queued(id, [again, answered])).toEqual(['gateway-busy', undefined])
  expect(await desk.get(id)).toMatchObject({ invoiceState: 'ISSUED', gatewayState: 'issued' })
})
