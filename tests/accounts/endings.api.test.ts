import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sessionCalls } from '../../contract/accounts/session.ts'
import { settingsCalls } from '../../contract/accounts/settings.ts'
import { sampleEdition } from '../../contract/platform/legal.ts'
import { findCaller } from '../../server/accounts/sign-in/sessions.repo.ts'
import { tokenHash } from '../../server/kit/ids.ts'
import { hashPassword } from '../../server/kit/secrets/passwords.ts'
import { sendCodeTo } from '../kit/people/codes.ts'
import { buildTestApp, type Member, type TestApp } from '../kit/build-test-app.ts'
import { forgetLimits } from '../kit/people/forget-limits.ts'
import { appCode, turnOnTotp } from '../kit/people/totp.ts'

const password = 'a long old password'
const newPassword = 'another long one'
let t: TestApp
let me: Member
let passwordPhc: string
beforeAll(async () => {
  t = await buildTestApp()
  passwordPhc = await hashPassword(password)
})
beforeEach(async () => {
  await forgetLimits(t)
  me = await t.member({ passwordPhc })
})
afterAll(() => t.close())

const sessionOf = (token: string) =>
  t.services.db.system
    .selectFrom('session')
    .select(['seenAt', 'expiresAt'])
    .where('tokenSha256', '=', tokenHash(token))
    .executeTakeFirstOrThrow()
const change = (columns: object) =>
  t.services.db.system.updateTable('session').set(columns).where('personId', '=', me.personId).execute()

describe('a session', () => {
  it('lets nobody in who was disabled, though it was not ended', async () => {
    await t.services.db.system.updateTable('person').set({ status: 'DISABLED' }).where('id', '=', me.personId).execute()
    expect((await t.call(sessionCalls.bean, {}, me)).errorCode).toBe('session-gone')
  })

  it('that takes the place of another ends when that one would have', async () => {
    await change({ expiresAt: sql<Date>`app_now() + interval '1 hour'` })
    const { expiresAt } = await sessionOf(me.token)
    const body = { oldPassword: password, newPassword: 'a long new password' }
    const { data } = await t.call(settingsCalls.changePassword, { body }, me)
    expect((await sessionOf(data.token)).expiresAt).toEqual(expiresAt)
    expect((await t.call(sessionCalls.bean, {}, me)).errorCode).toBe('session-gone')
  })

  it('is kept from ending by use, and not by a page that is merely open', async () => {
    await change({ seenAt: sql<Date>`app_now() - interval '11 hours'` })
    const { seenAt } = await sessionOf(me.token)
    const visitor = {
      platform: { id: t.platformId, notaryId: 'local', name: { zh: '' } },
      lang: 'en' as const,
      ip: '127.0.0.1',
      userAgent: '',
      requestId: '',
    }
    expect(await findCaller(t.services.db, visitor, me.token, { quiet: true })).toMatchObject({ personId: me.personId })
    expect((await sessionOf(me.token)).seenAt).toEqual(seenAt)
    await t.call(sessionCalls.bean, {}, me)
    expect((await sessionOf(me.token)).seenAt.getTime()).toBeGreaterThan(seenAt.getTime())
  })
})

it('a code lets in for five minutes, once, and no longer', async () => {
  const { codeId, code } = await sendCodeTo(t, me.phone, sessionCalls.sendLoginCode)
  const until = (seconds: number) =>
    t.services.db.system
      .updateTable('challenge')
      .set({ expiresAt: sql<Date>`app_now() + make_interval(secs => ${seconds})` })
      .where('id', '=', codeId)
      .execute()
  const enter = () => t.call(sessionCalls.login, { body: { phone: me.phone, codeId, code } })
  await until(0)
  expect(await enter()).toMatchObject({ errorCode: 'code-wrong', data: { fields: [{ path: 'code' }] } })
  await until(60)
  expect((await enter()).success).toBe(true)
  expect((await enter()).errorCode).toBe('code-wrong')
})

const isIn = async (person: Member, token: string) =>
  (await t.call(sessionCalls.bean, {}, { ...person, token })).success

/** Which of these tokens still let in. */
async function leftOf(person: Member, tokens: (string | undefined)[]) {
  const found = await Promise.all(tokens.filter((token) => token).map((token) => isIn(person, token!)))
  return found.filter(Boolean).length
}

const login = async (person: Member) =>
  (await t.call(sessionCalls.login, { body: { phone: person.phone, password } })).data?.token as string | undefined

describe('whoever knew the old password', () => {
  it('is not left in by a login that was on its way when it was set anew', async () => {
    for (let round = 0; round < 4; round++) {
      await forgetLimits(t)
      const me = await t.member({ passwordPhc })
      const { codeId, code } = await sendCodeTo(t, me.phone, sessionCalls.sendPasswordCode)
      const reset = t.call(sessionCalls.resetPassword, {
        body: { phone: me.phone, codeId, code, password: newPassword },
      })
      const logins: ReturnType<typeof login>[] = []
      for (let n = 0; n < 8; n++) {
        logins.push(login(me))
        await pause(12)
      }
      expect((await reset).success).toBe(true)
      expect(await leftOf(me, await Promise.all(logins))).toBe(0)
    }
  })

  it('is not left in by a session that renews itself meanwhile', async () => {
    for (let round = 0; round < 4; round++) {
      await forgetLimits(t)
      const me = await t.member({ passwordPhc })
      const stolen = await login(me)
      const tokens = [stolen]
      let done = false
      const renewing = (async () => {
        while (!done) {
          const { data } = await t.call(sessionCalls.renewToken, { query: { token: tokens.at(-1)! } })
          if (!data) return
          tokens.push(data.token)
        }
      })()
      const body = { oldPassword: password, newPassword }
      expect((await t.call(settingsCalls.changePassword, { body }, me)).success).toBe(true)
      done = true
      await renewing
      expect(await leftOf(me, tokens)).toBe(0)
    }
  })

  it('does not go on to the second step with it', async () => {
    const { member, secret } = await turnOnTotp(t, await t.member({ passwordPhc }), password)
    const first = await t.call(sessionCalls.login, { body: { phone: member.phone, password } })
    const { ticket } = first.data as unknown as { ticket: string }
    await t.call(settingsCalls.changePassword, { body: { oldPassword: password, newPassword } }, member)
    const second = await t.call(sessionCalls.loginTotp, { body: { ticket, totp: appCode(secret, 1) } })
    expect(second).toMatchObject({ success: false, errorCode: 'ticket-gone' })
  })
})

it('somebody who acts for others opens one account of their own, however often they ask at once', async () => {
  const me = await t.sub(await t.member({ kind: 'enterprise' }))
  const register = async () => {
    await forgetLimits(t)
    const { codeId, code } = await sendCodeTo(t, me.phone, sessionCalls.sendRegisterCode)
    return () =>
      t.call(sessionCalls.register, {
        body: {
          userType: 'personal',
          name: '自己的',
          phone: me.phone,
          codeId,
          code,
          password: newPassword,
          agreementVersion: sampleEdition,
          consent: true,
        },
      })
  }
  const both = [await register(), await register()]
  const replies = await Promise.all(both.map((one) => one()))
  expect(replies.filter((r) => r.success)).toHaveLength(1)
  expect(replies.find((r) => !r.success)).toMatchObject({ errorCode: 'phone-taken' })
})
