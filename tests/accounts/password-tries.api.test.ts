import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sessionCalls } from '../../contract/accounts/session.ts'
import { hashPassword } from '../../server/kit/secrets/passwords.ts'
import { buildTestApp, type TestApp } from '../kit/build-test-app.ts'
import { answerCaptcha } from '../kit/people/codes.ts'
import { roomInQuarter } from '../kit/people/forget-limits.ts'

let t: TestApp
beforeAll(async () => (t = await buildTestApp()))
afterAll(() => t.close())

describe('guessing passwords', () => {
  /** From an address of its own: what is counted by address counts for one test alone. */
  const loginFrom = async (remoteAddress: string, payload: object) =>
    (await t.inject({ method: 'POST', url: '/shimakaze/login', remoteAddress, payload })).json<{
      errorCode?: string
      data: { captcha?: boolean }
    }>()

  it('asks for a captcha after three wrong passwords, and says so with the third', async () => {
    const { phone } = await t.member({ passwordPhc: await hashPassword('correct horse') })
    const attempt = async (password: string, captcha = {}) => loginFrom('203.0.113.97', { phone, password, ...captcha })
    for (const next of [false, false, true])
      expect(await attempt('guess')).toMatchObject({ errorCode: 'wrong-credentials', data: { captcha: next } })
    // Refused before the password is looked at, however often and however right it is.
    for (let i = 0; i < 12; i++)
      expect(await attempt('correct horse')).toMatchObject({
        errorCode: 'captcha-needed',
        data: { captcha: true, fields: [{ path: 'captcha' }] },
      })
    expect(await attempt('correct horse', await answerCaptcha(t))).toMatchObject({ success: true })
  })

  it('looks at no more than three passwords without a captcha, even when many come at once', async () => {
    const { phone } = await t.member({ passwordPhc: await hashPassword('correct horse') })
    const attempts = Array.from({ length: 8 }, async () => loginFrom('203.0.113.98', { phone, password: 'guess' }))
    const codes = (await Promise.all(attempts)).map(({ errorCode }) => errorCode)
    expect(codes.filter((code) => code === 'wrong-credentials')).toHaveLength(3)
    expect(codes.filter((code) => code === 'captcha-needed')).toHaveLength(5)
  })

  it('asks for a captcha from an address that guesses at many phones', async () => {
    const guess = async (phone: string) => loginFrom('203.0.113.99', { phone, password: 'guess' })
    for (let i = 10; i < 30; i++)
      expect(await guess(`139222200${i}`)).toMatchObject({
        errorCode: 'wrong-credentials',
        data: { captcha: i === 29 },
      })
    expect(await guess('13922220099')).toMatchObject({ errorCode: 'captcha-needed' })
  })

  it('stops guessing one phone after ten tries', async () => {
    await roomInQuarter()
    const member = await t.member({ passwordPhc: await hashPassword('correct horse') })
    const codes = []
    for (let i = 0; i < 11; i++)
      codes.push(
        (
          await t.call(sessionCalls.login, {
            body: { phone: member.phone, password: 'guess', ...(await answerCaptcha(t)) },
          })
        ).errorCode,
      )
    expect(codes.slice(0, 10)).toEqual(Array(10).fill('wrong-credentials'))
    expect(codes[10]).toBe('too-frequent')
  })

  it('lets in whoever knows the password as often as they like', async () => {
    const member = await t.member({ passwordPhc: await hashPassword('correct horse') })
    for (let i = 0; i < 12; i++)
      expect(
        await t.call(sessionCalls.login, {
          body: { phone: member.phone, password: 'correct horse', ...(await answerCaptcha(t)) },
        }),
      ).toMatchObject({ success: true })
  })
})
