import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { officeCalls } from '../../contract/accounts/offices.ts'
import { orderCalls } from '../../contract/notarization/orders.ts'
import { walletCalls } from '../../contract/payments/wallet.ts'
import { lapseOrders } from '../../server/notarization/orders/watch-orders.ts'
import type { Member } from '../kit/build-test-app.ts'
import { openOffice, type TestOffice } from '../kit/people/offices.ts'
import { localAuthority } from '../trust/sample.ts'
import { customerOf, openOrders, type OpenOrders } from './open-orders.ts'
import { moneyOf, seal } from './order-kit.ts'
import { papersIn } from './paper-kit.ts'

let o: OpenOrders
beforeAll(async () => {
  o = await openOrders()
})
afterAll(() => o?.close())

const get = async (id: string, as: Member) => (await o.t.call(orderCalls.get, { params: { id } }, as)).data
const save = (owner: Member, more: object = {}) =>
  o.t.call(orderCalls.saveOfficialSeal, { body: { officeId: o.office.id, ...seal, ...more } }, owner)
const fields = ({ data }: { data: unknown }) =>
  (data as { fields?: { path: string }[] }).fields?.map(({ path }) => path)

/** What an office lists, as the platform's staff change it. */
async function list(office: TestOffice, sealFee: number | null) {
  const { t } = o
  const operator = await t.member({ role: 'administrator' })
  const { data: shown } = await t.call(officeCalls.get, { params: { id: office.id } }, operator)
  const { success } = await t.call(
    officeCalls.save,
    { params: { id: office.id }, body: { ...shown, sealFee } },
    operator,
  )
  expect(success).toBe(true)
}

describe('the appraisal of a seal', () => {
  it('is asked for by whoever accepted its notice, and no one else', async () => {
    const { owner } = await customerOf(o)
    const refused = await save(owner, { noticeAccepted: false })
    expect(refused).toMatchObject({ errorCode: 'bad-parameter' })
    expect(fields(refused)).toEqual(['noticeAccepted'])
    expect((await save(owner)).success).toBe(true)
  })

  it('is handed in with proof of identity, the questioned documents and samples, each named where it lacks', async () => {
    const { owner, orders } = await customerOf(o)
    const { id } = (await save(owner)).data
    expect(fields(await orders.applicant(id, 'place'))).toEqual(['identity', 'questioned', 'sample'])
    await orders.add('applicant', id, 'identity')
    await orders.add('applicant', id, 'sample')
    expect(fields(await orders.applicant(id, 'place'))).toEqual(['questioned'])
    await orders.add('applicant', id, 'questioned')
    expect(await orders.applicant(id, 'place')).toMatchObject({ data: { orderState: 'SUBMITTED' } })
    expect((await get(id, owner)).files.every(({ isKept }) => isKept)).toBe(true)
  })

  it('holds what the institute lists as it is handed in, and collects it with the report', async () => {
    const office = await openOffice(o.t)
    const { owner, orders } = await customerOf({ t: o.t, office })
    const { id } = await orders.draftSeal()
    expect(await get(id, owner)).toMatchObject({ fee: null, office: { listedFee: 80_000 } })
    expect(await orders.applicant(id, 'place', { quoted: 79_999 })).toMatchObject({ errorCode: 'price-changed' })
    await orders.applicant(id, 'place', { quoted: 80_000 })
    expect(await moneyOf(o.t, owner)).toEqual({ prepaid: 20_000, reservedPrepaid: 80_000 })
    await list(office, 95_000)
    await orders.answer(id, 'approve')
    await orders.applicant(id, 'sign')
    await orders.add('office', id, 'report', { name: '鉴定意见书.pdf' })
    await orders.answer(id, 'draft')
    await orders.answer(id, 'report', {}, office.second)
    expect(await get(id, owner)).toMatchObject({ orderState: 'REPORTED', fee: 80_000, collected: 80_000 })
    expect(await moneyOf(o.t, owner)).toEqual({ prepaid: 20_000, reservedPrepaid: 0 })
    const { data } = await o.t.call(walletCalls.bill, { query: {} }, owner)
    const paid = { product: 'officialSeal', subjectKind: 'judicial-order', subjectId: id, amount: -80_000 }
    expect(data.list[0]).toMatchObject(paid)
  })

  it('is not handed in by whoever has too little, and stays a draft', async () => {
    const { owner, orders } = await customerOf(o, 79_999)
    const { id } = await orders.draftSeal()
    expect(await orders.applicant(id, 'place')).toMatchObject({ errorCode: 'balance-short' })
    expect(await get(id, owner)).toMatchObject({ orderState: 'DRAFT', fee: null, submittedAt: null })
    expect(await moneyOf(o.t, owner)).toEqual({ prepaid: 79_999, reservedPrepaid: 0 })
  })

  it('gives everything back when it is refused, with the ground and the reason', async () => {
    const { owner, orders } = await customerOf(o)
    const { id } = await orders.draftSeal()
    await orders.applicant(id, 'place')
    await orders.answer(id, 'refuse', { code: 'imprint-unclear', reason: '检材印文模糊' })
    const { course, ...order } = await get(id, owner)
    expect(order).toMatchObject({ orderState: 'REJECTED', fee: 80_000, collected: 0 })
    expect(course.at(-1)).toMatchObject({ code: 'imprint-unclear', reason: '检材印文模糊' })
    expect(await moneyOf(o.t, owner)).toEqual({ prepaid: 100_000, reservedPrepaid: 0 })
  })

  it('gives everything back when it is withdrawn before it is signed, and cannot be withdrawn after', async () => {
    const { owner, orders } = await customerOf(o, 200_000)
    const [early, late] = [await orders.draftSeal(), await orders.draftSeal()]
    for (const { id } of [early, late]) {
      await orders.applicant(id, 'place')
      await orders.answer(id, 'approve')
    }
    await orders.applicant(early.id, 'withdraw')
    await orders.applicant(late.id, 'sign')
    expect(await orders.applicant(late.id, 'withdraw')).toMatchObject({ errorCode: 'wrong-state' })
    expect(await moneyOf(o.t, owner)).toEqual({ prepaid: 120_000, reservedPrepaid: 80_000 })
    await orders.answer(late.id, 'terminate', { reason: '检材灭失', kept: 30_000 })
    expect(await moneyOf(o.t, owner)).toEqual({ prepaid: 170_000, reservedPrepaid: 0 })
  })

  it.each(['RETURNED', 'SIGNING'])(
    'is given up automatically, and paid back, after thirty days in %s',
    async (state) => {
      const { owner, orders } = await customerOf(o)
      const { id } = await orders.draftSeal()
      await orders.bringTo(id, state)
      await o.database.query("update judicial_order set lapses_at = app_now() + interval '1 second' where id = $1", [
        id,
      ])
      await lapseOrders(o.t.services)
      expect(await get(id, owner)).toMatchObject({ orderState: state })
      await o.database.query('update judicial_order set lapses_at = app_now() where id = $1', [id])
      await lapseOrders(o.t.services)
      expect(await get(id, owner)).toMatchObject({ orderState: 'ABANDONED', collected: 0 })
      expect(await moneyOf(o.t, owner)).toEqual({ prepaid: 100_000, reservedPrepaid: 0 })
    },
  )

  it('is corrected after it was returned: what it says, and its files; also while the institute takes no new orders', async () => {
    const office = await openOffice(o.t)
    const { owner, orders } = await customerOf({ t: o.t, office })
    const mine = (more: object) => save(owner, { officeId: office.id, ...more })
    const { id } = await orders.draftSeal()
    await orders.applicant(id, 'place')
    expect(await mine({ orderId: id })).toMatchObject({ errorCode: 'wrong-state' })
    await orders.answer(id, 'return', { reason: '公章名称与检材不符' })
    await o.database.query('update office set is_open = false, seal_fee = null where account_id = $1', [office.id])
    expect(await mine({})).toMatchObject({ errorCode: 'bad-parameter' })
    expect((await mine({ orderId: id, sealName: '风岛文化传媒有限公司' })).success).toBe(true)
    expect((await orders.add('applicant', id, 'mandate')).success).toBe(true)
    expect(await orders.applicant(id, 'resubmit')).toMatchObject({ data: { orderState: 'SUBMITTED' } })
    expect(await get(id, owner)).toMatchObject({ title: '风岛文化传媒有限公司', fee: 80_000 })
  })

  it('goes on with any one of the parts that were asked for', async () => {
    const { orders } = await customerOf(o)
    const { id } = await orders.draftSeal()
    await orders.bringTo(id, 'SUPPLEMENT')
    expect(fields(await orders.applicant(id, 'supply'))).toEqual(['questioned'])
    await orders.add('applicant', id, 'sample', { name: '样本二.pdf' })
    expect(await orders.applicant(id, 'supply')).toMatchObject({ data: { orderState: 'EXAMINING' } })
  })

  it('is made by institutes that list a fee, and asked of no other', async () => {
    const office = await openOffice(o.t)
    const { owner, orders } = await customerOf({ t: o.t, office })
    const { id } = await orders.draftSeal()
    await list(office, null)
    const { data } = await o.t.call(orderCalls.offices, { query: { officeKind: 'institute' } }, owner)
    expect(data.list.find((listed) => listed.id === office.id)).toMatchObject({ sealFee: null })
    expect(fields(await save(owner, { officeId: office.id }))).toEqual(['officeId'])
    expect(await orders.applicant(id, 'place')).toMatchObject({ errorCode: 'office-closed' })
  })

  it('has its own list, and stands in the list of all', async () => {
    const { owner, orders } = await customerOf(o)
    const [{ id }, appraisal] = [await orders.draftSeal(), await orders.draft()]
    const ids = async (call: typeof orderCalls.seals | typeof orderCalls.list, query = {}) =>
      (await o.t.call(call, { query }, owner)).data.list.map((order) => order.id)
    expect(await ids(orderCalls.seals)).toEqual([id])
    expect(await ids(orderCalls.list)).toEqual([appraisal.id, id])
    expect(await ids(orderCalls.list, { orderKind: 'officialSeal' })).toEqual([id])
    expect(await ids(orderCalls.list, { ano: appraisal.ano })).toEqual([appraisal.id])
    const stranger = await o.t.member()
    expect((await o.t.call(orderCalls.list, { query: { ano: appraisal.ano } }, stranger)).data.list).toEqual([])
    expect((await o.t.call(orderCalls.appraisals, { query: {} }, owner)).data.list.map((order) => order.id)).toEqual([
      appraisal.id,
    ])
  })

  it('cannot be changed as if it were an appraisal of evidence', async () => {
    const { owner, orders } = await customerOf(o)
    const { id } = await orders.draft()
    expect(await save(owner, { orderId: id })).toMatchObject({ errorCode: 'wrong-state' })
  })
})

describe('the entrustment of a seal', () => {
  it('says which seal, the notice that was accepted and each file, and is verified without the platform', async () => {
    const { orders, owner } = await customerOf(o)
    const { id } = await orders.draftSeal({ sealKind: 'contract' })
    await orders.bringTo(id, 'EXAMINING')
    const papers = papersIn(o.t, await localAuthority())
    const pdf = await papers.sealed(id, 'application', owner)
    expect(await papers.failures(pdf)).toEqual([])
    const { rows } = await o.database.query<{ says: { sections: { heading: string[]; rows: { text: string }[] }[] } }>(
      `select convert_from(statement, 'UTF8')::jsonb as says from judicial_paper where order_id = $1 and paper = 'application'`,
      [id],
    )
    const texts = (heading: string) =>
      rows[0]!.says.sections.find((s) => s.heading[1] === heading)!.rows.map(({ text }) => text)
    expect(texts('What is asked for')).toEqual(expect.arrayContaining(['风岛文化有限公司', '合同专用章', '是']))
    expect(texts('Notice accepted')).toHaveLength(7)
    expect(texts('Files').map((text) => text.split('\n')[0])).toEqual(['identity.pdf', 'questioned.pdf', 'sample.pdf'])
  })
})
