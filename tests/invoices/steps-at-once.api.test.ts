import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addressCalls } from '../../contract/addresses/addresses.ts'
import { headerCalls } from '../../contract/invoices/headers.ts'
import { invoiceCalls, InvoiceMedium, InvoiceState } from '../../contract/invoices/invoices.ts'
import { staffInvoiceCalls } from '../../contract/invoices/staff-invoices.ts'
import { pathOf } from '../../contract/kit/call.ts'
import { adjustmentCalls } from '../../contract/payments/adjustments.ts'
import { staffOrderCalls } from '../../contract/payments/staff-orders.ts'
import type { Member, TestApp } from '../kit/build-test-app.ts'
import { ofd, pdf } from '../kit/invoice-files.ts'
import { liftLimits } from '../kit/people/lift-limits.ts'
import { formOf } from '../kit/pictures.ts'
import { randomness, sized } from '../kit/randomness.ts'
import { openAccounts } from '../kit/sweep/account-stands.ts'
import { type ActIn, expectInTurn, pairsIn, someOf, withoutAct } from '../kit/sweep/meet.ts'
import { type GatewayDesk, openGatewayDesk } from './gateway-kit.ts'
import { giveBack, issueAs, newInvoiceNumber, paidOrder } from './invoice-kit.ts'

// Any two things that people, vendors and a tax gateway do to an invoice at once, from any of its states, end as if one had been done after the other.

let desk: GatewayDesk
let t: TestApp
let stands: Awaited<ReturnType<typeof openAccounts>>
let [staff, second]: Member[] = []
beforeAll(async () => {
  desk = await openGatewayDesk()
  t = desk.t
  staff = desk.operator
  second = await t.member({ name: '会计', role: 'operator' })
  desk.reach()
  await liftLimits(desk.owner)
  stands = await openAccounts(desk.owner)
})
afterAll(() => desk?.close())

/** Beside the states: issued by its number alone, and at the gateway, which has issued it and was not asked yet. */
type Situation = InvoiceState | 'NUMBERED' | 'SENT'

interface Subject {
  me: Member
  id: string
  applyNo: string
  order: string
  /** A payback of the order that one of staff asked for. */
  payback: string
  wish: object
  otherWish: object
  /** What the tax office calls it, and another one. */
  number: string
  other: string
}

interface Reply {
  errorCode?: string | undefined
  data: unknown
}
interface Problems {
  fields?: { path: string; key: string }[]
}

/** A refusal by its name and fields. */
const saidBy = ({ errorCode, data }: Reply) =>
  errorCode
    ? [errorCode, ...((data as Problems | null)?.fields ?? []).map(({ path, key }) => `${path} ${key}`)].join(', ')
    : 'done'
const amount = 10_000
const title = '福州某某有限公司'
const params = ({ id }: Subject) => ({ params: { id } })
const reason = { body: { reason: '依法说明' } }
const mailed = { body: { carrier: '顺丰', trackingNumber: 'SF12345' } }

/** A row of the sheet that accounting gave back. */
async function sheet({ applyNo }: Subject, invoiceNumber: string) {
  const rows = [{ applyNo, title, amount, invoiceNumber }]
  const { data } = await t.call(staffInvoiceCalls.issueMany, { body: { rows: rows as never, dryRun: false } }, staff)
  return data.list
    .map(({ outcome, problems }) => [outcome, ...problems.map((p) => `${p.path} ${p.key}`)].join(', '))
    .join()
}

async function addFile({ number }: Subject, file: Buffer, ending: string) {
  const form = formOf({ file, name: `${number}.${ending}` }, staff!.token)
  const reply = (await t.inject({ method: 'POST', url: pathOf(staffInvoiceCalls.addFile), ...form })).json<Reply>()
  return reply.errorCode ? saidBy(reply) : (reply.data as { outcome: string }).outcome
}

/** Money that came back to whoever asks for it meanwhile; and what a vendor says of that. */
const moneyActs: ActIn<Subject, Situation>[] = [
  {
    name: 'a payback, decided',
    in: ['APPLIED', 'ISSUING', 'REJECTED', 'WITHDRAWN', 'REVERSED'],
    ready:
      async ({ payback: id }) =>
      async () =>
        saidBy(await t.call(adjustmentCalls.apply, { params: { id } }, second)),
  },
  {
    name: 'all of it, given back by the vendor',
    in: InvoiceState.options,
    ready:
      async ({ order }) =>
      async () =>
        giveBack(t, order, amount),
  },
]

const applicantActs: ActIn<Subject, Situation>[] = [
  {
    name: 'apply',
    in: ['WITHDRAWN'],
    ready:
      async ({ me, order, wish }) =>
      async () =>
        saidBy(await t.call(invoiceCalls.apply, { body: { orderIds: [order], ...wish } as never }, me)),
  },
  {
    name: 'apply, under an id',
    in: ['WITHDRAWN'],
    ready:
      async ({ id, me, order, wish }) =>
      async () =>
        saidBy(await t.call(invoiceCalls.apply, { body: { orderIds: [order], unique_id: id, ...wish } as never }, me)),
  },
  {
    name: 'reapply',
    in: ['REJECTED', 'REVERSED'],
    ready: async (of) => async () =>
      saidBy(await t.call(invoiceCalls.reapply, { ...params(of), body: of.otherWish as never }, of.me)),
  },
  {
    name: 'withdraw',
    in: ['APPLIED', 'REJECTED', 'REVERSED'],
    ready: async (of) => async () => saidBy(await t.call(invoiceCalls.withdraw, params(of), of.me)),
  },
]

const staffActs: ActIn<Subject, Situation>[] = [
  {
    name: 'staff take',
    in: ['APPLIED'],
    ready: async (of) => async () => saidBy(await t.call(staffInvoiceCalls.take, params(of), staff)),
  },
  {
    name: 'staff issue',
    in: ['ISSUING'],
    ready:
      async ({ id, number }) =>
      async () =>
        saidBy(await issueAs(t, staff!, id, { invoiceNumber: number }, pdf)),
  },
  { name: 'staff issueMany', in: ['APPLIED', 'ISSUING'], ready: async (of) => () => sheet(of, of.number) },
  {
    name: 'staff issueMany, by another number',
    in: ['APPLIED', 'ISSUING'],
    ready: async (of) => () => sheet(of, of.other),
  },
  { name: 'staff addFile', in: ['NUMBERED'], ready: async (of) => () => addFile(of, pdf, 'pdf') },
  { name: 'staff addFile, another one', in: ['NUMBERED'], ready: async (of) => () => addFile(of, ofd, 'ofd') },
  {
    name: 'staff submit',
    in: ['APPLIED', 'ISSUING'],
    ready:
      async ({ id }) =>
      async () =>
        saidBy(await desk.submit(id)),
  },
  {
    name: 'staff stop',
    in: ['SENT'],
    ready:
      async ({ id }) =>
      async () =>
        saidBy(await desk.stop(id)),
  },
  {
    name: 'staff refuse',
    in: ['APPLIED', 'ISSUING'],
    ready: async (of) => async () =>
      saidBy(await t.call(staffInvoiceCalls.refuse, { ...params(of), ...reason }, staff)),
  },
  {
    name: 'staff mail',
    in: ['ISSUED', 'NUMBERED'],
    ready: async (of) => async () => saidBy(await t.call(staffInvoiceCalls.mail, { ...params(of), ...mailed }, staff)),
  },
  {
    name: 'staff reverse',
    in: ['ISSUED', 'NUMBERED', 'MAILED'],
    ready: async (of) => async () =>
      saidBy(await t.call(staffInvoiceCalls.reverse, { ...params(of), ...reason }, staff)),
  },
  {
    name: 'the gateway, asked',
    in: ['SENT'],
    ready: async () => async () => {
      await desk.sweep()
      return 'done'
    },
  },
]
const acts = [...applicantActs, ...staffActs, ...moneyActs]

const must = async (said: Promise<Reply>) => {
  const reply = await said
  if (reply.errorCode) throw new Error(saidBy(reply))
}
const take = (of: Subject) => must(t.call(staffInvoiceCalls.take, params(of), staff))
async function issue(of: Subject) {
  await take(of)
  await must(issueAs(t, staff!, of.id, { invoiceNumber: of.number }, pdf))
}

/** From an application that nobody looked at. */
const leadsTo: Record<Situation, (of: Subject) => Promise<unknown>> = {
  APPLIED: async () => {},
  ISSUING: take,
  ISSUED: issue,
  NUMBERED: (of) => sheet(of, of.number),
  async MAILED(of) {
    await issue(of)
    await must(t.call(staffInvoiceCalls.mail, { ...params(of), ...mailed }, staff))
  },
  REJECTED: (of) => must(t.call(staffInvoiceCalls.refuse, { ...params(of), ...reason }, staff)),
  WITHDRAWN: (of) => must(t.call(invoiceCalls.withdraw, params(of), of.me)),
  async REVERSED(of) {
    await issue(of)
    await must(t.call(staffInvoiceCalls.reverse, { ...params(of), ...reason }, staff))
  },
  async SENT({ id, number }) {
    await must(desk.submit(id))
    await desk.sweep()
    desk.gateway.outcomes.set(await desk.numberOf(id), { status: '2', number, files: { pdf } })
    await desk.owner.query(
      `update invoice_submission set created_at = created_at - interval '61 minutes' where invoice_id = $1`,
      [id],
    )
  },
}
const situations = Object.keys(leadsTo) as Situation[]

const place = { provinceCode: '350000', cityCode: '350100', regionCode: '350102', detail: '湖东路 1 号' }

/** How somebody new applies, by two headers of theirs. */
async function wishesOf(me: Member, medium: InvoiceMedium) {
  const header = async (body: object) => (await t.call(headerCalls.create, { body: body as never }, me)).data.id
  const first = await header({ headType: 'ENTERPRISE', title, taxNo: '91350100M000100Y43' })
  const other = await header({ headType: 'PERSONAL', title: '张三' })
  const body = { name: '收件人', phone: '13912345678', ...place } as never
  const receiver =
    medium === 'PAPER'
      ? { addressId: (await t.call(addressCalls.create, { body }, me)).data.id }
      : { email: 'books@example.com' }
  return { wish: { headerId: first, medium, ...receiver }, otherWish: { headerId: other, medium, ...receiver } }
}

async function begin(medium: InvoiceMedium, situation: Situation): Promise<Subject> {
  // What others left on its way is not asked about, and staff proved a moment ago who they are.
  await desk.owner.query('update invoice_submission set ask_at = null')
  await desk.owner.query('update session set proved_at = app_now()')
  const me = await t.member({ name: '代理所', kind: 'enterprise' })
  const { wish, otherWish } = await wishesOf(me, medium)
  const order = await paidOrder(t, me, amount)
  const back = { params: { id: order }, body: { amount: 4_000, reason: '客户要求退款' } }
  const payback = (await t.call(staffOrderCalls.askPayback, back, staff)).data.id
  const { id, applyNo } = (await t.call(invoiceCalls.apply, { body: { orderIds: [order], ...wish } as never }, me)).data
  const numbers = { number: newInvoiceNumber(), other: newInvoiceNumber() }
  const subject = { me, id, applyNo, order, payback, wish, otherWish, ...numbers }
  await leadsTo[situation](subject)
  return subject
}

const look = ({ me, number, other }: Subject) => stands(me.accountId, { [number]: 'one number', [other]: 'another' })

describe('two things that are done to an invoice at once', () => {
  it('are all that its calls can do', () => {
    expect([...withoutAct(invoiceCalls, acts), ...withoutAct(staffInvoiceCalls, acts, 'staff ')]).toEqual([])
  })

  it.each(InvoiceMedium.options)(
    'end as one after the other: %s',
    { timeout: sized(120_000, 7_200_000) },
    async (medium) => {
      const missing = medium === 'PAPER' ? 'SENT' : 'MAILED'
      const all = situations
        .filter((situation) => situation !== missing)
        .flatMap((situation) => pairsIn(acts, situation).map((pair) => ({ situation, pair })))
      const some = someOf(all, sized(4, 400), randomness(`meetings of invoices: ${medium}`))
      for (const { situation, pair } of some)
        await expectInTurn({ from: `${situation}: `, begin: () => begin(medium, situation), look }, pair)
    },
  )
})
