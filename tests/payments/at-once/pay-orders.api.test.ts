import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { adjustmentCalls } from '../../../contract/payments/adjustments.ts'
import {
  PayChannelName,
  payOrderCalls,
  type PayOrderState,
  type PayTrouble,
} from '../../../contract/payments/pay-orders.ts'
import { staffOrderCalls } from '../../../contract/payments/staff-orders.ts'
import { newId } from '../../../server/kit/ids.ts'
import type { PayState } from '../../../server/payments/channels/channel.types.ts'
import { findOrder } from '../../../server/payments/orders/orders.repo.ts'
import { askVendor } from '../../../server/payments/orders/orders.service.ts'
import { take } from '../../../server/payments/orders/settle.service.ts'
import { watchOrders } from '../../../server/payments/orders/watch-orders.ts'
import { sendPaybacks } from '../../../server/payments/paybacks/send-paybacks.ts'
import { buildTestApp, type Member, type TestApp } from '../../kit/build-test-app.ts'
import { liftLimits } from '../../kit/people/lift-limits.ts'
import { randomness, sized } from '../../kit/randomness.ts'
import { openAccounts } from '../../kit/sweep/account-stands.ts'
import { type ActIn, expectInTurn, pairsIn, someOf, withoutAct } from '../../kit/sweep/meet.ts'
import { openPaySandbox } from '../../kit/vendors/pay-sandbox.ts'
import { purse, refusalOf } from '../kit.ts'

// Any two things that a payer, a vendor, staff and the service do to an order that is paid through a vendor, at once and from any of its states, end as if
// one had been done after the other.

let t: TestApp
let database: pg.Client
let vendors: Awaited<ReturnType<typeof openPaySandbox>>
let stands: Awaited<ReturnType<typeof openAccounts>>
let [asker, decider, third]: Member[] = []
beforeAll(async () => {
  t = await buildTestApp()
  vendors = await openPaySandbox(t)
  database = new pg.Client({ connectionString: t.databaseUrl })
  await database.connect()
  await liftLimits(database)
  stands = await openAccounts(database)
  asker = await t.member({ name: '出纳', role: 'operator' })
  decider = await t.member({ name: '会计', role: 'operator' })
  third = await t.member({ name: '主管', role: 'administrator' })
})
afterAll(async () => {
  await database?.end()
  await t?.close()
  await vendors?.close()
})

/** Beside the states: without its vendor's offer, past its time, paid at its vendor who did not say so, and whatever becomes of what was paid. */
type Situation =
  | PayOrderState
  | 'not offered'
  | 'expired'
  | 'paid there'
  | 'closed, paid there'
  | 'other amount'
  | 'twice'
  | 'sending'
  | 'sent'
  | 'paid back'
  | 'failed'

interface Subject {
  who: Member
  channel: PayChannelName
  id: string
  number: string
  uniqueId: string
  /** Two paybacks that are asked for; together they are more than was paid. */
  paybacks: string[]
  /** An event of its vendor. */
  event: string
}
type OrderAct = ActIn<Subject, Situation>

const amount = 10_000
const log = { info() {}, warn() {}, error() {} }
const settled: Situation[] = ['paid', 'twice', 'sending', 'sent', 'paid back', 'failed']
const open: Situation[] = ['waiting', 'not offered', 'expired', 'paid there']
const params = ({ id }: Subject) => ({ params: { id } })
const vendor = ({ channel }: Pick<Subject, 'channel'>) => vendors.sandbox[channel]
const saidBy = (reply: { errorCode?: string | undefined }) => reply.errorCode ?? 'done'
const stateOf = (reply: { errorCode?: string | undefined; data: { payState: string } }) =>
  reply.errorCode ?? reply.data.payState
const readied =
  (act: (of: Subject) => Promise<string>): OrderAct['ready'] =>
  async (of) =>
  () =>
    act(of)

const recharge = ({ who, channel }: Pick<Subject, 'who' | 'channel'>, uniqueId: string) =>
  t.call(payOrderCalls.recharge, { body: { amount, channel, unique_id: uniqueId } }, who)
const askPayback = (of: Subject, fen: number) =>
  t.call(staffOrderCalls.askPayback, { ...params(of), body: { amount: fen, reason: '客户要求退款' } }, asker)
const decide = (id: string | undefined, as = decider) =>
  t.call(adjustmentCalls.apply, { params: { id: id ?? newId() } }, as)

async function notice(of: Subject, about: { id?: string; refundNumber?: string }) {
  const { headers, body } = vendor(of).noticeOf({ number: of.number, ...about })
  const url = `/shimakaze/pay/notice/${of.channel}/local`
  return String((await t.inject({ method: 'POST', url, headers, payload: body })).statusCode)
}

/** As if its vendor said so. */
const told = ({ id }: Subject, state: PayState) =>
  t.services.db.asSystem(async (tx) => take(t.services, tx, await findOrder(tx, id), state))

/** A sweep that finds nothing else to do; one that passed over what somebody held comes again. */
const swept =
  (table: 'pay_order' | 'payback', sweep: typeof watchOrders): OrderAct['ready'] =>
  async ({ who }) => {
    const due = `account_id = '${who.accountId}' and ask_at <= app_now()`
    await database.query(
      `update ${table} set ask_at = case when account_id = $1 then app_now() end where ask_at is not null`,
      [who.accountId],
    )
    return async () => {
      for (let left = true; left; left = (await database.query(`select from ${table} where ${due}`)).rowCount! > 0)
        await sweep(t.services, log)
      return 'done'
    }
  }

const payerActs: OrderAct[] = [
  {
    name: 'ask',
    in: [...open, 'closed, paid there'],
    ready: readied(async (of) => stateOf(await t.call(payOrderCalls.ask, params(of), of.who))),
  },
  {
    name: 'close',
    in: open,
    ready: readied(async (of) => stateOf(await t.call(payOrderCalls.close, params(of), of.who))),
  },
  { name: 'recharge', in: ['not offered'], ready: readied(async (of) => stateOf(await recharge(of, of.uniqueId))) },
  { name: 'recharge, another', in: ['waiting'], ready: readied(async (of) => stateOf(await recharge(of, newId()))) },
  {
    name: 'somebody pays',
    in: ['waiting', 'not offered', 'expired'],
    ready: readied(async (of) => {
      try {
        vendor(of).pay(of.number)
        return 'paid'
      } catch {
        return 'not paid'
      }
    }),
  },
  {
    name: 'all of it is spent',
    in: settled,
    ready: readied(async ({ who }) => (await refusalOf(purse(t, who).reserve(amount - 2_000))) ?? 'done'),
  },
]

const vendorActs: OrderAct[] = [
  { name: 'a notice', in: ['paid there', 'closed, paid there'], ready: readied((of) => notice(of, { id: of.event })) },
  { name: 'another notice', in: ['paid there', 'closed, paid there'], ready: readied((of) => notice(of, {})) },
  {
    name: 'a notice of the payback',
    in: ['sent'],
    ready: readied(async (of) => {
      const refund = vendor(of).book.find(of.number)!.refunds[0]
      return refund ? notice(of, { refundNumber: refund.number }) : 'none'
    }),
  },
  {
    name: 'another transaction',
    in: [...open, ...settled],
    ready: readied((of) => told(of, { state: 'paid', vendorNumber: `9${of.number}`, fen: amount })),
  },
  {
    name: 'another amount',
    in: open,
    ready: readied((of) => told(of, { state: 'paid', vendorNumber: `8${of.number}`, fen: amount - 1 })),
  },
  {
    name: 'given back there',
    in: [...open, ...settled],
    ready: readied((of) => told(of, { state: 'refunded', vendorNumber: `9${of.number}`, fen: amount })),
  },
  { name: 'orders are asked about', in: [...open, 'closed, paid there'], ready: swept('pay_order', watchOrders) },
  { name: 'paybacks are sent', in: ['sending', 'sent'], ready: swept('payback', sendPaybacks) },
]

const staffActs: OrderAct[] = [
  { name: 'staff askPayback', in: settled, ready: readied(async (of) => saidBy(await askPayback(of, 1_000))) },
  {
    name: 'staff clear',
    in: ['other amount', 'twice', 'failed'],
    async ready(of) {
      const { rows } = await database.query<{ trouble: PayTrouble; vendorNumber: string }>(
        'select trouble, vendor_number as "vendorNumber" from pay_trouble where order_id = $1',
        [of.id],
      )
      const body = { ...(rows[0] ?? { trouble: 'late' as const, vendorNumber: '' }), reason: '已核对' }
      return async () => saidBy(await t.call(staffOrderCalls.clear, { ...params(of), body }, asker))
    },
  },
  {
    name: 'decision apply',
    in: ['paid', 'twice'],
    ready: readied(async ({ paybacks }) => saidBy(await decide(paybacks[0]))),
  },
  {
    name: 'decision apply, by another',
    in: ['paid', 'twice'],
    ready: readied(async ({ paybacks }) => saidBy(await decide(paybacks[0], third))),
  },
  {
    name: 'decision apply, of the other',
    in: ['paid', 'twice'],
    ready: readied(async ({ paybacks }) => saidBy(await decide(paybacks[1]))),
  },
  {
    name: 'decision refuse',
    in: ['paid', 'twice'],
    ready: readied(async ({ paybacks: [id = newId()] }) =>
      saidBy(await t.call(adjustmentCalls.refuse, { params: { id }, body: { reason: '依法说明' } }, third)),
    ),
  },
  {
    name: 'decision withdraw',
    in: ['paid', 'twice'],
    ready: readied(async ({ paybacks: [id = newId()] }) =>
      saidBy(await t.call(adjustmentCalls.withdraw, { params: { id } }, asker)),
    ),
  },
]
const acts = [...payerActs, ...vendorActs, ...staffActs]

async function pay(of: Subject) {
  vendor(of).pay(of.number)
  await notice(of, {})
  for (const fen of [4_000, 7_000]) of.paybacks.push((await askPayback(of, fen)).data.id)
}
async function payBack(of: Subject) {
  await pay(of)
  await decide(of.paybacks[0])
}
const send = async () => {
  await sendPaybacks(t.services, log)
}
const refusals = {
  wechat: { status: 403, code: 'NOT_ENOUGH' },
  alipay: { code: '40004', subCode: 'ACQ.SELLER_BALANCE_NOT_ENOUGH' },
}
const next = (of: Subject, answer: unknown) => void (vendor(of).next as unknown[]).push(answer)
const set = (of: Subject, change: string) => database.query(`update pay_order set ${change} where id = $1`, [of.id])

/** From an order that waits and has its vendor's offer. */
const leadsTo: Record<Situation, (of: Subject) => Promise<unknown>> = {
  waiting: async () => {},
  'not offered': (of) => set(of, 'offer = null'),
  expired: (of) => set(of, `expires_at = app_now() - interval '1 minute'`),
  'paid there': async (of) => vendor(of).pay(of.number),
  closed: (of) => t.call(payOrderCalls.close, params(of), of.who),
  async 'closed, paid there'(of) {
    vendor(of).pay(of.number)
    await set(of, `state = 'closed', ended_at = app_now(), offer = null`)
  },
  'other amount': (of) => told(of, { state: 'paid', vendorNumber: `7${of.number}`, fen: amount - 1 }),
  paid: pay,
  async twice(of) {
    await pay(of)
    await told(of, { state: 'paid', vendorNumber: `7${of.number}`, fen: amount })
  },
  sending: payBack,
  async sent(of) {
    await payBack(of)
    next(of, 'hang up')
    await send()
  },
  async 'paid back'(of) {
    await payBack(of)
    await send()
  },
  async failed(of) {
    await payBack(of)
    next(of, refusals[of.channel])
    await send()
  },
}

async function begin(channel: PayChannelName, situation: Situation): Promise<Subject> {
  // What others left on its way is not asked about, and staff proved a moment ago who they are.
  for (const table of ['pay_order', 'payback']) await database.query(`update ${table} set ask_at = null`)
  await database.query('update session set proved_at = app_now()')
  const who = await t.member({ name: '客户' })
  vendors.sandbox[channel].notices.mode = 'never'
  const uniqueId = newId()
  const { id, orderNumber: number } = (await recharge({ who, channel }, uniqueId)).data
  const subject = { who, channel, id, number, uniqueId, paybacks: [], event: newId() }
  await leadsTo[situation](subject)
  return subject
}

/** What stands once its vendor has told all that it knows: whoever finds an order paid, or given back, asks no more. */
async function look(of: Subject) {
  if (vendor(of).book.find(of.number)?.state === 'paid')
    await askVendor(t.services, await findOrder(t.services.db.system, of.id), 'ask')
  return stands(of.who.accountId, {
    ...Object.fromEntries([asker!, decider!, third!].map(({ personId, name }) => [personId, name])),
    ...Object.fromEntries(of.paybacks.map((id, i) => [id, `payback ${i}`])),
  })
}

describe('two things that are done to a payment at once', () => {
  it('are all that its calls can do', () => {
    const { apply, refuse, withdraw } = adjustmentCalls
    const calls = [
      ...withoutAct(payOrderCalls, acts),
      ...withoutAct(staffOrderCalls, acts, 'staff '),
      ...withoutAct({ apply, refuse, withdraw }, acts, 'decision '),
    ]
    expect(calls).toEqual([])
  })

  it.each(PayChannelName.options)(
    'end as one after the other: %s',
    { timeout: sized(120_000, 7_200_000) },
    async (channel) => {
      const all = (Object.keys(leadsTo) as Situation[]).flatMap((situation) =>
        pairsIn(acts, situation).map((pair) => ({ situation, pair })),
      )
      for (const { situation, pair } of someOf(all, sized(4, 400), randomness(`meetings of payments: ${channel}`)))
        await expectInTurn({ from: `${situation}: `, begin: () => begin(channel, situation), look }, pair)
    },
  )
})
