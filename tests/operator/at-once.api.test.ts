import { afterAll, beforeAll, expect, it } from 'vitest'
import { sessionCalls } from '../../contract/accounts/session.ts'
import { accountCalls } from '../../contract/operator/accounts.ts'
import { personCalls } from '../../contract/operator/people.ts'
import { buildTestApp, type Member, type TestApp } from '../kit/build-test-app.ts'

let t: TestApp
beforeAll(async () => void (t = await buildTestApp()))
afterAll(() => t.close())

const body = { standing: 'DISABLED', reason: '投诉 20261121' } as const
const disable = {
  person: ({ personId: id }: Member, as: Member) => t.call(personCalls.setStanding, { params: { id }, body }, as),
  account: ({ accountId: id }: Member, as: Member) => t.call(accountCalls.setStanding, { params: { id }, body }, as),
}

it.each([
  ['person', 'person'],
  ['account', 'account'],
  ['person', 'account'],
] as const)('two administrators who disable each other at once leave one of them: %s, %s', async (first, second) => {
  for (let round = 0; round < 4; round++) {
    const [one, two] = [await t.member({ role: 'administrator' }), await t.member({ role: 'administrator' })]
    const replies = await Promise.all([disable[first](two, one), disable[second](one, two)])
    expect(replies.filter((r) => r.success)).toHaveLength(1)
    const beans = await Promise.all([one, two].map((who) => t.call(sessionCalls.bean, {}, who)))
    expect(beans.filter(({ data }) => data?.rights.includes('platform.manage'))).toHaveLength(1)
  }
})
