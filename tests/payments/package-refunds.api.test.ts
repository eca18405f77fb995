import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { feedbackCalls } from '../../contract/evidence/feedback.ts'
import { adjustmentCalls } from '../../contract/payments/adjustments.ts'
import { packageCalls } from '../../contract/payments/packages.ts'
import { newId } from '../../server/kit/ids.ts'
import { checkBooks } from '../../server/payments/ledger/check-books.ts'
import { refundUnits } from '../../server/payments/ledger/ledger.service.ts'
import type { Member, TestApp } from '../kit/build-test-app.ts'
import { endEvidence, purse, refusalOf } from './kit.ts'
import { openShop, type Shop } from './package-kit.ts'

let shop: Shop
let t: TestApp
let asker: Member
let decider: Member
let who: Member
beforeAll(async () => {
  shop = await openShop()
  ;({ t } = shop)
  asker = await t.member({ role: 'operator' })
  decider = await t.member({ role: 'operator' })
})
afterAll(() => shop.close())
beforeEach(async () => {
  who = await t.member()
})

/** A package of two units, of which one paid for evidence that was collected, and feedback on that. */
async function used({ units = 2, completeness = 'full' as 'full' | 'partial' } = {}) {
  const offered = await shop.offer({ units })
  await purse(t, who).adjust('credit', offered.price)
  const { id: packageId } = (await shop.buy(offered, who)).data
  const evidence = (await shop.start(1, who)).data.list[0]!
  await endEvidence(t, evidence.id, 'collected', completeness)
  const { number: ano } = await t.services.db.system
    .selectFrom('evidence')
    .select('number')
    .where('id', '=', evidence.id)
    .executeTakeFirstOrThrow()
  const body = { ano, reason: 'EXCEPTION_RESULT' as const, content: '缺少评论区' }
  const { feedbackId } = (await t.call(feedbackCalls.give, { body }, who)).data
  return { packageId, ano, feedbackId }
}
const accept = (id: string) =>
  t.call(feedbackCalls.answer, { params: { id }, body: { verdict: 'PASS', reply: '页面不完整', refund: true } }, asker)
/** What was asked for to give back what evidence cost. */
const refundOf = async (ano: string) =>
  (await t.call(adjustmentCalls.list, { query: { keyWord: ano } }, decider)).data.list[0]!.id
const apply = async (ano: string, as = decider) =>
  t.call(adjustmentCalls.apply, { params: { id: await refundOf(ano) } }, as)
const one = async (id: string) => (await t.call(packageCalls.get, { params: { id } }, who)).data
const latest = async (ano: string) => (await t.call(feedbackCalls.latest, { params: { ano } }, who)).data
const reviewed = async (id: string) =>
  (await t.call(feedbackCalls.review, { body: { pageSize: 100 } }, asker)).data.list.find((f) => f.id === id)
const agree = async () => expect(await checkBooks(t.services, { info() {}, warn() {}, error() {} }, 'all')).toEqual([])

describe('what a package paid for', () => {
  it('is given back to it by accepted feedback once a second person agrees, and its owner is told', async () => {
    const { packageId, ano, feedbackId } = await used()
    expect(await reviewed(feedbackId)).toMatchObject({ refundable: 0, refundableUnits: 1 })
    expect((await accept(feedbackId)).success).toBe(true)
    const asked = (await t.call(adjustmentCalls.get, { params: { id: await refundOf(ano) } }, decider)).data
    expect(asked).toMatchObject({ purpose: 'refund', amount: 0, units: 1, reference: ano, state: 'waiting' })
    expect((await apply(ano, asker)).errorCode).toBe('second-person-needed')
    expect([await one(packageId), await latest(ano)]).toMatchObject([{ used: 1, left: 1 }, { refundedUnits: 0 }])
    const both = await Promise.all([apply(ano), apply(ano, await t.member({ role: 'operator' }))])
    expect(both.map((r) => r.errorCode ?? 'applied').toSorted()).toEqual(['applied', 'wrong-state'])
    expect(await one(packageId)).toMatchObject({ used: 0, left: 2 })
    expect(await latest(ano)).toMatchObject({ feedbackStatus: 'PASS', refunded: 0, refundedUnits: 1 })
    expect(await reviewed(feedbackId)).toMatchObject({ refundableUnits: 0 })
    expect((await t.call(packageCalls.uses, { params: { id: packageId } }, who)).data.list).toMatchObject([
      { evidenceNumber: ano, useState: 'released' },
    ])
    expect((await purse(t, who).books()).prepaid, 'no money moves').toBe(0)
    const { rows } = await shop.owner.query(
      `select kind, subject_id, params from message where person_id = $1 and kind <> 'feedbackAnswered'`,
      [who.personId],
    )
    expect(rows).toMatchObject([
      { kind: 'unitsReturned', subject_id: packageId, params: { product: 'capture.web', units: 1, why: '页面不完整' } },
    ])
    await agree()
  })

  it('pays again with what came back, also where it was used up', async () => {
    const { packageId, ano, feedbackId } = await used({ units: 1 })
    expect((await shop.start(1, who)).errorCode).toBe('balance-short')
    await accept(feedbackId)
    await apply(ano)
    expect((await shop.start(1, who)).success).toBe(true)
    expect(await one(packageId)).toMatchObject({ held: 1, used: 0, left: 0 })
    await agree()
  })

  it('is not given back to one that has ended, neither when it is asked for nor when it is decided', async () => {
    const early = await used()
    await shop.endsIn(early.packageId, -1)
    expect(await reviewed(early.feedbackId)).toMatchObject({ refundableUnits: 0 })
    expect((await accept(early.feedbackId)).errorCode).toBe('refund-too-much')
    const late = await used()
    await accept(late.feedbackId)
    await shop.endsIn(late.packageId, -1)
    expect((await apply(late.ano)).errorCode).toBe('package-ended')
    expect(await one(late.packageId)).toMatchObject({ used: 1 })
    const refused = await t.call(
      adjustmentCalls.refuse,
      { params: { id: await refundOf(late.ano) }, body: { reason: '套餐已到期' } },
      decider,
    )
    expect(refused.success).toBe(true)
    await agree()
  })

  it('that took half of a unit took none, and gives none back', async () => {
    const { packageId, feedbackId } = await used({ completeness: 'partial' })
    expect(await one(packageId)).toMatchObject({ used: 0 })
    expect((await accept(feedbackId)).errorCode).toBe('refund-too-much')
  })

  it('is never given back beyond what was taken', async () => {
    const { packageId } = await used()
    const { id } = await t.services.db.system
      .selectFrom('charge')
      .select('id')
      .where('packageId', '=', packageId)
      .executeTakeFirstOrThrow()
    const back = (units: number) => refusalOf(t.services.db.asSystem((tx) => refundUnits(tx, id, units)))
    expect([await back(0), await back(-1), await back(2)]).toEqual(Array(3).fill('refund-too-much'))
    const some = await Promise.all([back(1), back(1), back(1)])
    expect(some.toSorted()).toEqual(['refund-too-much', 'refund-too-much', undefined])
    expect(await one(packageId)).toMatchObject({ used: 0, left: 2 })
    await agree()
  })

  it('is given back by nobody but staff', async () => {
    await used()
    await expect(
      t.services.db.forAccount(who, (tx) => sql`select refund_units(${newId()}, 1)`.execute(tx)),
    ).rejects.toThrow(/permission/)
  })
})
