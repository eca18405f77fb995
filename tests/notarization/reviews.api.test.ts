import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { officeOrderCalls } from '../../contract/notarization/office-orders.ts'
import { orderCalls } from '../../contract/notarization/orders.ts'
import { standingCalls } from '../../contract/notarization/standing.ts'
import { openOrdersOf } from '../../server/notarization/orders/open-orders.read.ts'
import { lapseOrders } from '../../server/notarization/orders/watch-orders.ts'
import { checkBooks } from '../../server/payments/ledger/check-books.ts'
import type { Member } from '../kit/build-test-app.ts'
import { openOffice, type TestOffice } from '../kit/people/offices.ts'
import { smallPdf } from '../kit/small-pdf.ts'
import { localAuthority } from '../trust/sample.ts'
import { customerOf, type OpenOrders, openOrders } from './open-orders.ts'
import { moneyOf, type OrdersAt, ordersAt } from './order-kit.ts'
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

const get = async (id: string) => (await o.t.call(orderCalls.get, { params: { id } }, owner)).data
const seen = async (id: string, as: Member) => (await o.t.call(officeOrderCalls.get, { params: { id } }, as)).data
const fields = ({ data }: { data: unknown }) =>
  (data as { fields?: { path: string }[] }).fields?.map(({ path }) => path)
const wrong = { reason: '公证书中的网址写错' }

async function certified(state = 'DELIVERED') {
  const { id } = await orders.draftNotarization()
  await orders.bringTo(id, state)
  return id
}

describe('a certificate that is thought wrong', () => {
  it('is reviewed within thirty days, by another notary than who drafted it', async () => {
    const id = await certified()
    await orders.add('applicant', id, 'grounds', { bytes: smallPdf('grounds'), name: '截图.pdf' })
    expect(fields(await orders.applicant(id, 'requestReview', {}))).toEqual(['reason'])
    expect(await orders.applicant(id, 'requestReview', wrong)).toMatchObject({ data: { orderState: 'REVIEW' } })
    const { clock, files, steps } = await seen(id, office.second)
    expect(clock).toMatchObject({
      name: 'recheck',
      days: 30,
      used: 0,
      isCalendar: true,
      isPaused: false,
      isLate: false,
    })
    expect(files.find(({ part }) => part === 'grounds')).toMatchObject({ fileName: '截图.pdf', isKept: true })
    expect(steps).toEqual(['uphold', 'correct', 'revoke'])
    expect((await seen(id, office.decider)).steps).toEqual([])
    const upheld = { reason: '网址与证据一致' }
    expect(await orders.answer(id, 'uphold', upheld)).toMatchObject({ errorCode: 'other-person-needed' })
    expect(await orders.answer(id, 'uphold', upheld, office.second)).toMatchObject({
      data: { orderState: 'CONCLUDED' },
    })
    const { papers, steps: after } = await get(id)
    expect(papers.at(-1)).toMatchObject({ paper: 'upheld', side: 'office' })
    expect(after).toEqual([])
  })

  it('is replaced by a corrected one, which is delivered and can be reviewed as well', async () => {
    const id = await certified('REVIEW')
    expect(fields(await orders.answer(id, 'correct', { reason: '更正网址' }, office.second))).toEqual(['corrected'])
    await orders.withFile(id, 'corrected', 'correct', { reason: '更正网址' }, office.second)
    expect((await get(id)).orderState).toBe('CORRECTED')
    const papers = papersIn(o.t, await localAuthority())
    for (const paper of ['certificate', 'corrected'] as const) {
      const file = await papers.sealed(id, paper, owner)
      expect(file.subarray(0, smallPdf(paper).length)).toEqual(smallPdf(paper))
      expect((await papers.verify(file)).verdict).toBe('valid')
    }
    await orders.answer(id, 'send', { carrier: '顺丰速运', trackingNumber: 'SF1234567890' })
    await orders.applicant(id, 'confirm')
    expect((await get(id)).steps).toEqual(['requestReview'])
  })

  it('is reviewed by no office whose account is closed', async () => {
    const id = await certified()
    await o.database.query(`update account set status = 'DISABLED' where id = $1`, [office.id])
    expect(await orders.applicant(id, 'requestReview', wrong)).toMatchObject({ errorCode: 'office-closed' })
    await o.database.query(`update account set status = 'ACTIVE' where id = $1`, [office.id])
    expect(await orders.applicant(id, 'requestReview', wrong)).toMatchObject({ success: true })
  })

  it('is reviewed as well where its office opens the review', async () => {
    const id = await certified()
    expect(await orders.answer(id, 'openReview', wrong, office.assistant)).toMatchObject({ errorCode: 'forbidden' })
    expect(await orders.answer(id, 'openReview', wrong)).toMatchObject({ data: { orderState: 'REVIEW' } })
    expect((await get(id)).course.at(-1)).toMatchObject({ step: 'openReview', side: 'office', ...wrong })
  })

  it('can be reviewed for a year; meanwhile it keeps nobody from closing an account', async () => {
    const id = await certified()
    const open = async () => (await openOrdersOf(o.t.services.db.system, [owner.accountId])).map(({ count }) => count)
    expect(await open()).toEqual([])
    const { rows } = await o.database.query<{ days: number }>(
      `select round(extract(epoch from lapses_at - app_now()) / 86400)::int as days from judicial_order where id = $1`,
      [id],
    )
    expect(rows).toEqual([{ days: 365 }])
    await o.database.query(`update judicial_order set lapses_at = app_now() - interval '1 second' where id = $1`, [id])
    await lapseOrders(o.t.services)
    expect(await get(id)).toMatchObject({ orderState: 'CONCLUDED', steps: [] })
    expect(await orders.applicant(id, 'requestReview', wrong)).toMatchObject({ errorCode: 'wrong-state' })
    await orders.applicant(await certified(), 'requestReview', wrong)
    expect(await open()).toEqual([1])
  })
})

/** What anybody is told of a paper of the order that they have. */
async function standing(id: string, paper: string) {
  const found = (await get(id)).papers.findLast((p) => p.paper === paper)!
  const params = { paperNumber: found.paperNumber }
  return (await o.t.call(standingCalls.ofPaper, { params })).data
}
const numberOf = async (id: string, paper: string) =>
  (await get(id)).papers.findLast((p) => p.paper === paper)!.paperNumber

describe('whoever has a paper', () => {
  it('learns whether it still stands, and of none that there is not', async () => {
    const id = await certified('REVIEW')
    expect(await standing(id, 'certificate')).toEqual({ standing: 'stands', at: null, by: null })
    await orders.withFile(id, 'corrected', 'correct', { reason: '更正网址' }, office.second)
    const corrected = await numberOf(id, 'corrected')
    expect(await standing(id, 'certificate')).toMatchObject({ standing: 'replaced', by: corrected })
    expect(await standing(id, 'corrected')).toMatchObject({ standing: 'stands' })
    await orders.applicant(id, 'confirm')
    await orders.applicant(id, 'requestReview', wrong)
    await orders.answer(id, 'revoke', { reason: '与事实不符', kept: 0 }, office.second)
    const by = await numberOf(id, 'revocation')
    for (const paper of ['certificate', 'corrected'])
      expect(await standing(id, paper)).toMatchObject({ standing: 'revoked', by })
    // What was decided in between was decided.
    for (const paper of ['acceptance', 'inform', 'revocation'])
      expect(await standing(id, paper)).toMatchObject({ standing: 'stands' })
    const [number] = by.split('-')
    for (const paperNumber of [`${number}-99`, '999999-1'])
      expect((await o.t.call(standingCalls.ofPaper, { params: { paperNumber } })).data.standing).toBe('unknown')
  })
})

describe('a certificate that is revoked', () => {
  const revoke = (id: string, kept: number) =>
    orders.answer(id, 'revoke', { reason: '基本内容与事实不符', kept }, office.second)
  const paid = 100_000

  it('gives back what its office does not keep, to the fen', async () => {
    const id = await certified('REVIEW')
    expect(await moneyOf(o.t, owner)).toEqual({ prepaid: paid - 30_000, reservedPrepaid: 0 })
    expect(fields(await revoke(id, 30_001))).toEqual(['kept'])
    expect(await revoke(id, 12_345)).toMatchObject({ data: { orderState: 'REVOKED' } })
    expect(await moneyOf(o.t, owner)).toEqual({ prepaid: paid - 12_345, reservedPrepaid: 0 })
    const { collected, course, papers } = await get(id)
    expect({ collected, told: course.at(-1)?.told, paper: papers.at(-1)?.paper }).toEqual({
      collected: 12_345,
      told: '¥123.45',
      paper: 'revocation',
    })
    const quiet = { info() {}, warn() {}, error() {} }
    expect(await checkBooks(o.t.services, quiet, 'all')).toEqual([])
  })

  it('gives back all of it where nothing is kept, and nothing of an order that cost nothing', async () => {
    const all = await certified('REVIEW')
    await revoke(all, 0)
    const { id: free } = await orders.draftNotarization()
    await orders.bringTo(free, 'REVIEW', 0)
    expect(await revoke(free, 0)).toMatchObject({ data: { orderState: 'REVOKED' } })
    expect(await moneyOf(o.t, owner)).toEqual({ prepaid: paid, reservedPrepaid: 0 })
  })

  it('gives back what a purchase cost', async () => {
    const rich = await customerOf({ t: o.t, office }, 500_000)
    const theirs = ordersAt(o.t, rich.owner, office)
    const bought = await theirs.draftPurchase()
    await theirs.bringTo(bought.id, 'REVIEW')
    const { prepaid } = await moneyOf(o.t, rich.owner)
    await theirs.answer(bought.id, 'revoke', { reason: '包裹照片有误', kept: 59_700 }, office.second)
    expect(await moneyOf(o.t, rich.owner)).toEqual({ prepaid: prepaid + 150_000, reservedPrepaid: 0 })
  })

  it('gives back to nobody whose account is closed', async () => {
    const id = await certified('REVIEW')
    await o.database.query(`update membership set status = 'DELETED' where account_id = $1`, [owner.accountId])
    expect(fields(await revoke(id, 0))).toEqual(['kept'])
    expect(await revoke(id, 30_000)).toMatchObject({ data: { orderState: 'REVOKED' } })
  })
})
