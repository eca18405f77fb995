import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { OfficeKind } from '../../../contract/accounts/offices.ts'
import { pathOf } from '../../../contract/kit/call.ts'
import { notarizationCalls } from '../../../contract/notarization/notarization-calls.ts'
import { officeOrderCalls } from '../../../contract/notarization/office-orders.ts'
import {
  factsOfKind,
  type OrderKind,
  orderKindNames,
  type OrderStep,
} from '../../../contract/notarization/order-kinds.ts'
import { orderCalls } from '../../../contract/notarization/orders.ts'
import type { Member, TestApp } from '../../kit/build-test-app.ts'
import { copyOf } from '../../data-rights/data-kit.ts'
import { deliverAll } from '../../kit/people/deliver-news.ts'
import { buildEvidence } from '../../kit/people/factories.ts'
import { openOffice, type TestOffice } from '../../kit/people/offices.ts'
import { smallPdf } from '../../kit/small-pdf.ts'
import { localAuthority } from '../../trust/sample.ts'
import { matter, notarial, type OrdersAt, purchase, seal, templateAt } from '../order-kit.ts'
import { customerOf, type OpenOrders, openOrders } from '../open-orders.ts'
import { papersIn } from '../paper-kit.ts'

// A returned order stays what was handed in until it is handed in again: what its applicant makes of it meanwhile is theirs alone.

let t: TestApp
let papers: ReturnType<typeof papersIn>
let close: OpenOrders['close'] | undefined
const offices = new Map<OfficeKind, TestOffice>()
beforeAll(async () => {
  ;({ t, close } = await openOrders())
  papers = papersIn(t, await localAuthority())
  for (const kind of OfficeKind.options) offices.set(kind, await openOffice(t, { kind, name: `${kind}所` }))
})
afterAll(() => close?.())

interface Change {
  owner: Member
  office: TestOffice
  orderId: string
  ano: string
}
const changed = '改过的事项'
/** Saves a returned order with another text, and where it names evidence, with other evidence. */
const changes: Record<OrderKind, (of: Change) => Promise<unknown>> = {
  expertise: ({ owner, office, orderId, ano }) =>
    t.call(
      orderCalls.saveExpertise,
      { body: { orderId, officeId: office.id, ...matter, title: changed, anos: [ano] } },
      owner,
    ),
  officialSeal: ({ owner, office, orderId }) =>
    t.call(orderCalls.saveOfficialSeal, { body: { orderId, officeId: office.id, ...seal, sealName: changed } }, owner),
  notarization: async ({ owner, office, orderId, ano }) => {
    const { id: templateId } = await templateAt(t, office)
    const body = { orderId, officeId: office.id, templateId, ...notarial, title: changed, anos: [ano] }
    return t.call(notarizationCalls.save, { body }, owner)
  },
  purchase: ({ owner, office, orderId }) =>
    t.call(orderCalls.savePurchase, { body: { orderId, officeId: office.id, ...purchase, title: changed } }, owner),
}

describe.each(orderKindNames)('of %s', (kind: OrderKind) => {
  const { hasEvidence, office: officeKind, steps } = factsOfKind(kind)
  const stepWhere = (from: string, to: string) =>
    Object.keys(steps).find((name) => {
      const step = steps[name]!
      return step.by === 'applicant' && step.from.includes(from) && step.to === to
    }) as OrderStep
  let office: TestOffice
  let owner: Member
  let orders: OrdersAt
  beforeAll(async () => {
    office = offices.get(officeKind)!
    ;({ owner, orders } = await customerOf({ t, office }, 100_000_000))
  })

  const ofOffice = async (id: string) => {
    const as = office.decider
    const [{ data: page }, { data: list }, { data: custody }] = [
      await t.call(officeOrderCalls.get, { params: { id } }, as),
      await t.call(officeOrderCalls.list, { query: { orderKind: kind } }, as),
      await t.call(officeOrderCalls.custody, { params: { id } }, as),
    ]
    return { page, row: list.list.find((row) => row.id === id), custody }
  }
  const pageOfOwner = async (id: string) => (await t.call(orderCalls.get, { params: { id } }, owner)).data
  const look = (id: string, ano: string) => t.call(officeOrderCalls.evidence, { params: { id, ano } }, office.assistant)
  const packageCode = async (id: string, ano: string) => {
    const url = pathOf(officeOrderCalls.package, { id, ano })
    const { statusCode, body } = await t.inject({
      method: 'GET',
      url,
      headers: { 'x-auth-token': office.assistant.token },
    })
    return statusCode === 200 && !body.startsWith('{') ? 'ok' : (JSON.parse(body) as { errorCode: string }).errorCode
  }
  async function makeRecord(id: string) {
    await papers.sealAll()
    const { data } = await t.call(officeOrderCalls.makeRecord, { params: { id } }, office.decider)
    const { statement } = await t.services.db.system
      .selectFrom('judicialPaper')
      .select('statement')
      .where('id', '=', data.id)
      .executeTakeFirstOrThrow()
    return statement.toString()
  }

  /** A returned order, as it was handed in, and what its applicant has made of it since. */
  async function changedSince() {
    const { id } = await orders.drafts[kind].begin()
    await orders.bringTo(id, 'RETURNED')
    const before = await ofOffice(id)
    const { number: ano } = await buildEvidence(t, owner)
    expect(await changes[kind]({ owner, office, orderId: id, ano })).toMatchObject({ success: true })
    const [part] = orders.drafts[kind].parts
    await orders.add('applicant', id, part!, { bytes: smallPdf('more'), name: '后来添加的.pdf' })
    return { id, before, ano, handedIn: before.page.evidence[0]?.ano }
  }

  it('is to its office what was handed in, in every respect, however it is changed', async () => {
    const { id, before, ano, handedIn } = await changedSince()
    expect(await ofOffice(id)).toEqual(before)
    expect(JSON.stringify(before)).not.toContain(changed)
    expect((await look(id, ano)).errorCode).toBe('not-found')
    expect(await packageCode(id, ano)).toBe('not-found')
    if (hasEvidence) expect(await look(id, handedIn!)).toMatchObject({ data: { isAsHandedIn: true } })
    const record = await makeRecord(id)
    expect(record).toContain(before.page.title)
    expect(record).not.toContain(changed)
    const wall = t.services.db.forAccount(owner, (tx) =>
      tx.updateTable('judicialOrder').set({ title: changed }).where('id', '=', id).execute(),
    )
    await expect(wall).rejects.toThrow('what was handed in stays')
    await t.call(orderCalls.say, { params: { id }, body: { content: '正在补正' } }, owner)
    await deliverAll(t)
    const news = t.services.db.system.selectFrom('message').select('params').where('subjectId', '=', id)
    expect(JSON.stringify(await news.execute())).not.toContain(changed)
  })

  it('is to its applicant what they have made of it', async () => {
    const { id, ano } = await changedSince()
    const page = await pageOfOwner(id)
    expect(page).toMatchObject({ title: changed, orderState: 'RETURNED', officeName: `${officeKind}所` })
    expect(JSON.stringify(page.content)).toContain(changed)
    expect(page.evidence.map((e) => e.ano)).toEqual(hasEvidence ? [ano] : [])
    expect(page.files.map((f) => f.fileName)).toContain('后来添加的.pdf')
    for (const query of [{ keyWord: changed }, ...(hasEvidence ? [{ ano }] : [])]) {
      const { data } = await t.call(orderCalls.list, { query: { orderKind: kind, ...query } }, owner)
      expect(data.list.find((row) => row.id === id)).toMatchObject({
        title: changed,
        evidenceCount: page.evidenceCount,
      })
    }
    expect((await copyOf(t, owner))['data/judicialOrders.json']).toContain(changed)
    const stranger = await t.member()
    expect(await t.call(orderCalls.get, { params: { id } }, stranger)).toMatchObject({ errorCode: 'not-found' })
  })

  it('becomes what they have made of it when it is handed in again', async () => {
    const { id, ano, handedIn } = await changedSince()
    const step = stepWhere('RETURNED', 'SUBMITTED')
    expect(await orders.applicant(id, step)).toMatchObject({ success: true })
    const { page, row, custody } = await ofOffice(id)
    expect([page.title, row!.title]).toEqual([changed, changed])
    expect(page.evidence.map((e) => [e.ano, e.statementSha256])).toEqual(
      hasEvidence ? [[ano, expect.stringMatching(/^[0-9a-f]{64}$/)]] : [],
    )
    expect(custody.list.map(({ name }) => name)).toContain('后来添加的.pdf')
    if (hasEvidence) {
      expect(await look(id, ano)).toMatchObject({ data: { isAsHandedIn: true } })
      expect((await look(id, handedIn!)).errorCode).toBe('not-found')
    }
    expect(await pageOfOwner(id)).toMatchObject({ title: changed, content: page.content })
    await deliverAll(t)
    const told = await t.services.db.system
      .selectFrom('message')
      .select('params')
      .where('subjectId', '=', id)
      .where('kind', '=', 'orderWaits')
      .execute()
    expect(told.map(({ params }) => (params as { title: string }).title)).toContain(changed)
    expect(await orders.answer(id, 'return', { reason: '再补一次' })).toMatchObject({ success: true })
    expect((await pageOfOwner(id)).title).toBe(changed)
    expect(await makeRecord(id)).toContain(changed)
  })

  it('that is abandoned is what was handed in, to both sides, and has its record', async () => {
    const { id, before } = await changedSince()
    expect(await orders.applicant(id, stepWhere('RETURNED', 'ABANDONED'))).toMatchObject({ success: true })
    const { page, custody } = await ofOffice(id)
    const { title, content, evidence, files } = before.page
    expect(page).toMatchObject({ title, content, evidence, files })
    expect(custody).toEqual(before.custody)
    expect(await pageOfOwner(id)).toMatchObject({ title, content, evidence })
    expect(await makeRecord(id)).toContain(title)
    expect(
      await t.services.db.system.selectFrom('judicialDraft').select('orderId').where('orderId', '=', id).execute(),
    ).toEqual([])
  })
})
