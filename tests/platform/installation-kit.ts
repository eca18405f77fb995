import { sessionCalls } from '../../contract/accounts/session.ts'
import { type PlatformBody, platformCalls } from '../../contract/operator/platforms.ts'
import type { Member, TestApp } from '../kit/build-test-app.ts'
import { answerCaptcha, readCode } from '../kit/people/codes.ts'
import { forgetLimits } from '../kit/people/forget-limits.ts'

export const password = 'a long enough one'

let made = 0
/** What makes a platform; each with a name, a host and an administrator of its own. */
export function platformBody(over: Partial<Record<keyof PlatformBody, unknown>> = {}) {
  const n = ++made
  return {
    notaryId: `second-${n}`,
    nameZh: `第二平台${n}`,
    nameEn: `Second ${n}`,
    hosts: [`second-${n}.example`],
    administratorName: '周管理',
    administratorPhone: String(13_611_000_000 + n),
    ...over,
  } as PlatformBody
}

export async function makePlatform(t: TestApp, as: Member, over: Parameters<typeof platformBody>[0] = {}) {
  const body = platformBody(over)
  const { data } = await t.call(platformCalls.create, { body }, as)
  return { body, at: { host: body.hosts[0]! }, ...data }
}

/** What the administrator does with what they were told: a code, a password, a login. */
export async function signInFirst(t: TestApp, at: { host: string }, phone: string): Promise<Member> {
  await forgetLimits(t)
  const asked = { body: { phone, ...(await answerCaptcha(t, at)) } }
  const { codeId } = (await t.call(sessionCalls.sendPasswordCode, asked, undefined, at)).data
  const proof = { phone, codeId, code: readCode(t, phone) }
  const reset = await t.call(sessionCalls.resetPassword, { body: { ...proof, password } }, undefined, at)
  if (!reset.success) throw new Error(JSON.stringify(reset))
  const login = await t.call(sessionCalls.login, { body: { phone, password } }, undefined, at)
  return { token: login.data.token } as Member
}
