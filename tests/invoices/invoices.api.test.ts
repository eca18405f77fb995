import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addressCalls } from '../../contract/addresses/addresses.ts'
import { headerCalls } from '../../contract/invoices/headers.ts'
import { invoiceCalls } from '../../contract/invoices/invoices.ts'
import { staffInvoiceCalls } from '../../contract/invoices/staff-invoices.ts'
import { pathOf } from '../../contract/kit/call.ts'
import { newId } from '../../server/kit/ids.ts'
import { buildTestApp, type Member, type TestApp } from '../kit/build-test-app.ts'
import { forgetLimits } from '../kit/people/forget-limits.ts'
import { ofd, pdf } from '../kit/invoice-files.ts'
import { giveBack, issueAs, newInvoiceNumber, paidOrder } from './invoice-kit.ts'

let t: TestApp
let operator: Member
let me: Member
let headerId: string
beforeAll(async () => {
  t = await buildTestApp()
  operator = await t.member({ name: '开票员', role: 'operator' })
})
afterAll(() => t.close())
beforeEach(async () => {
  await forgetLimits(t)
  me = await t.member({ name: '代理所', kind: 'enterprise' })
  headerId = await header(me)
})

const special = {
  headType: 'ENTERPRISE_SPECIAL',
  title: '福州某某有限公司',
  taxNo: '91350100M000100Y43',
  address: '福州市某路 1 号',
  phone: '0591-88887777',
  bank: '某银行福州分行',
  account: '123456789012',
} as const
const header = async (as: Member, body: Parameters<typeof sendHeader>[1] = { headType: 'PERSONAL', title: '张三' }) =>
  (await sendHeader(as, body)).data.id
const sendHeader = (as: Member, body: { headType: 'PERSONAL'; title: string } | typeof special) =>
  t.call(headerCalls.create, { body }, as)
const email = 'books@example.com'
type Wish = Record<string, unknown>
const apply = (orderIds: string[], more: Wish = {}, as = me) =>
  t.call(invoiceCalls.apply, { body: { orderIds, headerId, email, ...more } as never }, as)
const applied = async (...amounts: number[]) => {
  const orders = await Promise.all(amounts.map((amount) => paidOrder(t, me, amount)))
  const { data, success, errorMessage } = await apply(orders)
  if (!success) throw new Error(errorMessage)
  return { ...data, orders }
}
const get = async (id: string, as = me) => (await t.call(invoiceCalls.get, { params: { id } }, as)).data
const free = async (as = me) => (await t.call(invoiceCalls.orders, { query: {} }, as)).data.list.map(({ id }) => id)
const fields = (reply: { data: unknown }) =>
  Object.fromEntries(
    ((reply.data as { fields?: { path: string; key: string }[] }).fields ?? []).map((f) => [f.path, f.key]),
  )
const code = (reply: { errorCode?: string | undefined; success: boolean }) => (reply.success ? 'ok' : reply.errorCode)
const reapply = (id: string, more: Wish = {}, as = me) =>
  t.call(invoiceCalls.reapply, { params: { id }, body: { headerId, email, ...more } as never }, as)
const withdraw = (id: string, as = me) => t.call(invoiceCalls.withdraw, { params: { id } }, as)
const take = (id: string, as = operator) => t.call(staffInvoiceCalls.take, { params: { id } }, as)
const refuse = (id: string, reason = '抬头有误') =>
  t.call(staffInvoiceCalls.refuse, { params: { id }, body: { reason } }, operator)
const reverse = (id: string) =>
  t.call(staffInvoiceCalls.reverse, { params: { id }, body: { reason: '开错了' } }, operator)
const issue = (id: string, file?: Buffer, given: Record<string, string> = { invoiceNumber: newInvoiceNumber() }) =>
  issueAs(t, operator, id, given, file)
const issued = async (id: string) => (await take(id), code(await issue(id, pdf)))

describe('an application', () => {
  it('is made out for the sum of its orders, which nothing else can have then', async () => {
    const [one, two, other] = [await paidOrder(t, me, 12_345), await paidOrder(t, me, 655), await paidOrder(t, me, 1)]
    expect((await free()).toSorted()).toEqual([one, two, other].toSorted())
    const { data } = await apply([one, two], { remark: '11 月', email: 'Books@Example.com' })
    expect(data).toMatchObject({ amount: 13_000, invoiceState: 'APPLIED', attempt: 1 })
    expect(await free()).toEqual([other])
    const shown = await get(data.id)
    expect(shown).toMatchObject({ title: '张三', invoiceType: 'PERSONAL', email, remark: '11 月', orderCount: 2 })
    expect(shown.orders.reduce((sum, o) => sum + o.amount, 0)).toBe(shown.amount)
    expect(shown.steps).toMatchObject([{ invoiceState: 'APPLIED', told: `张三 · ${email}`, byStaff: false }])
    expect(code(await apply([other, one]))).toBe('orders-invoiced')
    expect(await free()).toEqual([other])
  })

  it('keeps the header as it was, and an address in words', async () => {
    const { data } = await t.call(
      addressCalls.create,
      {
        body: {
          name: '收件人',
          phone: '13912345678',
          provinceCode: '350000',
          cityCode: '350100',
          regionCode: '350102',
          detail: '某路 10 号楼',
        },
      },
      me,
    )
    const reply = await apply([await paidOrder(t, me)], { medium: 'PAPER', addressId: data.id })
    await t.call(headerCalls.remove, { params: { id: headerId } }, me)
    expect(await get(reply.data.id)).toMatchObject({
      title: '张三',
      email: null,
      receiver: '收件人, 13912345678, 福建省 福州市 鼓楼区 某路 10 号楼',
    })
  })

  it('asked for again with the same id is the same one, however many ask at once', async () => {
    const order = await paidOrder(t, me)
    const replies = await Promise.all([1, 2, 3, 4].map(() => apply([order], { unique_id: 'the same one' })))
    expect(replies.map(code)).toEqual(['ok', 'ok', 'ok', 'ok'])
    expect(new Set(replies.map((r) => r.data.id)).size).toBe(1)
    expect(code(await apply([await paidOrder(t, me)], { unique_id: 'the same one' }))).toBe('unique-id-repeated')
  })

  it('over an order that another one wants at the same time leaves it to one of them', async () => {
    const [order, ...others] = [await paidOrder(t, me), await paidOrder(t, me), await paidOrder(t, me)]
    const replies = await Promise.all(others.map((other) => apply([order, other])))
    expect(replies.map(code).toSorted()).toEqual(['ok', 'orders-invoiced'])
    // The database itself keeps an order in one invoice, whoever asks.
    const { invoiceId } = await t.services.db.system
      .selectFrom('invoiceOrder')
      .select('invoiceId')
      .where('orderId', '=', order)
      .executeTakeFirstOrThrow()
    const again = t.services.db.forAccount(me, (tx) =>
      tx
        .insertInto('invoiceOrder')
        .values({ invoiceId: newId(), orderId: order, platformId: t.platformId, accountId: me.accountId, amount: 1 })
        .execute(),
    )
    await expect(again).rejects.toMatchObject({ constraint: 'invoice_order_live' })
    expect(invoiceId).toBe(replies.find((r) => r.success)!.data.id)
  })

  it('names everything that is wrong with it', async () => {
    const stranger = await t.member()
    const [mine, theirs] = [await paidOrder(t, me), await paidOrder(t, stranger)]
    const back = await paidOrder(t, me)
    await giveBack(t, back, 100)
    const gone = { headerId: await header(stranger), medium: 'PAPER', addressId: newId() }
    expect(fields(await apply([mine, theirs, newId(), back], gone))).toEqual({
      'orderIds.1': 'orderGone',
      'orderIds.2': 'orderGone',
      'orderIds.3': 'orderGone',
      headerId: 'headerGone',
      addressId: 'addressGone',
    })
    expect(fields(await apply([], { headerId: 'x', email: '' }))).toEqual({
      orderIds: 'tooSmall.list',
      headerId: 'format.uuid',
      email: 'required',
    })
    expect(fields(await apply([mine], { email: 'nobody' }))).toEqual({ email: 'format.email' })
    expect(fields(await apply([mine], { medium: 'PAPER' }))).toEqual({ addressId: 'required' })
    expect(fields(await apply([mine], { invoiceType: 'ENTERPRISE' }))).toEqual({ invoiceType: 'headerUnfit' })
    expect(fields(await apply([mine], { medium: 'STONE', remark: 'x'.repeat(201) }))).toEqual({
      medium: 'notAChoice',
      remark: 'tooBig.text',
    })
    expect(await free()).toEqual([mine])
  })

  it('by which the tax is deducted takes a verified enterprise; the same header makes a general one', async () => {
    const order = await paidOrder(t, me)
    const wish = { headerId: await header(me, special) }
    expect(code(await apply([order], wish))).toBe('enterprise-unverified')
    const { data } = await apply([order], { ...wish, invoiceType: 'ENTERPRISE' })
    expect(await get(data.id)).toMatchObject({ invoiceType: 'ENTERPRISE', taxNo: special.taxNo, bank: null })
  })

  it('of others answers as one that is not there, to customers and to staff of other platforms', async () => {
    const stranger = await t.member()
    const { id } = await applied(100)
    const asked = [get, reapply, withdraw].map(async (call) =>
      call === get
        ? code(await t.call(invoiceCalls.get, { params: { id } }, stranger))
        : call === reapply
          ? code(await reapply(id, {}, stranger))
          : code(await withdraw(id, stranger)),
    )
    expect(await Promise.all(asked)).toEqual(['not-found', 'not-found', 'not-found'])
    expect(code(await take(id, me))).toBe('forbidden')
  })
})

describe('its way', () => {
  it('runs by refusal and a new attempt to a file that can be downloaded', async () => {
    const { id, orders } = await applied(12_345, 655)
    expect(code(await refuse(id))).toBe('ok')
    expect(await get(id)).toMatchObject({ invoiceState: 'REJECTED', reason: '抬头有误' })
    expect(await free()).toEqual([])
    const other = await header(me, special)
    expect((await reapply(id, { headerId: other, invoiceType: 'ENTERPRISE' })).data).toMatchObject({
      id,
      attempt: 2,
      amount: 13_000,
      invoiceState: 'APPLIED',
    })
    expect(await issued(id)).toBe('ok')
    const shown = await get(id)
    expect(shown).toMatchObject({ invoiceState: 'ISSUED', title: special.title, reason: '' })
    expect(shown.fileName).toBe(`${shown.invoiceNumber}.pdf`)
    expect(shown.steps.map((s) => [s.attempt, s.invoiceState, s.reason, s.personName, s.hasFile])).toEqual([
      [1, 'APPLIED', '', me.name, false],
      [1, 'REJECTED', '抬头有误', null, false],
      [2, 'APPLIED', '', me.name, false],
      [2, 'ISSUING', '', null, false],
      [2, 'ISSUED', '', null, true],
    ])
    expect(shown.orders.map((o) => o.id).toSorted()).toEqual(orders.toSorted())
    const file = await t.inject({
      url: pathOf(invoiceCalls.file, { id }),
      headers: { 'x-auth-token': me.token },
    })
    expect(file.rawPayload).toEqual(pdf)
    expect(file.headers).toMatchObject({ 'content-type': 'application/pdf' })
    const told = await t.services.db.system
      .selectFrom('message')
      .select('kind')
      .where('subjectId', '=', id)
      .orderBy('createdAt')
      .execute()
    expect(told.map(({ kind }) => kind)).toEqual(['invoiceRefused', 'invoiceIssued'])
  })

  it('withdrawn sets the orders free, for one application', async () => {
    const { id, orders } = await applied(100)
    expect(code(await withdraw(id))).toBe('ok')
    expect(await free()).toEqual(orders)
    expect(code(await withdraw(id))).toBe('wrong-state')
    expect(code(await apply(orders))).toBe('ok')
    expect(code(await reapply(id))).toBe('wrong-state')
  })

  it('of a printed one goes on to the mail, and back by a reversal', async () => {
    const { data: address } = await t.call(
      addressCalls.create,
      {
        body: {
          name: '收件人',
          phone: '13912345678',
          provinceCode: '350000',
          cityCode: '350100',
          regionCode: '350102',
          detail: '某路 10 号楼',
        },
      },
      me,
    )
    const { id } = (await apply([await paidOrder(t, me)], { medium: 'PAPER', addressId: address.id })).data
    const send = () =>
      t.call(
        staffInvoiceCalls.mail,
        { params: { id }, body: { carrier: '顺丰', trackingNumber: 'SF1234567890' } },
        operator,
      )
    expect(code(await send())).toBe('wrong-state')
    await take(id)
    expect(code(await issue(id, undefined, { invoiceNumber: '12345678', invoiceCode: '0350021003' }))).toBe('ok')
    expect(code(await send())).toBe('ok')
    expect(await get(id)).toMatchObject({ invoiceState: 'MAILED', carrier: '顺丰', invoiceCode: '0350021003' })
    expect(code(await reverse(id))).toBe('ok')
    expect(await get(id)).toMatchObject({ invoiceState: 'REVERSED', reason: '开错了', invoiceNumber: '12345678' })
    expect(code(await reapply(id))).toBe('ok')
    expect(await get(id)).toMatchObject({ invoiceState: 'APPLIED', attempt: 2, invoiceNumber: null, carrier: null })
  })

  it('takes no other step, from whichever side', async () => {
    const { id } = await applied(100)
    expect(code(await issue(id, pdf))).toBe('wrong-state')
    expect([code(await reverse(id)), code(await reapply(id))]).toEqual(['wrong-state', 'wrong-state'])
    await take(id)
    expect([code(await withdraw(id)), code(await take(id))]).toEqual(['wrong-state', 'wrong-state'])
    const jump = t.services.db.system.updateTable('invoice').set({ state: 'MAILED' }).where('id', '=', id).execute()
    await expect(jump).rejects.toMatchObject({ code: '23514' })
  })

  it('is decided once where applicant and staff act at the same time', async () => {
    for (const act of [take, refuse]) {
      const { id } = await applied(100)
      const replies = (await Promise.all([withdraw(id), act(id)])).map(code)
      expect(replies.toSorted()).toContain('ok')
      if (act === take) expect(replies.filter((r) => r === 'ok')).toHaveLength(1)
    }
    const { id } = await applied(100)
    await refuse(id)
    const again = await Promise.all([reapply(id), reapply(id), withdraw(id)])
    expect(again.filter((r) => r.success)).not.toHaveLength(0)
    const { attempt, steps } = await get(id)
    expect([attempt, steps.length]).toEqual([again.slice(0, 2).some((r) => r.success) ? 2 : 1, expect.any(Number)])
    expect(attempt).toBeLessThan(3)
  })

  it('stops where an order was given back meanwhile, and says what to do', async () => {
    const { id, orders } = await applied(100, 200)
    await take(id)
    await giveBack(t, orders[0]!, 100)
    expect(code(await issue(id, pdf))).toBe('invoice-sum-changed')
    await refuse(id)
    expect(code(await reapply(id))).toBe('orders-given-back')
    await withdraw(id)
    expect(await free()).toEqual([orders[1]])
  })
})

describe('what staff enter', () => {
  it('is a number of its kind, once, with a file that is one', async () => {
    const { id } = await applied(100)
    await take(id)
    const refused = async (file?: Buffer, given?: Record<string, string>) =>
      fields((await issue(id, file, given)) as never)
    expect(await refused()).toEqual({ file: 'required' })
    expect(await refused(Buffer.from('<html>'))).toEqual({ file: 'invoiceFile' })
    expect(await refused(Buffer.from('PK\u0003\u0004 no OFD'))).toEqual({ file: 'invoiceFile' })
    expect(await refused(pdf, { invoiceNumber: '123' })).toEqual({ invoiceNumber: 'invoiceNumber' })
    expect(await refused(pdf, { invoiceNumber: '12345678', invoiceCode: '1' })).toMatchObject({
      invoiceCode: 'invoiceCode',
    })
    const number = newInvoiceNumber()
    expect(code(await issue(id, ofd, { invoiceNumber: ` ${number.slice(0, 10)} ${number.slice(10)} ` }))).toBe('ok')
    const other = await applied(100)
    await take(other.id)
    expect(fields((await issue(other.id, pdf, { invoiceNumber: number })) as never)).toEqual({
      invoiceNumber: 'duplicate',
    })
    expect((await get(other.id)).invoiceState).toBe('ISSUING')
  })

  it('is found by account, title and number; lists of customers hold their own alone', async () => {
    const { id, applyNo } = await applied(100)
    await issued(id)
    const { invoiceNumber } = await get(id)
    for (const keyWord of [applyNo, invoiceNumber!]) {
      const { data } = await t.call(staffInvoiceCalls.list, { query: { keyWord } }, operator)
      expect(data.list).toMatchObject([{ id, accountName: '代理所', invoiceState: 'ISSUED' }])
      expect((await t.call(invoiceCalls.list, { body: { keyWord } }, me)).data.total).toBe(1)
      expect((await t.call(invoiceCalls.list, { body: { keyWord } }, await t.member())).data.total).toBe(0)
    }
    const waiting = await t.call(
      staffInvoiceCalls.list,
      { query: { invoiceState: 'APPLIED', keyWord: applyNo } },
      operator,
    )
    expect(waiting.data.total).toBe(0)
    const { steps } = (await t.call(staffInvoiceCalls.get, { params: { id } }, operator)).data
    expect(steps.at(-1)).toMatchObject({ invoiceState: 'ISSUED', personName: '开票员', told: invoiceNumber })
  })
})
