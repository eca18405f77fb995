import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { invoiceCalls } from '../../contract/invoices/invoices.ts'
import { adjustmentCalls } from '../../contract/payments/adjustments.ts'
import { payOrderCalls } from '../../contract/payments/pay-orders.ts'
import { staffOrderCalls } from '../../contract/payments/staff-orders.ts'
import { mostSlips, staffTransferCalls, transferCalls } from '../../contract/payments/transfers.ts'
import { walletCalls } from '../../contract/payments/wallet.ts'
import { fileCalls } from '../../contract/platform/files.ts'
import { checkBooks } from '../../server/payments/ledger/check-books.ts'
import { newId } from '../../server/kit/ids.ts'
import { buildTestApp, type Member, type TestApp } from '../kit/build-test-app.ts'
import { dataUrl, png } from '../kit/pictures.ts'
import { inLine } from '../kit/sweep/in-line.ts'
import { bank, openBank, told } from './transfer-kit.ts'

let t: TestApp
let administrator: Member
let finder: Member
let decider: Member
let who: Member
let other: Member
let owner: pg.Client
beforeAll(async () => {
  t = await buildTestApp()
  administrator = await t.member({ role: 'administrator' })
  finder = await t.member({ name: '出纳', role: 'operator' })
  decider = await t.member({ name: '会计', role: 'operator' })
  await openBank(t, administrator)
  owner = new pg.Client({ connectionString: t.databaseUrl })
  await owner.connect()
})
beforeEach(async () => {
  who = await t.member({ name: '客户' })
  other = await t.member({ name: '别人' })
})
afterAll(async () => {
  await owner.end()
  await t.close()
})

let numbers = 0
const bankNumber = () => `ICBC${String(++numbers).padStart(8, '0')}`
const send = (more: Parameters<typeof told>[0] = {}, as = who) => t.call(transferCalls.send, { body: told(more) }, as)
const sent = async (more: Parameters<typeof told>[0] = {}) => (await send(more)).data.id
const arrive = (id: string, { amount = 123_456, reference = bankNumber() } = {}, as = finder) =>
  t.call(staffTransferCalls.arrive, { params: { id }, body: { amount, reference } }, as)
const apply = (id: string, as = decider) => t.call(adjustmentCalls.apply, { params: { id } }, as)
const get = async (id: string) => (await t.call(transferCalls.get, { params: { id } }, who)).data
const balance = async (as = who) => (await t.call(walletCalls.info, {}, as)).data.balance
const refuse = (id: string) =>
  t.call(staffTransferCalls.refuse, { params: { id }, body: { reason: '未查到这笔款项' } }, finder)
const withdraw = (id: string, as = who) => t.call(transferCalls.withdraw, { params: { id } }, as)
const fields = (reply: { data: unknown }) =>
  (reply.data as { fields: { path: string; key: string }[] }).fields.map((f) => [f.path, f.key])
/** What was found is there, and another person says so. */
async function credited(id: string, found = {}) {
  const change = (await arrive(id, found)).data.id
  expect((await apply(change)).success).toBe(true)
}

describe('a bank transfer', () => {
  it('is credited once one of staff has found it and another has applied it, and then it is a paid top-up', async () => {
    const id = await sent()
    expect(await get(id)).toMatchObject({ transferState: 'waiting', amount: 123_456, credited: null, orderId: null })
    const change = (await arrive(id)).data.id
    expect([await balance(), (await get(id)).transferState]).toEqual([0, 'checking'])
    expect((await apply(change, finder)).errorCode).toBe('second-person-needed')
    expect(await balance()).toBe(0)
    expect((await apply(change)).success).toBe(true)
    expect(await balance()).toBe(123_456)
    const done = await get(id)
    expect(done).toMatchObject({ transferState: 'credited', credited: 123_456 })
    const order = (await t.call(payOrderCalls.get, { params: { id: done.orderId! } }, who)).data
    expect(order).toMatchObject({
      orderNumber: done.transferNumber,
      amount: 123_456,
      channel: 'bank',
      scene: 'transfer',
      payState: 'paid',
      isSandbox: false,
    })
    expect((await t.call(walletCalls.bill, { query: {} }, who)).data.list).toMatchObject([
      { purpose: 'credit', amount: 123_456, balanceAfter: 123_456 },
    ])
    expect((await t.call(invoiceCalls.orders, { query: {} }, who)).data.list.map((o) => o.id)).toEqual([done.orderId])
    expect((await owner.query('select kind from message where person_id = $1', [who.personId])).rows).toEqual([
      { kind: 'balanceAdded' },
    ])
    expect(await checkBooks(t.services, { info() {}, warn() {}, error() {} }, 'all')).toEqual([])
  })

  it('credits what arrived, whatever was said', async () => {
    const id = await sent()
    await credited(id, { amount: 123_400 })
    expect([await balance(), await get(id)]).toMatchObject([123_400, { amount: 123_456, credited: 123_400 }])
  })

  it('is entered once, however many enter it at the same moment, and applied once', async () => {
    const id = await sent()
    const entered = await Promise.all([arrive(id), arrive(id, {}, decider), arrive(id)])
    expect(entered.map((r) => r.errorCode ?? 'entered').toSorted()).toEqual(['entered', 'wrong-state', 'wrong-state'])
    const change = entered.find((r) => r.success)!.data.id
    const third = await t.member({ role: 'operator' })
    const applied = await Promise.all([apply(change, third), apply(change, administrator)])
    expect(applied.map((r) => r.errorCode ?? 'applied').toSorted()).toEqual(['applied', 'wrong-state'])
    expect(await balance()).toBe(123_456)
    expect((await arrive(id)).errorCode).toBe('wrong-state')
  })

  it('waits again where the second person refuses what was entered, or the first takes it back', async () => {
    const id = await sent()
    const reference = bankNumber()
    const wrong = (await arrive(id, { reference })).data.id
    await t.call(adjustmentCalls.refuse, { params: { id: wrong }, body: { reason: '金额不符' } }, decider)
    expect(await get(id)).toMatchObject({ transferState: 'waiting' })
    const again = (await arrive(id, { reference })).data.id
    await t.call(adjustmentCalls.withdraw, { params: { id: again } }, finder)
    expect(await get(id)).toMatchObject({ transferState: 'waiting' })
    await credited(id, { reference })
    expect(await balance()).toBe(123_456)
  })

  it.each([
    ['in other letters', (number: string) => number.toLowerCase()],
    [
      'in wide letters',
      (number: string) => number.replaceAll(/[A-Z]/g, (c) => String.fromCodePoint(c.codePointAt(0)! + 0xfee0)),
    ],
    ['in groups', (number: string) => number.replaceAll(/(.{4})/g, '$1 ')],
    ['with a sign that joins others', (number: string) => number.replace(/.{4}/, '$&\u200d')],
    ['with a sign that chooses a shape', (number: string) => `${number}\ufe0f`],
  ])('is credited once for each number of the bank, also %s, and by whichever way', async (_, written) => {
    const reference = bankNumber()
    await credited(await sent(), { reference })
    const second = await arrive(await sent({}), { reference: written(reference) })
    expect([second.errorCode, fields(second)]).toEqual(['bad-parameter', [['reference', 'slipKnown']]])
    const body = {
      accountId: who.accountId,
      purpose: 'credit' as const,
      amount: 1,
      reference: written(reference),
      reason: '到账',
    }
    expect(fields(await t.call(adjustmentCalls.ask, { body }, finder))).toEqual([['reference', 'slipKnown']])
  })

  it('that did not arrive is refused with a reason, which its payer is told, and another can be sent in', async () => {
    const id = await sent()
    expect((await refuse(id)).success).toBe(true)
    expect(await get(id)).toMatchObject({ transferState: 'refused', answer: '未查到这笔款项' })
    const { rows } = await owner.query('select kind, params from message where person_id = $1', [who.personId])
    expect(rows).toMatchObject([{ kind: 'transferRefused', params: { amount: '¥1,234.56', why: '未查到这笔款项' } }])
    for (const reply of [await refuse(id), await arrive(id), await withdraw(id)])
      expect(reply.errorCode).toBe('wrong-state')
    expect((await send()).success).toBe(true)
  })

  it('is taken back by its payer while nobody checks it', async () => {
    const [waiting, checking] = [await sent(), await sent()]
    await arrive(checking)
    expect((await withdraw(checking)).errorCode).toBe('transfer-checked')
    expect((await withdraw(waiting)).success).toBe(true)
    expect((await get(waiting)).transferState).toBe('withdrawn')
    expect((await arrive(waiting)).errorCode).toBe('wrong-state')
  })

  it('that is taken back in the moment in which it is entered is being checked', async () => {
    const id = await sent()
    const acts = [async () => (await arrive(id)).errorCode, async () => (await withdraw(id)).errorCode]
    expect(await inLine(t, { table: 'bank_transfer', id }, acts)).toEqual([undefined, 'transfer-checked'])
  })

  it('is the same one where it is sent again, and refused where it says something else', async () => {
    const unique_id = newId()
    const body = told({ unique_id })
    const replies = await Promise.all(
      Array.from({ length: 4 }, () => t.call(transferCalls.send, { body: { ...body } }, who)),
    )
    expect(new Set(replies.map((r) => r.data.id)).size).toBe(1)
    expect((await send({ unique_id, amount: 5_000 })).errorCode).toBe('unique-id-repeated')
  })

  it('is one of ten at most that wait', async () => {
    for (let i = 0; i < 10; i++) expect((await send()).success).toBe(true)
    expect((await send()).errorCode).toBe('transfers-waiting')
    expect((await send({}, other)).success).toBe(true)
  })

  it.each([
    ['less than a yuan', { amount: 99 }, ['amount', 'transfer']],
    ['more than a million', { amount: 100_000_001 }, ['amount', 'transfer']],
    ['a day that has not come', { sentOn: '2999-01-01' }, ['sentOn', 'inFuture']],
    ['a day that is none', { sentOn: '2026-02-30' }, ['sentOn', 'format.date']],
    ['nobody who sent it', { payerName: ' ' }, ['payerName', 'required']],
    ['a sender that turns the direction of text', { payerName: '公司\u202e司公' }, ['payerName', 'posing']],
    ['a number that nobody sees', { saidReference: 'ICBC\u3164' }, ['saidReference', 'posing']],
    ['a remark of two lines', { remark: '汇款\n已到账 ¥1,000,000.00' }, ['remark', 'posing']],
    ['a picture that is none', { pictures: [newId()] }, ['pictures.0', 'pictureGone']],
    ['too many pictures', { pictures: Array.from({ length: mostSlips + 1 }, newId) }, ['pictures', 'tooBig.list']],
  ])('is refused with %s', async (_, more, problem) => {
    const reply = await send(more)
    expect([reply.errorCode, fields(reply)]).toEqual(['bad-parameter', [problem]])
  })

  it('goes to an account that is written so that everybody can see it', async () => {
    for (const part of ['payee', 'bank', 'account'])
      await expect(openBank(t, administrator, { ...bank, [part]: '35\u202e00' })).rejects.toThrow(/posing/)
  })

  it('is not taken where the platform names no account, or not all of it', async () => {
    try {
      for (const part of ['payee', 'bank', 'account']) {
        await openBank(t, administrator, { ...bank, [part]: null as unknown as string })
        expect((await t.call(transferCalls.details, {}, who)).data.details).toBeNull()
        expect((await t.call(payOrderCalls.ways, {}, who)).data.takesTransfers).toBe(false)
        expect((await send()).errorCode).toBe('transfers-closed')
      }
    } finally {
      await openBank(t, administrator)
    }
    expect((await t.call(transferCalls.details, {}, who)).data.details).toEqual(bank)
    expect((await t.call(payOrderCalls.ways, {}, who)).data.takesTransfers).toBe(true)
  })

  it('is paid back at the bank, not through a vendor', async () => {
    const id = await sent()
    await credited(id)
    const { orderId } = await get(id)
    const reply = await t.call(
      staffOrderCalls.askPayback,
      { params: { id: orderId! }, body: { amount: 100, reason: '退款' } },
      finder,
    )
    expect(reply.errorCode).toBe('transfer-back')
  })
})

describe('a slip', () => {
  const upload = async (as = who) =>
    (await t.call(fileCalls.uploadPicture, { body: { imgBase: dataUrl(png()) } }, as)).data.fileId
  const shown = (id: string, picture: string, as: Member) =>
    t.inject({
      method: 'GET',
      url: `/shimakaze/operator/transfer/${id}/picture/${picture}`,
      headers: { 'x-auth-token': as.token },
    })

  it('is seen by its payer and by staff, whose look stands in the account’s record', async () => {
    const [slip, loose] = [await upload(), await upload()]
    const id = await sent({ pictures: [slip] })
    expect((await get(id)).pictures.map((p) => p.id)).toEqual([slip])
    const seen = await shown(id, slip, finder)
    expect([seen.statusCode, seen.headers['content-type']]).toEqual([200, 'image/png'])
    expect((await shown(id, loose, finder)).json()).toMatchObject({ errorCode: 'not-found' })
    expect((await shown(id, slip, who)).json()).toMatchObject({ errorCode: 'forbidden' })
    const { rows } = await owner.query(
      `select action from audit where account_id = $1 and action like 'transfer.%' order by at, id`,
      [who.accountId],
    )
    expect(rows.map((r: { action: string }) => r.action)).toEqual(['transfer.sent', 'transfer.slipViewed'])
  })

  it('is nobody else’s', async () => {
    expect((await send({ pictures: [await upload(other)] })).errorCode).toBe('bad-parameter')
  })
})

describe('the database', () => {
  it('lets no account credit itself, and no transfer go back', async () => {
    const id = await sent()
    const asAccount = (query: string) => t.services.db.forAccount(who, (tx) => sql.raw(query).execute(tx))
    for (const state of ['checking', 'credited', 'refused'])
      await expect(
        asAccount(`update bank_transfer set state = '${state}', ended_at = now() where id = '${id}'`),
      ).rejects.toThrow(/does not go|violates/)
    await expect(asAccount(`update bank_transfer set amount = 1 where id = '${id}'`)).rejects.toThrow(/permission/)
    await expect(asAccount(`select credit_transfer('${newId()}')`)).rejects.toThrow(/permission/)
    await credited(id)
    await expect(owner.query(`update bank_transfer set state = 'waiting' where id = $1`, [id])).rejects.toThrow(
      /does not go/,
    )
    await expect(
      t.services.db.asSystem((tx) => sql`delete from bank_transfer where id = ${id}`.execute(tx)),
    ).rejects.toThrow(/permission/)
  })
})
