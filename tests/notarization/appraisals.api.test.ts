import { createHash } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { pathOf } from '../../contract/kit/call.ts'
import { evidenceCalls } from '../../contract/evidence/evidence.ts'
import { officeOrderCalls } from '../../contract/notarization/office-orders.ts'
import { notarizationDomain } from '../../server/notarization/notarization.domain.ts'
import { orderCalls } from '../../contract/notarization/orders.ts'
import { walletCalls } from '../../contract/payments/wallet.ts'
import { type Member, type TestApp } from '../kit/build-test-app.ts'
import { buildEvidence } from '../kit/people/factories.ts'
import { openOffice, type TestOffice } from '../kit/people/offices.ts'
import { smallPdf } from '../kit/small-pdf.ts'
import { matter, moneyOf, type OrdersAt, ordersAt } from './order-kit.ts'
import { customerOf, type OpenOrders, openOrders } from './open-orders.ts'

let t: TestApp
let database: pg.Client
let owner: Member
let office: TestOffice
let orders: OrdersAt
let close: OpenOrders['close'] | undefined
beforeAll(async () => {
  ;({ t, database, office, close } = await openOrders())
})
beforeEach(async () => {
  ;({ owner, orders } = await customerOf({ t, office }))
})
afterAll(() => close?.())

const info = async (id: string) => (await t.call(orderCalls.get, { params: { id } }, owner)).data
const seen = (id: string, as = office.decider) => t.call(officeOrderCalls.get, { params: { id } }, as)
const money = async () => {
  const { prepaid, reservedPrepaid } = await moneyOf(t, owner)
  return { prepaid, reserved: reservedPrepaid }
}
const told = async ({ personId }: Member) =>
  (
    await database.query<{ kind: string; step: string }>(
      `select kind, params ->> 'step' as step from message where person_id = $1 and subject_id is not null order by created_at, id`,
      [personId],
    )
  ).rows

describe('an appraisal', () => {
  it('goes from a draft to a report that its applicant downloads, and its fee is collected with the report', async () => {
    const { id, ano } = await orders.draft()
    expect(await seen(id)).toMatchObject({ errorCode: 'not-found' })
    await orders.applicant(id, 'submit')
    expect((await seen(id)).data).toMatchObject({
      orderState: 'SUBMITTED',
      applicantName: '风岛公司',
      evidence: [{ ano, statementSha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string }],
      clock: { name: 'review', days: 7, used: 0, isPaused: false, isLate: false },
    })
    await orders.answer(id, 'accept', { fee: 30_000 })
    expect(await info(id)).toMatchObject({ fee: 30_000, steps: ['pay', 'abandon'], clock: null })
    expect(await money()).toEqual({ prepaid: 100_000, reserved: 0 })
    await orders.applicant(id, 'pay', { quoted: 30_000 })
    expect(await money()).toEqual({ prepaid: 70_000, reserved: 30_000 })
    await orders.add('office', id, 'report', { bytes: smallPdf('report'), name: '鉴定意见书.pdf' })
    expect((await info(id)).files.map(({ part }) => part)).toEqual(['entrustment'])
    await orders.answer(id, 'draft')
    await orders.answer(id, 'report', {}, office.second)
    expect(await money()).toEqual({ prepaid: 70_000, reserved: 0 })
    const reported = await info(id)
    expect(reported).toMatchObject({ orderState: 'REPORTED', collected: 30_000, steps: ['confirm'], clock: null })
    const report = reported.files.find(({ part }) => part === 'report')!
    const bytes = await t.inject({
      method: 'GET',
      url: pathOf(orderCalls.file, { id, fileId: report.id }),
      headers: { 'x-auth-token': owner.token },
    })
    expect(bytes.rawPayload.equals(smallPdf('report'))).toBe(true)
    expect(reported.course.map(({ step, side }) => [step, side])).toEqual([
      [null, 'applicant'],
      ['submit', 'applicant'],
      ['accept', 'office'],
      ['pay', 'applicant'],
      ['draft', 'office'],
      ['report', 'office'],
    ])
    const { data } = await t.call(walletCalls.bill, { query: {} }, owner)
    expect(data.list[0]).toMatchObject({
      product: 'expertise',
      subjectKind: 'judicial-order',
      subjectId: id,
      amount: -30_000,
    })
    const { rows } = await database.query<{ action: string }>(
      `select action from audit where subject_id = $1 and action in ('order.submit', 'order.accept', 'order.pay', 'order.draft', 'order.report') order by at, id`,
      [id],
    )
    expect(rows.map(({ action }) => action)).toEqual([
      'order.submit',
      'order.accept',
      'order.pay',
      'order.draft',
      'order.report',
    ])
  })

  it('tells the other side of each step: the office’s head until somebody has it, then them', async () => {
    const { id } = await orders.draft()
    await orders.applicant(id, 'submit')
    expect((await told(office.head)).at(-1)).toEqual({ kind: 'orderWaits', step: 'submit' })
    await t.call(
      officeOrderCalls.assign,
      { params: { id }, body: { assigneeId: office.assistant.personId } },
      office.decider,
    )
    await orders.answer(id, 'return', { reason: '委托书没有盖章' }, office.assistant)
    expect((await told(owner)).at(-1)).toEqual({ kind: 'orderStepped', step: 'return' })
    await orders.applicant(id, 'submit')
    expect((await told(office.assistant)).at(-1)).toEqual({ kind: 'orderWaits', step: 'submit' })
  })

  it('is numbered in its office’s year without gaps, refused ones not counted', async () => {
    const other = ordersAt(t, owner, await openOffice(t, { name: '单号鉴定所' }))
    const numbers: (string | null)[] = []
    for (const accepted of [true, false, true]) {
      const { id } = await other.draft()
      await other.bringTo(id, accepted ? 'TO_PAY' : 'REJECTED')
      numbers.push((await info(id)).caseNumber)
    }
    const year = new Date(Date.now() + 8 * 3_600_000).getUTCFullYear()
    expect(numbers).toEqual([
      expect.stringMatching(new RegExp(`^（${year}）测\\d+鉴字第 1 号$`)),
      null,
      expect.stringMatching(/第 2 号$/),
    ])
  })

  it('two that are accepted at once have two numbers, one after the other', async () => {
    const other = ordersAt(t, owner, await openOffice(t, { name: '同时鉴定所' }))
    const ids = await Promise.all(Array.from({ length: 6 }, async () => (await other.draft()).id))
    for (const id of ids) await other.bringTo(id, 'SUBMITTED')
    await Promise.all(ids.map((id) => other.answer(id, 'accept', { fee: 0 })))
    const { rows } = await database.query<{ n: number }>(
      'select case_count as n from judicial_order where id = any($1) order by 1',
      [ids],
    )
    expect(rows.map(({ n }) => n)).toEqual([1, 2, 3, 4, 5, 6])
  })

  it('that was returned is changed and handed in again, at the same office', async () => {
    const { id, ano } = await orders.draft()
    await orders.bringTo(id, 'RETURNED')
    const save = (more: object) =>
      t.call(
        orderCalls.saveExpertise,
        { body: { ...matter, orderId: id, officeId: office.id, anos: [ano], ...more } },
        owner,
      )
    const elsewhere = await openOffice(t, { name: '另一家' })
    expect(await save({ officeId: elsewhere.id })).toMatchObject({
      errorCode: 'bad-parameter',
      data: { fields: [{ path: 'officeId', key: 'officeFixed' }] },
    })
    expect(await save({ title: '补正后的名称' })).toMatchObject({ success: true })
    await orders.applicant(id, 'submit')
    expect((await seen(id)).data).toMatchObject({ title: '补正后的名称', orderState: 'SUBMITTED' })
    expect(await save({ title: '又改' })).toMatchObject({ errorCode: 'wrong-state' })
  })

  it('names evidence as it was called and proven when it was handed in', async () => {
    const { id, ano } = await orders.draft()
    await orders.applicant(id, 'submit')
    const [before] = (await info(id)).evidence
    await t.call(evidenceCalls.update, { params: { id: before!.id }, body: { evidenceName: '后来改的名字' } }, owner)
    expect((await info(id)).evidence).toEqual([before])
    expect((await seen(id)).data.evidence[0]).toMatchObject({ ano, name: before!.name })
  })
})

describe('who has left the platform', () => {
  it('is still read of by the office that has their case, but for who receives its papers', async () => {
    const { id } = await orders.draft()
    await orders.bringTo(id, 'ABANDONED')
    const draft = await orders.draft()
    await t.services.db.asSystem((tx) =>
      notarizationDomain.personalData!.erase!(tx, {
        person: { id: owner.personId, phone: owner.phone, mail: null },
        owned: [owner.accountId],
      } as never),
    )
    expect((await seen(id)).data).toMatchObject({
      title: matter.title,
      content: { question: matter.question, recipient: '-', recipientPhone: '-', address: null },
    })
    expect(await t.call(orderCalls.get, { params: { id: draft.id } }, owner)).toMatchObject({ errorCode: 'not-found' })
  })
})

describe('messages of an order', () => {
  it('are read by both sides in their order, and told to the other; none are written in a draft', async () => {
    const { id } = await orders.draft()
    const ask = (content: string) => t.call(orderCalls.say, { params: { id }, body: { content } }, owner)
    const reply = (content: string, as = office.assistant) =>
      t.call(officeOrderCalls.say, { params: { id }, body: { content } }, as)
    expect(await ask('在吗')).toMatchObject({ errorCode: 'wrong-state' })
    expect(await reply('在')).toMatchObject({ errorCode: 'not-found' })
    await orders.applicant(id, 'submit')
    await ask('请问多久受理？')
    await reply('七个工作日内。')
    expect(await reply('无权', office.head)).toMatchObject({ errorCode: 'forbidden' })
    expect(await ask(' ')).toMatchObject({ data: { fields: [{ path: 'content', key: 'required' }] } })
    const both = [(await info(id)).messages, (await seen(id)).data.messages]
    expect(both[0]).toEqual(both[1])
    expect(both[0]!.map(({ side, content }) => [side, content])).toEqual([
      ['applicant', '请问多久受理？'],
      ['office', '七个工作日内。'],
    ])
    expect((await told(owner)).at(-1)?.kind).toBe('orderSaid')
    expect((await told(office.head)).at(-1)?.kind).toBe('orderAsked')
  })
})

describe('evidence of an order', () => {
  it('is refused by its place where its original is missing, and taken once it is there', async () => {
    const hash = await buildEvidence(t, owner, { category: 'ATTSETATIONHASH' })
    const { data } = await t.call(
      orderCalls.saveExpertise,
      { body: { ...matter, officeId: office.id, anos: [hash.number] } },
      owner,
    )
    await orders.add('applicant', data.id, 'entrustment')
    expect(await orders.applicant(data.id, 'submit')).toMatchObject({
      errorCode: 'bad-parameter',
      data: { fields: [{ path: 'anos.0', key: 'evidenceOriginal' }] },
    })
    await database.query('update evidence set original_at = app_now() where id = $1', [hash.id])
    expect(await orders.applicant(data.id, 'submit')).toMatchObject({ data: { orderState: 'SUBMITTED' } })
  })

  it('that failed, or is somebody else’s, is refused', async () => {
    const stranger = await buildEvidence(t, await t.member())
    const failed = await buildEvidence(t, owner, { status: 'failed' })
    const save = (anos: string[]) =>
      t.call(orderCalls.saveExpertise, { body: { ...matter, officeId: office.id, anos } }, owner)
    expect(await save([failed.number, stranger.number])).toMatchObject({
      data: { fields: [{ path: 'anos.1', key: 'evidenceGone' }] },
    })
    const { data } = await save([failed.number])
    await orders.add('applicant', data.id, 'entrustment')
    expect(await orders.applicant(data.id, 'submit')).toMatchObject({
      data: { fields: [{ path: 'anos.0', key: 'evidenceUnfinished' }] },
    })
  })

  it('is the office’s to take as a package, and that stands in its owner’s history', async () => {
    const { id, ano } = await orders.draft()
    const other = await buildEvidence(t, owner)
    await orders.applicant(id, 'submit')
    const take = (number: string, as = office.assistant) =>
      t.inject({
        method: 'GET',
        url: pathOf(officeOrderCalls.package, { id, ano: number }),
        headers: { 'x-auth-token': as.token },
      })
    const taken = await take(ano)
    expect([taken.statusCode, taken.body]).toEqual([200, `content of ${ano}`])
    expect((await take(other.number)).statusCode).toBe(404)
    expect((await take(ano, (await openOffice(t, { name: '别所' })).decider)).statusCode).toBe(404)
    const { events } = (await t.call(evidenceCalls.detail, { body: { ano } }, owner)).data
    expect(events.at(-1)).toMatchObject({
      action: 'package.downloaded',
      actor: '郑助',
      details: { office: '衡正司法鉴定所' },
    })
  })

  it('is looked at by the office file by file, and each look stands in its owner’s history', async () => {
    const { id, ano } = await orders.draft()
    const other = await buildEvidence(t, owner)
    await orders.applicant(id, 'submit')
    const look = (number: string, as = office.assistant) =>
      t.call(officeOrderCalls.evidence, { params: { id, ano: number } }, as)
    const { data } = await look(ano)
    expect(data).toMatchObject({ ano, isAsHandedIn: true })
    expect(data.files.length).toBeGreaterThan(0)
    const file = (fileId: string, as = office.assistant, number = ano) =>
      t.inject({
        method: 'GET',
        url: pathOf(officeOrderCalls.evidenceFile, { id, ano: number, fileId }),
        headers: { 'x-auth-token': as.token },
      })
    const { rawPayload } = await file(data.files[0]!.id)
    expect(createHash('sha256').update(rawPayload).digest('hex')).toBe(data.files[0]!.sha256)
    const { events } = (await t.call(evidenceCalls.detail, { body: { ano } }, owner)).data
    expect(events.map(({ action, actor }) => ({ action, actor }))).toContainEqual({
      action: 'evidence.viewed',
      actor: '郑助',
    })
    expect((await file(other.fileId)).statusCode).toBe(404)
    expect((await file(data.files[0]!.id, office.decider, other.number)).statusCode).toBe(404)
    const stranger = (await openOffice(t, { name: '别家' })).decider
    expect(await look(ano, stranger)).toMatchObject({ errorCode: 'not-found' })
    expect((await file(data.files[0]!.id, stranger)).statusCode).toBe(404)
    expect(await look(other.number)).toMatchObject({ errorCode: 'not-found' })
    // What the order is held to is compared each time.
    await database.query(`update judicial_order_evidence set statement_sha256 = sha256('other') where order_id = $1`, [
      id,
    ])
    expect((await look(ano)).data.isAsHandedIn).toBe(false)
  })
})
