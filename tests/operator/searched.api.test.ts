import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { auditCalls } from '../../contract/platform/audit.ts'
import { certifyCalls } from '../../contract/real-name/certify.ts'
import { identityReviewCalls } from '../../contract/real-name/review.ts'
import { personCalls } from '../../contract/operator/people.ts'
import { buildTestApp, type Member, type TestApp } from '../kit/build-test-app.ts'
import { agree, newResidentId, personalPapers } from '../kit/people/identities.ts'

let t: TestApp
let operator: Member
let customer: Member
beforeAll(async () => {
  t = await buildTestApp()
})
beforeEach(async () => {
  operator = await t.member({ name: '运营', role: 'operator' })
  customer = await t.member({ name: '王小雨' })
})
afterAll(() => t.close())

const isSearch = ({ action }: { action: string }) => action.endsWith('.searched')
const searches = async (who: Member) => (await t.call(auditCalls.list, { query: {} }, who)).data.list.filter(isSearch)
/** As other staff read it. */
const bySomebody = async ({ personId }: Member) =>
  (await t.call(auditCalls.platformList, { query: { personId } }, operator)).data.list.filter(isSearch)
const people = (keyWord: string) => t.call(personCalls.list, { query: { keyWord } }, operator)
const identities = (keyWord: string) => t.call(identityReviewCalls.list, { query: { keyWord } }, operator)
const masked = (phone: string) => `${phone.slice(0, 3)}****${phone.slice(-4)}`

describe('staff who look for a whole number', () => {
  it('of a phone leave that with its person, once an hour and masked', async () => {
    for (let i = 0; i < 2; i++) expect((await people(customer.phone)).data.total).toBe(1)
    const acts = await searches(customer)
    expect(acts).toMatchObject([
      { action: 'person.searched', who: '运营', details: { phone: masked(customer.phone) }, subject: '王小雨' },
    ])
    expect(JSON.stringify(acts)).not.toContain(customer.phone)
  })

  it('that nobody has leave it where they act, each time', async () => {
    const [one, other] = ['19912345678', '19987655678'] as const
    for (const phone of [one, other, one]) await people(phone)
    await identities(newResidentId())
    await identities('19900001111')
    expect((await bySomebody(operator)).map((a) => a.action)).toEqual([
      'identity.searched',
      'identity.searched',
      'person.searched',
      'person.searched',
      'person.searched',
    ])
  })

  it('of a card, or the phone of whoever sent it, leave that with whom it is', async () => {
    await agree(t, customer, 'identity')
    const papers = await personalPapers(t, customer)
    await t.call(certifyCalls.submitPersonal, { body: papers }, customer)
    expect((await identities(papers.idcard)).data.total).toBe(1)
    const acts = await searches(customer)
    expect(acts).toMatchObject([{ action: 'identity.searched', who: '运营' }])
    expect(JSON.stringify(acts)).not.toContain(papers.idcard)
    operator = await t.member({ name: '另一位', role: 'operator' })
    await identities(customer.phone)
    expect((await searches(customer)).map((a) => a.who)).toEqual(['另一位', '运营'])
  })

  it('leave nothing where they look for names', async () => {
    await people('王小')
    await identities('王小')
    expect([await searches(customer), await bySomebody(operator)]).toEqual([[], []])
  })
})
