import { Secret, TOTP } from 'otpauth'
import { totpCalls } from '../../../contract/accounts/totp.ts'
import type { Member, TestApp } from '../build-test-app.ts'

/** What an authenticator app shows now, or so many times thirty seconds later. */
export const appCode = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })

/** The second step, set up as a person does; the session goes on under a new token. */
export async function turnOnTotp(t: TestApp, member: Member, password: string) {
  const { data } = await t.call(totpCalls.begin, { body: { password } }, member)
  const on = await t.call(totpCalls.turnOn, { body: { totp: appCode(data.secret) } }, member)
  if (!on.success) throw new Error(on.errorMessage)
  return { member: { ...member, token: on.data.token }, secret: data.secret, recoveryCodes: on.data.recoveryCodes }
}
