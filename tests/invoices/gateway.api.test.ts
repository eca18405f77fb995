import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { invoiceCalls } from '../../contract/invoices/invoices.ts'
import { staffInvoiceCalls } from '../../contract/invoices/staff-invoices.ts'
import { adjustmentCalls } from '../../contract/payments/adjustments.ts'
import { staffOrderCalls } from '../../contract/payments/staff-orders.ts'
import { pathOf } from '../../contract/kit/call.ts'
import { nuonuoSettings } from '../../server/invoices/gateway/nuonuo/nuonuo.settings.ts'
import type { Member } from '../kit/build-test-app.ts'
import { giveSettings } from '../kit/give-settings.ts'
import { ofd, pdf } from '../kit/invoice-files.ts'
import { nuonuoSeller, type Outcome } from '../kit/vendors/nuonuo.ts'
import { type GatewayDesk, openGatewayDesk } from './gateway-kit.ts'
import { giveBack, issueAs, newInvoiceNumber } from './invoice-kit.ts'

let desk: GatewayDesk
let me: Member
let applied: Awaited<ReturnType<GatewayDesk['applicant']>>['applied']
beforeAll(async () => {
  desk = await openGatewayDesk()
})
afterAll(() => desk.close())
beforeEach(async () => {
  ;({ me, applied } = await desk.applicant())
})

const told = async () =>
  (
    await desk.owner.query<{ kind: string }>('select kind from message where person_id = $1 order by id', [me.personId])
  ).rows.map((m) => m.kind)
const download = async (id: string) =>
  (
    await desk.t.inject({
      method: 'GET',
      url: pathOf(invoiceCalls.file, { id }),
      headers: { 'x-auth-token': me.token, 'x-account-id': me.accountId },
    })
  ).rawPayload
const age = (id: string) =>
  desk.owner.query(
    `update invoice_submission set created_at = created_at - interval '61 minutes' where invoice_id = $1`,
    [id],
  )

describe('an invoice at the tax gateway', () => {
  it('is issued there with all that it was asked for with, and its applicant gets number and file', async () => {
    const { id } = await applied()
    expect(await desk.get(id)).toMatchObject({ takesGateway: true, gatewayState: null })
    expect((await desk.submit(id)).success).toBe(true)
    expect(await desk.get(id)).toMatchObject({ invoiceState: 'ISSUING', gatewayState: 'sending', takesGateway: false })
    expect(desk.gateway.calls, 'nothing leaves before it is written down').toEqual([])
    await desk.sweep()
    expect(desk.gateway.orders.get(await desk.numberOf(id))).toMatchObject({
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
    await desk.becomes(id, { status: '20' })
    expect((await desk.get(id)).gatewayState).toBe('sending')
    const number = newInvoiceNumber()
    await desk.becomes(id, { status: '2', number, files: { pdf } })
    expect(await desk.get(id)).toMatchObject({
      invoiceState: 'ISSUED',
      gatewayState: 'issued',
      invoiceNumber: number,
      fileName: `${number}.pdf`,
    })
    expect((await desk.get(id)).steps.map((s) => s.invoiceState)).toEqual(['APPLIED', 'ISSUING', 'ISSUED'])
    expect(await told()).toEqual(['invoiceIssued'])
    expect((await download(id)).equals(pdf)).toBe(true)
    const asked = desk.methods().length
    await desk.sweep()
    expect(desk.methods(), 'nobody asks any more').toHaveLength(asked)
  })

  it('is taken from the OFD, which the gateway calls the original, and from the PDF where that cannot be had', async () => {
    const [both, broken] = [await applied(), await applied()]
    for (const { id } of [both, broken]) await desk.submit(id)
    await desk.sweep()
    await desk.becomes(both.id, { status: '2', number: newInvoiceNumber(), files: { pdf, ofd } })
    await desk.becomes(broken.id, {
      status: '2',
      number: newInvoiceNumber(),
      files: { pdf, ofd: Buffer.from('<html>busy</html>') },
    })
    expect((await desk.get(both.id)).fileName).toMatch(/\.ofd$/)
    expect((await desk.get(broken.id)).fileName).toMatch(/\.pdf$/)
  })

  it.each(['hang up', 'take and hang up'] as const)('is issued once where the gateway does "%s"', async (trouble) => {
    const { id } = await applied()
    const before = desk.gateway.orders.size
    await desk.submit(id)
    desk.gateway.next.push(trouble)
    await desk.sweep()
    expect(await desk.get(id)).toMatchObject({ gatewayState: 'sending' })
    await desk.sweep()
    expect(desk.methods().slice(0, 2)).toEqual(['requestBillingNew', 'queryInvoiceResult'])
    await desk.becomes(id, { status: '2', number: newInvoiceNumber(), files: { pdf } })
    expect((await desk.get(id)).invoiceState).toBe('ISSUED')
    expect(desk.gateway.orders.size - before).toBe(1)
  })

  it('is not lost where the gateway took it and does not know it yet', async () => {
    const { id } = await applied()
    await desk.submit(id)
    desk.gateway.next.push('take and hang up')
    await desk.sweep()
    const unknown = { code: 'E9500', describe: '未查询到发票' }
    desk.gateway.next.push(unknown, undefined, unknown)
    await desk.sweep()
    expect(desk.methods().slice(0, 3)).toEqual(['requestBillingNew', 'queryInvoiceResult', 'requestBillingNew'])
    desk.gateway.next.length = 0
    await desk.becomes(id, { status: '2', number: newInvoiceNumber(), files: { pdf } })
    expect(await desk.get(id)).toMatchObject({ invoiceState: 'ISSUED', gatewayState: 'issued' })
  })

  it('is not sent beside a refusal that is just being written', async () => {
    const { id } = await applied()
    await desk.t.call(staffInvoiceCalls.take, { params: { id } }, desk.operator)
    await desk.owner.query('begin')
    await desk.owner.query(`update invoice set state = 'REJECTED' where id = $1`, [id])
    const asked = desk.submit(id)
    await desk.waitUntilBlocked()
    await desk.owner.query('commit')
    expect((await asked).errorCode).toBe('wrong-state')
    expect(await desk.get(id)).toMatchObject({ invoiceState: 'REJECTED', gatewayState: null })
  })

  it('that is refused or fails says why to staff alone, and can be tried again or entered by hand', async () => {
    const [refused, failed] = [await applied(), await applied()]
    await desk.submit(refused.id)
    desk.gateway.next.push({ code: 'E9105', describe: '购方税号格式错误' })
    await desk.sweep()
    expect(await desk.get(refused.id)).toMatchObject({
      invoiceState: 'ISSUING',
      gatewayState: 'failed',
      gatewayTrouble: 'refused',
      gatewayDetail: '购方税号格式错误 (E9105)',
      takesGateway: true,
    })
    const mine = (await desk.t.call(invoiceCalls.get, { params: { id: refused.id } }, me)).data
    expect(JSON.stringify(mine)).not.toMatch(/购方税号|gateway/)
    await desk.submit(failed.id)
    await desk.sweep()
    await desk.becomes(failed.id, { status: '22', failCause: '开票员未登录电子税务局' })
    expect(await desk.get(failed.id)).toMatchObject({
      gatewayState: 'failed',
      gatewayTrouble: 'refused',
      gatewayDetail: '开票员未登录电子税务局 (22)',
    })
    const first = await desk.numberOf(failed.id)
    expect((await desk.submit(failed.id)).success).toBe(true)
    expect(await desk.numberOf(failed.id), 'by another number').not.toBe(first)
    const invoiceNumber = newInvoiceNumber()
    expect(await issueAs(desk.t, desk.operator, refused.id, { invoiceNumber }, pdf)).toMatchObject({ success: true })
  })

  it('that another call was answered for, or with another amount or number, is not believed', async () => {
    const odd: [Partial<Outcome>, string, string][] = [
      [{ amount: '106.01' }, 'other-amount', '106.01'],
      [{ number: '12345678' }, 'odd-number', '12345678'],
      [{ number: 'x'.repeat(20) }, 'odd-number', 'x'.repeat(20)],
    ]
    for (const [more, gatewayTrouble, gatewayDetail] of odd) {
      const { id } = await applied()
      await desk.submit(id)
      await desk.sweep()
      await desk.becomes(id, { status: '2', number: newInvoiceNumber(), files: { pdf }, ...more })
      expect(await desk.get(id)).toMatchObject({
        invoiceState: 'ISSUING',
        gatewayState: 'sending',
        gatewayTrouble,
        gatewayDetail,
        mayStopGateway: true,
      })
      expect(desk.logged.at(-1)!.level).toBe('error')
    }
    const { id } = await applied()
    await desk.submit(id)
    await desk.sweep()
    await desk.becomes(id, { status: '2', number: newInvoiceNumber(), files: { pdf }, orderNo: '123456' })
    expect(await desk.get(id)).toMatchObject({ invoiceState: 'ISSUING', gatewayState: 'sending' })
  })

  it('with the number of another invoice is left for staff', async () => {
    const [one, two] = [await applied(), await applied()]
    const invoiceNumber = newInvoiceNumber()
    await desk.t.call(staffInvoiceCalls.take, { params: { id: one.id } }, desk.operator)
    await issueAs(desk.t, desk.operator, one.id, { invoiceNumber }, pdf)
    await desk.submit(two.id)
    await desk.sweep()
    await desk.becomes(two.id, { status: '2', number: invoiceNumber, files: { pdf } })
    expect(await desk.get(two.id)).toMatchObject({
      invoiceState: 'ISSUING',
      gatewayTrouble: 'number-taken',
      gatewayDetail: invoiceNumber,
    })
  })

  it('waits for its file ten times, and counts without it then', async () => {
    const { id } = await applied()
    await desk.submit(id)
    await desk.sweep()
    const number = newInvoiceNumber()
    desk.gateway.outcomes.set(await desk.numberOf(id), { status: '2', number, files: { pdf: Buffer.alloc(0) } })
    for (let i = 0; i < 10; i++) {
      await desk.sweep()
      const { rows } = await desk.owner.query<{ soon: boolean }>(
        `select ask_at between now() and now() + interval '1 minute' as soon from invoice_submission where invoice_id = $1`,
        [id],
      )
      expect(rows, 'before staff may stop and issue it once more').toEqual([{ soon: true }])
    }
    expect(await desk.get(id)).toMatchObject({ invoiceState: 'ISSUING', gatewayState: 'sending' })
    await desk.sweep()
    expect(await desk.get(id)).toMatchObject({ invoiceState: 'ISSUED', invoiceNumber: number, fileName: null })
    expect(await told(), 'there is nothing to download yet').toEqual([])
    const { list } = (await desk.t.call(staffInvoiceCalls.list, { query: { fileState: 'missing' } }, desk.operator))
      .data
    expect(list.map((i) => i.id)).toContain(id)
  })

  it('is sealed again where its seal failed', async () => {
    const { id } = await applied()
    await desk.submit(id)
    await desk.sweep()
    await desk.becomes(id, { status: '24' })
    expect(desk.methods().at(-1)).toBe('reInvoice')
    expect(await desk.get(id)).toMatchObject({ gatewayState: 'sending' })
  })

  it('is nobody else’s to enter, refuse, withdraw or pay back meanwhile', async () => {
    const { id, order } = await applied()
    await desk.submit(id)
    const refuse = await desk.t.call(
      staffInvoiceCalls.refuse,
      { params: { id }, body: { reason: '抬头有误' } },
      desk.operator,
    )
    const entered = await issueAs(desk.t, desk.operator, id, { invoiceNumber: newInvoiceNumber() }, pdf)
    expect([refuse.errorCode, entered.errorCode]).toEqual(['gateway-busy', 'gateway-busy'])
    const { applyNo } = await desk.get(id)
    const row = { applyNo, amount: 10_600, title: null, invoiceNumber: newInvoiceNumber() }
    const sheet = await desk.t.call(
      staffInvoiceCalls.issueMany,
      { body: { rows: [row] as never, dryRun: false } },
      desk.operator,
    )
    expect(sheet.data.list[0]).toMatchObject({ outcome: 'refused', problems: [{ key: 'invoiceState' }] })
    expect((await desk.t.call(invoiceCalls.withdraw, { params: { id } }, me)).errorCode).toBe('wrong-state')
    const second = await desk.t.member({ role: 'operator' })
    const body = { amount: 100, reason: '退款' }
    const asked = await desk.t.call(staffOrderCalls.askPayback, { params: { id: order }, body }, desk.operator)
    const given = await desk.t.call(adjustmentCalls.apply, { params: { id: asked.data.id } }, second)
    expect(given.errorCode).toBe('order-invoiced')
  })

  it('is asked for once, however many ask at the same moment, and while another refuses it', async () => {
    const { id } = await applied()
    const refuse = () =>
      desk.t.call(staffInvoiceCalls.refuse, { params: { id }, body: { reason: '抬头有误' } }, desk.operator)
    const all = await Promise.all([desk.submit(id), refuse(), desk.submit(id), desk.submit(id)])
    const { rows } = await desk.owner.query('select 1 from invoice_submission where invoice_id = $1', [id])
    const { invoiceState } = await desk.get(id)
    if (all[1]!.success) expect([invoiceState, rows.length]).toEqual(['REJECTED', 0])
    else expect([invoiceState, rows.length]).toEqual(['ISSUING', 1])
    const other = await applied()
    const asked = await Promise.all(Array.from({ length: 4 }, () => desk.submit(other.id)))
    expect(asked.filter((r) => r.success)).toHaveLength(1)
  })

  it('is waited for an hour, and stopped by staff with a reason then', async () => {
    const { id } = await applied()
    await desk.submit(id)
    expect((await desk.stop(id)).errorCode).toBe('gateway-waiting')
    await age(id)
    expect(await desk.get(id)).toMatchObject({ mayStopGateway: true })
    expect((await desk.stop(id)).success).toBe(true)
    expect(await desk.get(id)).toMatchObject({ invoiceState: 'ISSUING', gatewayState: 'stopped', takesGateway: true })
    expect((await desk.stop(id)).errorCode).toBe('wrong-state')
    await desk.becomes(id, { status: '2', number: newInvoiceNumber(), files: { pdf } })
    expect((await desk.get(id)).invoiceState, 'nothing of it counts any more').toBe('ISSUING')
    await expect(
      desk.owner.query(`update invoice_submission set state = 'issued' where invoice_id = $1`, [id]),
    ).rejects.toThrow(/ends once/)
  })

  it('is not asked for where something of its orders went back, nor on paper, nor for play money', async () => {
    const [back, sandbox] = [await applied(), await applied()]
    await giveBack(desk.t, back.order, 10_600)
    expect((await desk.submit(back.id)).errorCode).toBe('invoice-sum-changed')
    expect(await desk.get(back.id)).toMatchObject({ invoiceState: 'APPLIED', gatewayState: null })
    await desk.owner.query('update invoice set is_sandbox = true where id = $1', [sandbox.id])
    expect(await desk.get(sandbox.id)).toMatchObject({ takesGateway: false })
    expect((await desk.submit(sandbox.id)).errorCode).toBe('gateway-closed')
    await desk.owner.query(`update invoice set is_sandbox = false, medium = 'PAPER' where id = $1`, [sandbox.id])
    expect((await desk.submit(sandbox.id)).errorCode).toBe('gateway-closed')
  })

  it('is not offered where there is no gateway', async () => {
    const { id } = await applied()
    giveSettings(desk.t.services.config, nuonuoSettings, undefined)
    expect(await desk.get(id)).toMatchObject({ takesGateway: false })
    expect((await desk.submit(id)).errorCode).toBe('gateway-closed')
  })

  it.each([
    ['another secret', { appSecret: 'x' }, 'sign'],
    ['another token', { accessToken: 'x' }, 'token'],
    ['another seller', { taxNumber: '91350100MA2XXXXX06' }, 'tax number'],
  ])('is not lost by settings with %s, which the log tells of as an error', async (_, more, refused) => {
    const { id } = await applied()
    await desk.submit(id)
    desk.reach(more)
    await desk.sweep()
    expect(desk.gateway.calls.at(-1)).toMatchObject({ refused })
    expect(desk.logged.at(-1)).toMatchObject({ level: 'error' })
    expect(JSON.stringify(desk.logged)).not.toContain(nuonuoSeller.appSecret)
    desk.reach()
    await desk.sweep()
    await desk.becomes(id, { status: '2', number: newInvoiceNumber(), files: { pdf } })
    expect((await desk.get(id)).invoiceState).toBe('ISSUED')
  })
})
