import { afterAll, beforeAll, beforeEach } from 'vitest'
import { sessionCalls } from '../../contract/accounts/session.ts'
import { messageCalls } from '../../contract/messages/messages.ts'
import { staffMessageCalls } from '../../contract/operator/messages.ts'
import { newId } from '../../server/kit/ids.ts'
import { hashPassword } from '../../server/kit/secrets/passwords.ts'
import { buildTestApp, type Member, type TestApp } from '../kit/build-test-app.ts'
import { deliverAll } from '../kit/people/deliver-news.ts'
import { forgetLimits } from '../kit/people/forget-limits.ts'

export let t: TestApp
export let me: Member
export let operator: Member
export const password = 'a long enough one'

/** A service with staff, and an enterprise that is new for every test of a file. */
export function withSomebody() {
  beforeAll(async () => {
    t = await buildTestApp()
    operator = await t.member({ name: '运营', role: 'operator' })
  })
  beforeEach(async () => {
    await forgetLimits(t)
    me = await t.member({ name: '风岛公司', kind: 'enterprise', passwordPhc: await hashPassword(password) })
  })
  afterAll(() => t.close())
}

export const list = async (who = me, find: object = {}, headers = {}) =>
  (await t.call(messageCalls.list, { body: find }, who, headers)).data.list
export const titles = async (who = me, find: object = {}) => (await list(who, find)).map((m) => m.title)
export const count = async (who = me) => (await t.call(messageCalls.count, {}, who)).data
export const write = (to: Member, title = '请核对资料', as = operator) =>
  t.call(staffMessageCalls.toPerson, { params: { id: to.personId }, body: { title, content: '第一段\n第二段' } }, as)
export const told = async (who = me) => (await deliverAll(t), titles(who))
/** The same person acting in another account of theirs. */
export async function inAnother(who: Member): Promise<Member> {
  const other = await t.member({ name: '另一公司', kind: 'enterprise' })
  const membershipId = newId()
  await t.services.db.system
    .insertInto('membership')
    .values({
      id: membershipId,
      platformId: t.platformId,
      personId: who.personId,
      accountId: other.accountId,
      role: 'sub',
      grants: [],
    })
    .execute()
  const { data } = await t.call(sessionCalls.switchTo, { params: { userId: membershipId } }, who)
  return { ...who, token: data.token, accountId: other.accountId, membershipId }
}
