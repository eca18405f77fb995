import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { evidenceCalls } from '../../contract/evidence/evidence.ts'
import { feedbackCalls } from '../../contract/evidence/feedback.ts'
import { adjustmentCalls } from '../../contract/payments/adjustments.ts'
import { fileCalls } from '../../contract/platform/files.ts'
import { sweepUploads } from '../../server/platform/files.repo.ts'
import { buildTestApp, type Member, type TestApp } from '../kit/build-test-app.ts'
import { buildEvidence } from '../kit/people/factories.ts'
import { purse } from '../payments/kit.ts'
import { dataUrl, png } from '../kit/pictures.ts'

let t: TestApp
let me: Member
let other: Member
let operator: Member
beforeAll(async () => {
  t = await buildTestApp()
  me = await t.member({ name: '权利人' })
  other = await t.member({ name: '别人' })
  operator = await t.member({ name: '运营', role: 'operator' })
})
afterAll(() => t.close())

const give = (ano: string, as = me) =>
  t.call(feedbackCalls.give, { body: { ano, reason: 'EXCEPTION_RESULT', content: '缺少评论区' } }, as)
const latest = async (ano: string, as = me) => (await t.call(feedbackCalls.latest, { params: { ano } }, as)).data
const answer = (id: string, verdict: 'PASS' | 'REJECT', as = operator) =>
  t.call(feedbackCalls.answer, { params: { id }, body: { verdict, reply: '已核实' } }, as)

describe('feedback on evidence', () => {
  it('reaches the operator with the page and not the owner’s account, and the answer reaches the owner', async () => {
    const e = await buildEvidence(t, me)
    const { data } = await give(e.number)
    expect(data.feedbackStatus).toBe('REVIEWING')
    const { list } = (await t.call(feedbackCalls.review, { body: { feedbackStatus: 'REVIEWING' } }, operator)).data
    expect(list.find((f) => f.id === data.feedbackId)).toMatchObject({
      ano: e.number,
      url: 'https://example.com/',
      content: '缺少评论区',
    })
    expect(JSON.stringify(list)).not.toContain(me.accountId)
    await answer(data.feedbackId, 'PASS')
    expect(await latest(e.number)).toMatchObject({ feedbackStatus: 'PASS', reply: '已核实' })
    expect(
      (await t.call(evidenceCalls.detail, { body: { ano: e.number } }, me)).data.events.map((x) => x.action),
    ).toEqual(['feedback.given', 'feedback.answered'])
  })

  it('is one open matter at a time, and can be withdrawn', async () => {
    const e = await buildEvidence(t, me)
    const replies = await Promise.all([give(e.number), give(e.number), give(e.number)])
    expect(replies.filter((r) => r.success)).toHaveLength(1)
    expect(replies.find((r) => !r.success)).toMatchObject({ errorCode: 'feedback-open' })
    const id = replies.find((r) => r.success)!.data.feedbackId
    expect((await t.call(feedbackCalls.withdraw, { query: { id } }, other)).data).toEqual({ withdrawn: false })
    expect((await t.call(feedbackCalls.withdraw, { query: { id } }, me)).data).toEqual({ withdrawn: true })
    expect((await t.call(feedbackCalls.withdraw, { query: { id } }, me)).data).toEqual({ withdrawn: false })
    expect(await answer(id, 'PASS')).toMatchObject({ errorCode: 'wrong-state' })
    expect((await give(e.number)).success).toBe(true)
  })

  it('that is accepted gives back what the evidence cost once a second member of staff agrees', async () => {
    const owner = await t.member()
    const mine = purse(t, owner)
    await mine.adjust('gift', 100)
    await mine.adjust('credit', 900)
    const e = await buildEvidence(t, owner)
    await mine.post(await mine.reserve(700, { subject: e.id }), 600)
    const [costing, free] = [await give(e.number, owner), await give((await buildEvidence(t, owner)).number, owner)]
    const { list } = (await t.call(feedbackCalls.review, { body: { feedbackStatus: 'REVIEWING' } }, operator)).data
    const refundable = (id: string) => list.find((f) => f.id === id)?.refundable
    expect([refundable(costing.data.feedbackId), refundable(free.data.feedbackId)]).toEqual([600, 0])
    const ask = (id: string, verdict: 'PASS' | 'REJECT' = 'PASS') =>
      t.call(feedbackCalls.answer, { params: { id }, body: { verdict, reply: '页面不完整', refund: true } }, operator)
    // What cost nothing has nothing to give back, and stays open.
    expect((await ask(free.data.feedbackId)).errorCode).toBe('refund-too-much')
    expect((await ask(free.data.feedbackId, 'REJECT')).success).toBe(true)
    expect((await ask(costing.data.feedbackId)).success).toBe(true)
    const found = await t.call(adjustmentCalls.list, { query: { keyWord: e.number } }, operator)
    expect(found.data.list).toMatchObject([{ purpose: 'refund', amount: 600, state: 'waiting', reason: '页面不完整' }])
    const { id } = found.data.list[0]!
    const apply = (as: Member) => t.call(adjustmentCalls.apply, { params: { id } }, as)
    expect((await apply(operator)).errorCode).toBe('second-person-needed')
    expect([await mine.books(), await latest(e.number, owner)]).toMatchObject([{ prepaid: 400 }, { refunded: 0 }])
    expect((await apply(await t.member({ role: 'operator' }))).success).toBe(true)
    expect(await mine.books()).toMatchObject({ prepaid: 900, promotional: 100 })
    expect(await latest(e.number, owner)).toMatchObject({ feedbackStatus: 'PASS', refunded: 600 })
  })

  it('comes with pictures, which staff and the account see and nobody else, each sent for this and used once', async () => {
    const e = await buildEvidence(t, me)
    const send = async (as = me) =>
      (await t.call(fileCalls.uploadPicture, { body: { imgBase: dataUrl(png()), scene: 'feedback' } }, as)).data.fileId
    const [picture, others] = [await send(), await send(other)]
    const giveWith = (images: string[]) =>
      t.call(feedbackCalls.give, { body: { ano: e.number, reason: 'OTHER', content: '缺图', images } }, me)
    expect(await giveWith([picture, others, picture])).toMatchObject({
      errorCode: 'bad-parameter',
      data: {
        fields: [
          { path: 'images.1', key: 'pictureGone' },
          { path: 'images.2', key: 'pictureGone' },
        ],
      },
    })
    expect(await giveWith([picture, picture, picture, picture])).toMatchObject({
      errorCode: 'bad-parameter',
      data: { fields: [{ path: 'images' }] },
    })
    const { data } = await giveWith([picture])
    expect(data.feedbackStatus).toBe('REVIEWING')
    const second = await buildEvidence(t, me)
    expect(
      await t.call(
        feedbackCalls.give,
        { body: { ano: second.number, reason: 'OTHER', content: '缺图', images: [picture] } },
        me,
      ),
    ).toMatchObject({ data: { fields: [{ path: 'images.0', key: 'pictureGone' }] } })
    const owner = new pg.Client({ connectionString: t.databaseUrl })
    await owner.connect()
    await owner.query(`update uploaded_file set created_at = created_at - interval '2 days'`)
    await owner.end()
    await sweepUploads(t.services.db)
    const look = async (url: string, as: Member) =>
      (await t.inject({ method: 'GET', url, headers: { 'x-auth-token': as.token } })).statusCode
    const [mine] = (await latest(e.number))!.images
    const shown = (await t.call(feedbackCalls.review, { body: {} }, operator)).data.list.find(
      (f) => f.id === data.feedbackId,
    )!.images[0]!
    expect([
      await look(mine!.url, me),
      await look(mine!.url, other),
      await look(mine!.url, operator),
      await look(shown.url, operator),
      await look(shown.url, me),
    ]).toEqual([200, 404, 404, 200, 403])
    expect(await look(shown.url.replace(data.feedbackId, e.id), operator)).toBe(404)
    expect(
      (await t.call(evidenceCalls.detail, { body: { ano: e.number } }, me)).data.events.map((x) => x.action),
    ).toContain('feedback.pictureViewed')
  })

  it('is answered once, by operators only', async () => {
    const e = await buildEvidence(t, me)
    const id = (await give(e.number)).data.feedbackId
    expect(await answer(id, 'PASS', me)).toMatchObject({ errorCode: 'forbidden' })
    expect((await answer(id, 'REJECT')).success).toBe(true)
    expect(await answer(id, 'PASS')).toMatchObject({ errorCode: 'wrong-state' })
    expect(await latest(e.number)).toMatchObject({ feedbackStatus: 'REJECT' })
  })

  it('is for collected evidence of one’s own', async () => {
    expect(await give((await buildEvidence(t, me, { status: 'failed' })).number)).toMatchObject({
      errorCode: 'wrong-state',
    })
    expect(await give((await buildEvidence(t, other)).number)).toMatchObject({ errorCode: 'not-found' })
  })
})
