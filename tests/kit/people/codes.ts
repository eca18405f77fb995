import { sessionCalls } from '../../../contract/accounts/session.ts'
import type { TestApp } from '../build-test-app.ts'

/** Answers the text question as a person would: by reading it. */
export async function answerCaptcha(t: TestApp) {
  const { data } = await t.call(sessionCalls.captcha, { query: { kind: 'text' } }, undefined, { 'x-lang': 'en' })
  const words = ['two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']
  const [a, b] = data
    .question!.match(/\b(two|three|four|five|six|seven|eight|nine)\b/g)!
    .map((w) => words.indexOf(w) + 2)
  return { captchaId: data.captchaId, captcha: String(a! + b!) }
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
