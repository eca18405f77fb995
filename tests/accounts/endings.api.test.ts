import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sessionCalls } from '../../contract/accounts/session.ts'
import { settingsCalls } from '../../contract/accounts/settings.ts'
import { findCaller } from '../../server/accounts/sign-in/sessions.repo.ts'
import { tokenHash } from '../../server/kit/ids.ts'
import { hashPassword } from '../../server/kit/secrets/passwords.ts'
import { sendCodeTo } from '../kit/people/codes.ts'
import { buildTestApp, type Member, type TestApp } from '../kit/build-test-app.ts'

const password = 'a long old password'
let t: TestApp
let me: Member
beforeAll(async () => void (t = await buildTestApp()))
beforeEach(async () => void (me = await t.member({ passwordPhc: await hashPassword(password) })))
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
