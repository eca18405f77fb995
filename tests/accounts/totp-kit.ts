import { afterAll, beforeAll, beforeEach } from 'vitest'
import { sessionCalls } from '../../contract/accounts/session.ts'
import { hashPassword } from '../../server/kit/secrets/passwords.ts'
import { buildTestApp, type Member, type TestApp } from '../kit/build-test-app.ts'
import { answerCaptcha } from '../kit/people/codes.ts'
import { forgetLimits } from '../kit/people/forget-limits.ts'
import { turnOnTotp } from '../kit/people/totp.ts'

export const password = 'the first password'
export let t: TestApp
export let passwordPhc: string

/** A service, and a password that people sign in with. */
export function withPasswords() {
  beforeAll(async () => {
    t = await buildTestApp()
    passwordPhc = await hashPassword(password)
  })
  afterAll(() => t.close())
  beforeEach(() => forgetLimits(t))
}

export const firstStep = async (person: Member, on = t) => {
  const reply = await on.call(sessionCalls.login, {
    body: { phone: person.phone, password, ...(await answerCaptcha(on)) },
  })
  return { reply, ticket: (reply.data as unknown as { ticket?: string } | null)?.ticket ?? '' }
}
export const secondStep = (ticket: string, totp: string) => t.call(sessionCalls.loginTotp, { body: { ticket, totp } })

/** As if the last code had been used long ago. */
export const forgetSteps = () => t.services.db.system.updateTable('totp').set({ lastStep: 0 }).execute()
export const newcomer = async () => {
  const person = await t.member({ passwordPhc })
  const made = await turnOnTotp(t, person, password)
  await forgetSteps()
  return made
}
