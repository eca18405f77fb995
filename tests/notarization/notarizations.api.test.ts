import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { notarizationCalls } from '../../contract/notarization/notarization-calls.ts'
import { officeOrderCalls } from '../../contract/notarization/office-orders.ts'
import { orderCalls } from '../../contract/notarization/orders.ts'
import { parsePaper } from '../../proof/paper/statement.ts'
import { lapseOrders } from '../../server/notarization/orders/watch-orders.ts'
import type { Member } from '../kit/build-test-app.ts'
import { buildEvidence } from '../kit/people/factories.ts'
import { openOffice, type TestOffice } from '../kit/people/offices.ts'
import { smallPdf } from '../kit/small-pdf.ts'
import { localAuthority } from '../trust/sample.ts'
import { customerOf, type OpenOrders, openOrders } from './open-orders.ts'
import { inquired, moneyOf, notarial, type OrdersAt, ordersAt, template, templateAt } from './order-kit.ts'
import { papersIn } from './paper-kit.ts'

let o: OpenOrders
let office: TestOffice
let owner: Member
let orders: OrdersAt
beforeAll(async () => {
  o = await openOrders()
  office = await openOffice(o.t, { kind: 'notary-office', name: '上海市明理公证处' })
})
afterAll(() => o?.close())
beforeEach(async () => {
  ;({ owner, orders } = await customerOf({ t: o.t, office }))
})

const get = async (id: string, as = owner) => (await o.t.call(orderCalls.get, { params: { id } }, as)).data
async function save(more: object = {}) {
  const { number } = await buildEvidence(o.t, owner)
  const { id: templateId } = await templateAt(o.t, office)
  const body = { officeId: office.id, anos: [number], templateId, ...notarial, ...more }
  return o.t.call(notarizationCalls.save, { body }, owner)
}
const fields = ({ data }: { data: unknown }) =>
  (data as { fields?: { path: string; message: string }[] }).fields?.map(({ path }) => path)

describe('a notarization is asked for', () => {
  it('with an answer to each question of its matter, what is wrong with one told at its place', async () => {
    expect(fields(await save({ answers: [] }))).toEqual(['answers.0', 'answers.1'])
    expect(fields(await save({ answers: ['2026-02-30', '别人', 'x'] }))).toEqual(['answers.0', 'answers.1'])
    expect(fields(await save({ answers: ['2026-11-20', ['申请人'], null] }))).toEqual(['answers.1'])
    expect(fields(await save({ answers: ['2026-11-20', '申请人', null, 'more'] }))).toEqual(['answers'])
    const { data } = await save({ answers: ['2026-11-20', '代理人', '第一行\n第二行'] })
    const { content } = await get(data.id)
    expect(content).toMatchObject({
      matterName: template.matterName,
      answers: ['2026-11-20', '代理人', '第一行\n第二行'],
      template: { version: 1, rights: template.rights },
    })
  })

  it('at a notary office alone, for a matter that it offers, with an address where it is mailed', async () => {
    const institute = o.office
    expect(fields(await save({ officeId: institute.id }))).toEqual(['templateId'])
    const other = await openOffice(o.t, { kind: 'notary-office', name: '外地公证处' })
    const { id: foreign } = await templateAt(o.t, other)
    expect(fields(await save({ templateId: foreign }))).toEqual(['templateId'])
    // Nor does a draft take its matter along to another office.
    const { data } = await save()
    expect(fields(await save({ orderId: data.id, officeId: other.id }))).toEqual(['templateId'])
    expect(fields(await save({ deliveryWay: 'post' }))).toEqual(['address'])
    expect((await save({ deliveryWay: 'post', address: '福建省福州市某路 1 号' })).success).toBe(true)
  })

  it('with a mandate where somebody acts for its applicant', async () => {
    const { data } = await save({ agentName: '周律师', agentPhone: '13900000000' })
    await orders.add('applicant', data.id, 'identity')
    expect(fields(await orders.applicant(data.id, 'submit'))).toEqual(['mandate'])
    await orders.add('applicant', data.id, 'mandate')
    expect(await orders.applicant(data.id, 'submit')).toMatchObject({ data: { orderState: 'SUBMITTED' } })
  })

  it('by programs with the calls of its own, and of no other kind of order', async () => {
    const { t } = o
    const { id, ano } = await orders.draftNotarization()
    const signature = await orders.signatureOf(id)
    const { call } = t
    await orders.applicant(id, 'submit', { signature })
    const { data: listed } = await call(notarizationCalls.list, { query: {} }, owner)
    expect(listed.list.map((row) => row.id)).toEqual([id])
    expect((await call(notarizationCalls.get, { params: { id } }, owner)).data).toMatchObject({
      id,
      evidence: [{ ano }],
    })
    const { data: info } = await call(notarizationCalls.info, { params: { id } }, owner)
    expect(info).toMatchObject({ orderState: 'SUBMITTED', steps: ['abandon'] })
    const { data: evidence } = await call(notarizationCalls.evidence, { query: { orderId: id } }, owner)
    expect(evidence.list.map((e) => e.ano)).toEqual([ano])
    const { data: offices } = await call(notarizationCalls.admin, { body: { officeId: office.id } }, owner)
    expect(offices.list).toMatchObject([
      { officeName: '上海市明理公证处', notaries: [{ name: '吴正' }, { name: '周衡' }] },
    ])
    const say = (content: string | null, lastId?: string) =>
      call(notarizationCalls.message, { body: { orderId: id, content, ...(lastId && { lastId }) } }, owner)
    const first = (await say('请问何时受理？')).data.list
    await orders.answer(id, 'admit')
    await call(officeOrderCalls.say, { params: { id }, body: { content: '已受理。' } }, office.decider)
    expect((await say(null, first[0]!.id)).data.list).toMatchObject([{ side: 'office', content: '已受理。' }])
    expect((await call(notarizationCalls.pdf, { body: { orderId: id } }, owner)).data).toMatchObject({
      apply: { paper: 'application', pdfUrl: null },
      acceptance: { paper: 'acceptance' },
      inform: null,
      inquiry: null,
    })
    await orders.answer(id, 'inquire', { questions: ['由谁取得？'] })
    const sign = async (type: 'inquiry' | 'inform', answers?: string[]) =>
      call(
        notarizationCalls.sign,
        { body: { orderId: id, type, ...(answers && { answers }), signature: await orders.signatureOf(id) } },
        owner,
      )
    expect(await sign('inform')).toMatchObject({ errorCode: 'wrong-state' })
    expect(await sign('inquiry', ['由员工取得。'])).toMatchObject({ data: { orderState: 'ACCEPTED' } })
    await orders.answer(id, 'inform', { fee: 1_200 })
    expect(await sign('inform')).toMatchObject({ data: { orderState: 'TO_PAY' } })
    expect(await call(notarizationCalls.pay, { body: { orderId: id, quoted: 1_199 } }, owner)).toMatchObject({
      errorCode: 'price-changed',
    })
    expect(await call(notarizationCalls.pay, { body: { orderId: id, quoted: 1_200 } }, owner)).toMatchObject({
      data: { orderState: 'DRAFTING' },
    })
    expect(await call(notarizationCalls.abandon, { params: { id } }, owner)).toMatchObject({ errorCode: 'wrong-state' })

    const appraisal = await ordersAt(t, owner, o.office).draft()
    expect(await call(notarizationCalls.get, { params: { id: appraisal.id } }, owner)).toMatchObject({
      errorCode: 'not-found',
    })
  })

  it('of evidence that may be chosen, and says of the rest why not', async () => {
    const { number } = await buildEvidence(o.t, owner)
    const unfinished = await buildEvidence(o.t, owner, { status: 'failed' })
    const { data } = await o.t.call(notarizationCalls.choosable, { query: {} }, owner)
    const why = new Map(data.list.map(({ ano, reason }) => [ano, reason]))
    expect(why.get(number)).toBeNull()
    expect(why.get(unfinished.number)).toContain(unfinished.number)
    const { data: some } = await o.t.call(notarizationCalls.choosable, { query: { issuable: true } }, owner)
    expect(some.list.map(({ ano }) => ano)).toEqual([number])
  })
})

describe('an inquiry', () => {
  it('is asked before anybody is informed, answered question by question, and signed word by word', async () => {
    const { id } = await orders.draftNotarization()
    await orders.bringTo(id, 'SUBMITTED')
    await orders.answer(id, 'admit')
    expect(await orders.answer(id, 'inform', { fee: 100 })).toMatchObject({ errorCode: 'wrong-state' })
    expect((await get(id, owner)).steps).not.toContain('inform')
    expect(fields(await orders.answer(id, 'inquire', { questions: [] }))).toEqual(['questions'])
    await orders.answer(id, 'inquire', { questions: inquired.questions }, office.assistant)
    expect(fields(await orders.applicant(id, 'answer', { answers: [inquired.answers[0]!] }))).toEqual(['answers.1'])
    // What was asked since it was shown is not signed unseen.
    const before = await orders.signatureOf(id)
    await orders.applicant(id, 'answer', { answers: inquired.answers })
    await orders.answer(id, 'inquire', { questions: ['还有其他情况吗？'] })
    const stale = await orders.applicant(id, 'answer', { answers: ['没有。'], signature: before })
    expect(stale).toMatchObject({ errorCode: 'conflict' })
    await orders.applicant(id, 'answer', { answers: ['没有。'] })
    const { course, papers } = await get(id)
    expect(course.flatMap(({ inquiry }) => inquiry ?? [])).toEqual([
      ...inquired.questions.map((question) => ({ question, answer: null })),
      ...inquired.questions.map((question, i) => ({ question, answer: inquired.answers[i] })),
      { question: '还有其他情况吗？', answer: null },
      { question: '还有其他情况吗？', answer: '没有。' },
    ])
    expect(papers.filter(({ paper }) => paper === 'inquiry')).toHaveLength(2)
  })

  it('stands in its transcript with who asked and who signed, valid for every reader', async () => {
    const { id } = await orders.draftNotarization()
    await orders.bringTo(id, 'ACCEPTED')
    const papers = papersIn(o.t, await localAuthority())
    const pdf = await papers.sealed(id, 'inquiry', owner)
    expect((await papers.verify(pdf)).verdict).toBe('valid')
    const statement = await statementOf(id, 'inquiry')
    expect(statement.signatures).toMatchObject([{ name: owner.name, proof: 'password' }])
    const said = rowsOf(statement)
    expect(said).toContain('由申请人的员工取得。')
    expect(said).toContain(inquired.questions[1])
    expect(said).toContain('周衡')
  })
})

const statementOf = async (orderId: string, paper: string) => {
  const { statement } = await o.t.services.db.system
    .selectFrom('judicialPaper')
    .select('statement')
    .where('orderId', '=', orderId)
    .where('paper', '=', paper)
    .executeTakeFirstOrThrow()
  return parsePaper(statement)
}
const rowsOf = ({ sections }: ReturnType<typeof parsePaper>) =>
  sections.flatMap(({ rows }) => rows.map(({ text }) => text))

describe('its papers', () => {
  it('tell its applicant of rights and fee, and are sealed around the certificate as the office wrote it', async () => {
    const { id } = await orders.draftNotarization()
    await orders.bringTo(id, 'ISSUED')
    expect(await moneyOf(o.t, owner)).toEqual({ prepaid: 70_000, reservedPrepaid: 0 })
    const papers = papersIn(o.t, await localAuthority())
    await papers.sealAll()
    const names = (await papers.listOf(id, owner)).map(({ paper }) => paper)
    expect(names).toEqual(['application', 'acceptance', 'inquiry', 'inform', 'certificate'])
    for (const paper of names) {
      const pdf = await papers.sealed(id, paper, owner)
      expect({ paper, verdict: (await papers.verify(pdf)).verdict }).toEqual({ paper, verdict: 'valid' })
      const changed = Buffer.from(pdf)
      changed[Math.floor(changed.length / 2)]! ^= 1
      expect((await papers.verify(changed)).verdict).not.toBe('valid')
    }
    const informed = await statementOf(id, 'inform')
    expect(rowsOf(await statementOf(id, 'application'))).toEqual(expect.arrayContaining(template.declarations))
    expect(rowsOf(await statementOf(id, 'acceptance'))).toEqual(expect.arrayContaining(template.notes))
    expect(rowsOf(informed)).toEqual(expect.arrayContaining([...template.rights, '¥300.00']))
    expect(informed.signatures).toHaveLength(1)
    const certificate = await papers.sealed(id, 'certificate', owner)
    expect(certificate.subarray(0, smallPdf('certificate').length)).toEqual(smallPdf('certificate'))
    expect((await statementOf(id, 'application')).sections.flatMap(({ rows }) => rows)).toContainEqual(
      expect.objectContaining({ text: '申请人' }),
    )
  })
})

describe('time', () => {
  it('ends what nobody pays in thirty days, and what nobody answers in six months', async () => {
    const late = async (id: string) => {
      await o.database.query(`update judicial_order set lapses_at = app_now() - interval '1 second' where id = $1`, [
        id,
      ])
      await lapseOrders(o.t.services)
      return (await get(id)).orderState
    }
    const days = async (id: string) => {
      const { rows } = await o.database.query<{ days: number }>(
        `select round(extract(epoch from lapses_at - app_now()) / 86400)::int as days from judicial_order where id = $1`,
        [id],
      )
      return rows[0]!.days
    }
    for (const [state, wanted, end] of [
      ['TO_PAY', 30, 'ABANDONED'],
      ['INQUIRY', 180, 'TERMINATED'],
      ['SUPPLEMENT', 180, 'TERMINATED'],
      ['SIGNING', 180, 'TERMINATED'],
      ['ISSUED', 30, 'DELIVERED'],
      ['DELIVERING', 10, 'DELIVERED'],
    ] as const) {
      const { id } = await orders.draftNotarization()
      await orders.bringTo(id, state, 1_000)
      expect({ state, days: await days(id), end: await late(id) }).toEqual({ state, days: wanted, end })
    }
    expect((await moneyOf(o.t, owner)).reservedPrepaid).toBe(0)
  })
})
