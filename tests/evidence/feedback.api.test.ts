import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { evidenceCalls } from '../../contract/evidence/evidence.ts'
import { feedbackCalls } from '../../contract/evidence/feedback.ts'
import { buildTestApp, type Member, type TestApp } from '../kit/build-test-app.ts'
import { buildEvidence } from '../kit/factories.ts'

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

const give = (ano: string, as = me) => t.call(feedbackCalls.give, { body: { ano, reason: 'EXCEPTION_RESULT', content: '缺少评论区' } }, as)
const latest = async (ano: string, as = me) => (await t.call(feedbackCalls.latest, { params: { ano } }, as)).data
const answer = (id: string, verdict: 'PASS' | 'REJECT', as = operator) => t.call(feedbackCalls.answer, { params: { id }, body: { verdict, reply: '已核实' } }, as)

describe('feedback on evidence', () => {
  it('reaches the operator with the page and not the owner’s account, and the answer reaches the owner', async () => {
    const e = await buildEvidence(t, me)
    const { data } = await give(e.number)
    expect(data.feedbackStatus).toBe('REVIEWING')
    const { list } = (await t.call(feedbackCalls.review, { body: { feedbackStatus: 'REVIEWING' } }, operator)).data
    expect(list.find((f) => f.id === data.feedbackId)).toMatchObject({ ano: e.number, url: 'https://example.com/', content: '缺少评论区' })
    expect(JSON.stringify(list)).not.toContain(me.accountId)
    await answer(data.feedbackId, 'PASS')
    expect(await latest(e.number)).toMatchObject({ feedbackStatus: 'PASS', reply: '已核实' })
    expect((await t.call(evidenceCalls.detail, { body: { ano: e.number } }, me)).data.events.map((x) => x.action)).toEqual(['feedback.given', 'feedback.answered'])
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

  it('is answered once, by operators only', async () => {
    const e = await buildEvidence(t, me)
    const id = (await give(e.number)).data.feedbackId
    expect(await answer(id, 'PASS', me)).toMatchObject({ errorCode: 'forbidden' })
    expect((await answer(id, 'REJECT')).success).toBe(true)
    expect(await answer(id, 'PASS')).toMatchObject({ errorCode: 'wrong-state' })
    expect(await latest(e.number)).toMatchObject({ feedbackStatus: 'REJECT' })
  })

  it('is for collected evidence of one’s own', async () => {
    expect(await give((await buildEvidence(t, me, { status: 'failed' })).number)).toMatchObject({ errorCode: 'wrong-state' })
    expect(await give((await buildEvidence(t, other)).number)).toMatchObject({ errorCode: 'not-found' })
  })
})
