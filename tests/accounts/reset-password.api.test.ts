import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sessionCalls } from '../../contract/accounts/session.ts'
import { hashPassword } from '../../server/kit/secrets/passwords.ts'
import { buildTestApp, type TestApp } from '../kit/build-test-app.ts'
import { answerCaptcha, type CodeCall, sendCodeTo } from '../kit/people/codes.ts'
import { forgetLimits } from '../kit/people/forget-limits.ts'
import { waitForLock } from '../kit/test-database.ts'

let t: TestApp
beforeAll(async () => (t = await buildTestApp()))
afterAll(() => t.close())

const sendCode = (phone: string, call: CodeCall = sessionCalls.sendPasswordCode) => sendCodeTo(t, phone, call)

describe('a forgotten password', () => {
  const reset = (phone: string, sent: { codeId: string; code: string }, password = 'another long one') =>
    t.call(sessionCalls.resetPassword, { body: { phone, codeId: sent.codeId, code: sent.code, password } })

  it('is set anew by whoever holds the phone, ends every session, and the phone is told', async () => {
    const person = await t.member({ passwordPhc: await hashPassword('the first password') })
    const sent = await sendCode(person.phone)
    expect(await reset(person.phone, sent)).toMatchObject({ success: true })
    expect(await t.call(sessionCalls.bean, {}, person)).toMatchObject({ statusCode: '500002' })
    expect(t.messages.at(-1)).toMatchObject({ recipient: person.phone })
    expect(t.messages.at(-1)!.text).not.toMatch(/\d{6}/)
    const login = async (password: string) =>
      t.call(sessionCalls.login, { body: { phone: person.phone, password, ...(await answerCaptcha(t)) } })
    expect(await login('the first password')).toMatchObject({ errorCode: 'wrong-credentials' })
    expect(await login('another long one')).toMatchObject({ success: true })
  })

  it('is told to be guessable together with a wrong code, and a right code stays for another', async () => {
    const person = await t.member()
    const sent = await sendCode(person.phone)
    const mistyped = { ...sent, code: sent.code === '000000' ? '000001' : '000000' }
    expect(await reset(person.phone, mistyped, 'password1234')).toMatchObject({
      errorCode: 'bad-parameter',
      data: {
        fields: [
          { path: 'password', key: 'passwordGuessable' },
          { path: 'code', key: 'codeWrong' },
        ],
      },
    })
    for (let i = 0; i < 6; i++)
      expect(await reset(person.phone, sent, 'password1234')).toMatchObject({
        errorCode: 'bad-parameter',
        data: { fields: [{ path: 'password' }] },
      })
    expect(await reset(person.phone, sent)).toMatchObject({ success: true })
  })

  it('is not set with a code for something else, twice, for a stranger, or to something short', async () => {
    const person = await t.member()
    const other = await t.member()
    const loginCode = await sendCode(person.phone, sessionCalls.sendLoginCode)
    expect(await reset(person.phone, loginCode)).toMatchObject({ errorCode: 'code-wrong' })
    await forgetLimits(t)
    const sent = await sendCode(person.phone)
    expect(await reset(other.phone, sent)).toMatchObject({ errorCode: 'code-wrong' })
    expect(await reset(person.phone, sent, 'short')).toMatchObject({ errorCode: 'bad-parameter' })
    expect(await reset(person.phone, sent)).toMatchObject({ success: true })
    expect(await reset(person.phone, sent)).toMatchObject({ errorCode: 'code-wrong' })
  })

  it('is not set by whoever holds a phone that its person is just leaving', async () => {
    const passwordPhc = await hashPassword('the first password')
    const person = await t.member({ passwordPhc })
    const sent = await sendCode(person.phone)
    let resetting: ReturnType<typeof reset> | undefined
    await t.services.db.asSystem(async (tx) => {
      await tx.updateTable('person').set({ phone: '13900000088' }).where('id', '=', person.personId).execute()
      resetting = reset(person.phone, sent)
      await waitForLock(t)
    })
    expect(await resetting).toMatchObject({ data: { fields: [{ path: 'phone', key: 'phoneUnknown' }] } })
    const kept = await t.services.db.system
      .selectFrom('person')
      .select('passwordPhc')
      .where('id', '=', person.personId)
      .executeTakeFirstOrThrow()
    expect(kept).toEqual({ passwordPhc })
  })

  it('answers alike whether the phone is known or not, until the code proved it', async () => {
    const { sent, codeId, code } = await sendCode('13900000077')
    expect(sent).toMatchObject({ success: true })
    expect(await reset('13900000077', { codeId, code })).toMatchObject({
      success: false,
      data: { fields: [{ path: 'phone', key: 'phoneUnknown' }] },
    })
  })
})
