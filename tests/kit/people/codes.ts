import { createHash } from 'node:crypto'
import { sessionCalls } from '../../../contract/accounts/session.ts'
import type { TestApp } from '../build-test-app.ts'

/** The number that a question asks for, found without the work: what is kept of it is a hash, and the numbers are few. */
export async function numberOf(t: TestApp, captchaId: string): Promise<number> {
  const { answerSha256 } = await t.services.db.system
    .selectFrom('challenge')
    .select('answerSha256')
    .where('id', '=', captchaId)
    .executeTakeFirstOrThrow()
  for (let n = 0; n < 100_000; n++)
    if (createHash('sha256').update(`${captchaId}:${n}`).digest().equals(answerSha256)) return n
  throw new Error('no number answers this question')
}

/** Answers a question at once; how it is for those who ask is tried in `captcha.api.test.ts` and by journeys. */
export async function answerCaptcha(t: TestApp, headers: Record<string, string> = {}) {
  const { captchaId } = (await t.call(sessionCalls.captcha, { query: { kind: 'work' } }, undefined, headers)).data
  return { captchaId, captcha: String(await numberOf(t, captchaId)) }
}

export type CodeCall =
  | typeof sessionCalls.sendRegisterCode
  | typeof sessionCalls.sendLoginCode
  | typeof sessionCalls.sendPasswordCode

/** Asks for a code, and reads it where the phone's owner would. */
export async function sendCodeTo(t: TestApp, phone: string, call: CodeCall) {
  const sent = await t.call(call, { body: { phone, ...(await answerCaptcha(t)) } })
  return { sent, codeId: sent.data?.codeId, code: readCode(t, phone) }
}

/** The code that a phone was sent last. */
export const readCode = (t: TestApp, phone: string) =>
  t.messages.findLast((m) => m.recipient === phone)?.text.match(/\d{6}/)?.[0] ?? ''
