import { afterAll, beforeAll, beforeEach } from 'vitest'
import { subAccountCalls } from '../../contract/accounts/sub-accounts.ts'
import type { Grant } from '../../contract/kit/rights.ts'
import { buildTestApp, type Member, type TestApp } from '../kit/build-test-app.ts'
import { answerCaptcha, readCode } from '../kit/people/codes.ts'
import { forgetLimits } from '../kit/people/forget-limits.ts'

export let t: TestApp
export let main: Member

/** A service, and an enterprise that is new for every test of a file. */
export function asEnterprise() {
  beforeAll(async () => {
    t = await buildTestApp()
  })
  beforeEach(async () => {
    main = await t.member({ name: '风岛公司', kind: 'enterprise' })
    await forgetLimits(t)
  })
  afterAll(() => t.close())
}

let phones = 13_700_000_000
export const newPhone = () => String(++phones)

export async function sendCode(to: { phone?: string; userId?: string; reads?: string }, as = main) {
  const { reads, ...target } = to
  const sent = await t.call(subAccountCalls.sendCode, { body: { ...target, ...(await answerCaptcha(t)) } }, as)
  return { sent, codeId: sent.data?.codeId, code: readCode(t, reads ?? to.phone ?? '') }
}

export async function invite(
  { phone = newPhone(), name = '王五', grants = [] as Grant[], quota = null as number | null } = {},
  as = main,
) {
  const { codeId, code } = await sendCode({ phone }, as)
  return {
    phone,
    reply: await t.call(
      subAccountCalls.create,
      { body: { phone, name, codeId, code, grants, quota, dept: '法务部' } },
      as,
    ),
  }
}

export const list = async (as = main, query: Record<string, string> = {}) =>
  (await t.call(subAccountCalls.list, { query }, as)).data
