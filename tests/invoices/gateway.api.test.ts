import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { headerCalls } from '../../contract/invoices/headers.ts'
import { invoiceCalls } from '../../contract/invoices/invoices.ts'
import { staffInvoiceCalls } from '../../contract/invoices/staff-invoices.ts'
import { adjustmentCalls } from '../../contract/payments/adjustments.ts'
import { staffOrderCalls } from '../../contract/payments/staff-orders.ts'
import { pathOf } from '../../contract/kit/call.ts'
import { nuonuoSettings } from '../../server/invoices/gateway/nuonuo/nuonuo.settings.ts'
import { sendSubmissions } from '../../server/invoices/gateway/send-submissions.ts'
import { buildTestApp, type Member, type TestApp } from '../kit/build-test-app.ts'
import { giveSettings } from '../kit/give-settings.ts'
import { forgetLimits } from '../kit/people/forget-limits.ts'
import { nuonuoSeller, type Nuonuo, type Outcome, startNuonuo } from '../kit/vendors/nuonuo.ts'
import { ofd, pdf } from '../kit/invoice-files.ts'
import { giveBack, issueAs, newInvoiceNumber, paidOrder } from './invoice-kit.ts'

let t: TestApp
let gateway: Nuonuo
let operator: Member
let me: Member
let headerId: string
let owner: pg.Client
let logged: { level: string; text: string; details: object }[]
beforeAll(async () => {
  t = await buildTestApp()
  gateway = await startNuonuo()
  operator = await t.member({ name: '开票员', role: 'operator' })
  owner = new pg.Client({ connectionString: t.databaseUrl })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await gateway.close()
  await t.close()
})
const reach = (more: Partial<typeof nuonuoSeller & { patience: number }> = {}) =>
  giveSettings(t.services.config, nuonuoSettings, {
    ...nuonuoSeller,
    endpoint: gateway.endpoint,
    patience: 2,
    platforms: {},
    ...more,
  })
beforeEach(async () => {
  await forgetLimits(t)
  reach()
  gateway.next.length = 0
  gateway.calls.length = 0
  logged = []
  me = await t.member({ name: '代理所', kind: 'enterprise' })
  const body = { headType: 'ENTERPRISE' as const, title: '福州某某有限公司', taxNo: '91350100M000100Y43' }
  headerId = (await t.call(headerCalls.create, { body }, me)).data.id
})

async function applied(amount = 10_600, more: object = {}) {
  const order = await paidOrder(t, me, amount)
  const body = { orderIds: [order], headerId, email: 'books@example.com', remark: '十一月', ...more }
  const { id } = (await t.call(invoiceCalls.apply, { body: body as never }, me)).data
  return { id, order }
}
const submit = (id: string, as = operator) => t.call(staffInvoiceCalls.submit, { params: { id } }, as)
const stop = (id: string, as = operator) =>
  t.call(staffInvoiceCalls.stop, { params: { id }, body: { reason: '平台上没有这张发票' } }, as)
const get = async (id: string) => (await t.call(staffInvoiceCalls.get, { params: { id } }, operator)).data
const log = (level: string) => (details: object, text: string) => void logged.push({ level, text, details })
/** The sweep, as if the time of all that waits had come. */
async function sweep() {
  await owner.query('update invoice_submission set ask_at = now() where ask_at is not null')
  await sendSubmissions(t.services, { info: log('info'), warn: log('warn'), error: log('error') })
}
const age = (id: string) =>
  owner.query(`update invoice_submission set created_at = created_at - interval '61 minutes' where invoice_id = $1`, [
    id,
  ])
async function numberOf(id: string) {
  const { rows } = await owner.query<{ number: string }>(
    'select number from invoice_submission where invoice_id = $1 order by created_at desc limit 1',
    [id],
  )
  return rows[0]!.number
}
async function becomes(id: string, outcome: Outcome) {
  gateway.outcomes.set(await numberOf(id), outcome)
  await sweep()
}
const told = async () =>
  (
    await owner.query<{ kind: string }>('select kind from message where person_id = $1 order by id', [me.personId])
  ).rows.map((m) => m.kind)
const download = async (id: string) =>
  (
    await t.inject({
      method: 'GET',
      url: pathOf(invoiceCalls.file, { id }),
      headers: { 'x-auth-token': me.token, 'x-account-id': me.accountId },
    })
  ).rawPayload
const methods = () => gateway.calls.map((c) => c.method)

describe('an invoice at the tax gateway', () => {
  it('is issued there with all that it was asked for with, and its applicant gets number and file', async () => {
    const { id } = await applied()
    expect(await get(id)).toMatchObject({ takesGateway: true, gatewayState: null })
    expect((await submit(id)).success).toBe(true)
    expect(await get(id)).toMatchObject({ invoiceState: 'ISSUING', gatewayState: 'sending', takesGateway: false })
    expect(gateway.calls, 'nothing leaves before it is written down').toEqual([])
    await sweep()
    expect(gateway.orders.get(await numberOf(id))).toMatchObject({
      buyerName: '福州某某有限公司',
      buyerTaxNum: '91350100M000100Y43',
      invoiceLine: 'pc',
      naturalPersonFlag: '0',
      remark: '十一月',
      pushMode: '-1',
      invoiceDetail: [
        { goodsName: '电子数据存证服务', taxIncludedAmount: '106.00', taxExcludedAmount: '100.00', tax: '6.00' },
      ],
    })
    await becomes(id, { status: '20' })
    expect((await get(id)).gatewayState).toBe('sending')
    const number = newInvoiceNumber()
    await becomes(id, { status: '2', number, files: { pdf } })
    expect(await get(id)).toMatchObject({
      invoiceState: 'ISSUED',
      gatewayState: 'issued',
      invoiceNumber: number,
      fileName: `${number}.pdf`,
    })
    expect((await get(id)).steps.map((s) => s.invoiceState)).toEqual(['APPLIED', 'ISSUING', 'ISSUED'])
    expect(await told()).toEqual(['invoiceIssued'])
    expect((await download(id)).equals(pdf)).toBe(true)
    const asked = methods().length
    await sweep()
    expect(methods(), 'nobody asks any more').toHaveLength(asked)
  })

  it('is taken from the OFD, which the gateway calls the original, and from the PDF where that cannot be had', async () => {
    const [both, broken] = [await applied(), await applied()]
    for (const { id } of [both, broken]) await submit(id)
    await sweep()
    await becomes(both.id, { status: '2', number: newInvoiceNumber(), files: { pdf, ofd } })
    await becomes(broken.id, {
      status: '2',
      number: newInvoiceNumber(),
      files: { pdf, ofd: Buffer.from('<html>busy</html>') },
    })
    expect((await get(both.id)).fileName).toMatch(/\.ofd$/)
    expect((await get(broken.id)).fileName).toMatch(/\.pdf$/)
  })

  it.each(['hang up', 'take and hang up'] as const)('is issued once where the gateway does "%s"', async (trouble) => {
    const { id } = await applied()
    const before = gateway.orders.size
    await submit(id)
    gateway.next.push(trouble)
    await sweep()
    expect(await get(id)).toMatchObject({ gatewayState: 'sending' })
    await sweep()
    expect(methods().slice(0, 2)).toEqual(['requestBillingNew', 'queryInvoiceResult'])
    await becomes(id, { status: '2', number: newInvoiceNumber(), files: { pdf } })
    expect((await get(id)).invoiceState).toBe('ISSUED')
    expect(gateway.orders.size - before).toBe(1)
  })

  it('that is refused or fails says why to staff alone, and can be tried again or entered by hand', async () => {
    const [refused, failed] = [await applied(), await applied()]
    await submit(refused.id)
    gateway.next.push({ code: 'E9105', describe: '购方税号格式错误' })
    await sweep()
    expect(await get(refused.id)).toMatchObject({
      invoiceState: 'ISSUING',
      gatewayState: 'failed',
      gatewayProblem: '购方税号格式错误 (E9105)',
      takesGateway: true,
    })
    const mine = (await t.call(invoiceCalls.get, { params: { id: refused.id } }, me)).data
    expect(JSON.stringify(mine)).not.toMatch(/购方税号|gateway/)
    await submit(failed.id)
    await sweep()
    await becomes(failed.id, { status: '22', failCause: '开票员未登录电子税务局' })
    expect(await get(failed.id)).toMatchObject({
      gatewayState: 'failed',
      gatewayProblem: '开票员未登录电子税务局 (22)',
    })
    const first = await numberOf(failed.id)
    expect((await submit(failed.id)).success).toBe(true)
    expect(await numberOf(failed.id), 'by another number').not.toBe(first)
    const invoiceNumber = newInvoiceNumber()
    expect(await issueAs(t, operator, refused.id, { invoiceNumber }, pdf)).toMatchObject({ success: true })
  })

  it('that another call was answered for, or with another amount or number, is not believed', async () => {
    const odd: [Partial<Outcome>, string][] = [
      [{ amount: '106.01' }, 'amount: 106.01'],
      [{ number: '12345678' }, 'number: 12345678'],
      [{ number: 'x'.repeat(20) }, `number: ${'x'.repeat(20)}`],
    ]
    for (const [more, problem] of odd) {
      const { id } = await applied()
      await submit(id)
      await sweep()
      await becomes(id, { status: '2', number: newInvoiceNumber(), files: { pdf }, ...more })
      expect(await get(id)).toMatchObject({
        invoiceState: 'ISSUING',
        gatewayState: 'sending',
        gatewayProblem: problem,
        mayStopGateway: true,
      })
      expect(logged.at(-1)!.level).toBe('error')
    }
    const { id } = await applied()
    await submit(id)
    await sweep()
    await becomes(id, { status: '2', number: newInvoiceNumber(), orderNo: '123456' })
    expect(await get(id)).toMatchObject({ invoiceState: 'ISSUING', gatewayState: 'sending' })
  })

  it('with the number of another invoice is left for staff', async () => {
    const [one, two] = [await applied(), await applied()]
    const invoiceNumber = newInvoiceNumber()
    await t.call(staffInvoiceCalls.take, { params: { id: one.id } }, operator)
    await issueAs(t, operator, one.id, { invoiceNumber }, pdf)
    await submit(two.id)
    await sweep()
    await becomes(two.id, { status: '2', number: invoiceNumber, files: { pdf } })
    expect(await get(two.id)).toMatchObject({ invoiceState: 'ISSUING', gatewayProblem: `number: ${invoiceNumber}` })
  })

  it('waits for its file ten times, and counts without it then', async () => {
    const { id } = await applied()
    await submit(id)
    await sweep()
    const number = newInvoiceNumber()
    gateway.outcomes.set(await numberOf(id), { status: '2', number, files: { pdf: Buffer.alloc(0) } })
    for (let i = 0; i < 10; i++) await sweep()
    expect(await get(id)).toMatchObject({ invoiceState: 'ISSUING', gatewayState: 'sending' })
    await sweep()
    expect(await get(id)).toMatchObject({ invoiceState: 'ISSUED', invoiceNumber: number, fileName: null })
    expect(await told(), 'there is nothing to download yet').toEqual([])
    const { list } = (await t.call(staffInvoiceCalls.list, { query: { fileState: 'missing' } }, operator)).data
    expect(list.map((i) => i.id)).toContain(id)
  })

  it('is sealed again where its seal failed', async () => {
    const { id } = await applied()
    await submit(id)
    await sweep()
    await becomes(id, { status: '24' })
    expect(methods().at(-1)).toBe('reInvoice')
    expect(await get(id)).toMatchObject({ gatewayState: 'sending' })
  })

  it('is nobody else’s to enter, refuse, withdraw or pay back meanwhile', async () => {
    const { id, order } = await applied()
    await submit(id)
    const refuse = await t.call(staffInvoiceCalls.refuse, { params: { id }, body: { reason: '抬头有误' } }, operator)
    const entered = await issueAs(t, operator, id, { invoiceNumber: newInvoiceNumber() }, pdf)
    expect([refuse.errorCode, entered.errorCode]).toEqual(['gateway-busy', 'gateway-busy'])
    const { applyNo } = await get(id)
    const row = { applyNo, amount: 10_600, title: null, invoiceNumber: newInvoiceNumber() }
    const sheet = await t.call(staffInvoiceCalls.issueMany, { body: { rows: [row] as never, dryRun: false } }, operator)
    expect(sheet.data.list[0]).toMatchObject({ outcome: 'refused', problems: [{ key: 'invoiceState' }] })
    expect((await t.call(invoiceCalls.withdraw, { params: { id } }, me)).errorCode).toBe('wrong-state')
    const second = await t.member({ role: 'operator' })
    const body = { amount: 100, reason: '退款' }
    const asked = await t.call(staffOrderCalls.askPayback, { params: { id: order }, body }, operator)
    const given = await t.call(adjustmentCalls.apply, { params: { id: asked.data.id } }, second)
    expect(given.errorCode).toBe('order-invoiced')
  })

  it('is asked for once, however many ask at the same moment, and while another refuses it', async () => {
    const { id } = await applied()
    const refuse = () => t.call(staffInvoiceCalls.refuse, { params: { id }, body: { reason: '抬头有误' } }, operator)
    const all = await Promise.all([submit(id), refuse(), submit(id), submit(id)])
    const { rows } = await owner.query('select 1 from invoice_submission where invoice_id = $1', [id])
    const { invoiceState } = await get(id)
    if (all[1]!.success) expect([invoiceState, rows.length]).toEqual(['REJECTED', 0])
    else expect([invoiceState, rows.length]).toEqual(['ISSUING', 1])
    const other = await applied()
    const asked = await Promise.all(Array.from({ length: 4 }, () => submit(other.id)))
    expect(asked.filter((r) => r.success)).toHaveLength(1)
  })

  it('is waited for an hour, and stopped by staff with a reason then', async () => {
    const { id } = await applied()
    await submit(id)
    expect((await stop(id)).errorCode).toBe('gateway-waiting')
    await age(id)
    expect(await get(id)).toMatchObject({ mayStopGateway: true })
    expect((await stop(id)).success).toBe(true)
    expect(await get(id)).toMatchObject({ invoiceState: 'ISSUING', gatewayState: 'stopped', takesGateway: true })
    expect((await stop(id)).errorCode).toBe('wrong-state')
    await becomes(id, { status: '2', number: newInvoiceNumber(), files: { pdf } })
    expect((await get(id)).invoiceState, 'nothing of it counts any more').toBe('ISSUING')
    await expect(
      owner.query(`update invoice_submission set state = 'issued' where invoice_id = $1`, [id]),
    ).rejects.toThrow(/ends once/)
  })

  it('is not asked for where something of its orders went back, nor on paper, nor for play money', async () => {
    const [back, sandbox] = [await applied(), await applied()]
    await giveBack(t, back.order, 10_600)
    expect((await submit(back.id)).errorCode).toBe('invoice-sum-changed')
    expect(await get(back.id)).toMatchObject({ invoiceState: 'APPLIED', gatewayState: null })
    await owner.query('update invoice set is_sandbox = true where id = $1', [sandbox.id])
    expect(await get(sandbox.id)).toMatchObject({ takesGateway: false })
    expect((await submit(sandbox.id)).errorCode).toBe('gateway-closed')
    await owner.query(`update invoice set is_sandbox = false, medium = 'PAPER' where id = $1`, [sandbox.id])
    expect((await submit(sandbox.id)).errorCode).toBe('gateway-closed')
  })

  it('is not offered where there is no gateway', async () => {
    const { id } = await applied()
    giveSettings(t.services.config, nuonuoSettings, undefined)
    expect(await get(id)).toMatchObject({ takesGateway: false })
    expect((await submit(id)).errorCode).toBe('gateway-closed')
  })

  it.each([
    ['another secret', { appSecret: 'x' }, 'sign'],
    ['another token', { accessToken: 'x' }, 'token'],
    ['another seller', { taxNumber: '91350100MA2XXXXX06' }, 'tax number'],
  ])('is not lost by settings with %s, which the log tells of as an error', async (_, more, refused) => {
    const { id } = await applied()
    await submit(id)
    reach(more)
    await sweep()
    expect(gateway.calls.at(-1)).toMatchObject({ refused })
    expect(logged.at(-1)).toMatchObject({ level: 'error' })
    expect(JSON.stringify(logged)).not.toContain(nuonuoSeller.appSecret)
    reach()
    await sweep()
    await becomes(id, { status: '2', number: newInvoiceNumber(), files: { pdf } })
    expect((await get(id)).invoiceState).toBe('ISSUED')
  })
})
