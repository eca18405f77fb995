import { afterAll, beforeAll, beforeEach } from 'vitest'
import { pathOf } from '../../contract/kit/call.ts'
import { certifyCalls } from '../../contract/real-name/certify.ts'
import { identityReviewCalls } from '../../contract/real-name/review.ts'
import { buildTestApp, type Member, type TestApp } from '../kit/build-test-app.ts'
import { forgetLimits } from '../kit/people/forget-limits.ts'

export let t: TestApp
export let me: Member
export let operator: Member

/** A service with staff, and somebody who is new for every test of a file and is to be verified. */
export function withSomebody() {
  beforeAll(async () => {
    t = await buildTestApp()
    operator = await t.member({ name: '审核员', role: 'operator' })
  })
  beforeEach(async () => {
    await forgetLimits(t)
    me = await t.member({ name: '小雨' })
  })
  afterAll(() => t.close())
}

export const info = async (who = me) => (await t.call(certifyCalls.info, {}, who)).data
export const fields = (reply: { data: unknown }) =>
  Object.fromEntries((reply.data as { fields: { path: string; key: string }[] }).fields.map((f) => [f.path, f.key]))
export const submit = (body: object, who = me) => t.call(certifyCalls.submitPersonal, { body: body as never }, who)

export const bytes = (
  call: typeof certifyCalls.photo | typeof identityReviewCalls.photo,
  params: Record<string, string>,
  who: Member,
) => t.inject({ method: 'GET', url: pathOf(call, params), headers: { 'x-auth-token': who.token } })
export const photos = (id: string) =>
  t.services.db.system.selectFrom('realNamePhoto').selectAll().where('realNameId', '=', id).execute()
export const row = (id: string) =>
  t.services.db.system.selectFrom('realName').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
