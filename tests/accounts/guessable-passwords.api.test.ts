import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sessionCalls } from '../../contract/accounts/session.ts'
import { sampleEdition } from '../../contract/platform/legal.ts'
import { settingsCalls } from '../../contract/accounts/settings.ts'
import { guessable } from '../../server/kit/secrets/guessable.ts'
import { hashPassword } from '../../server/kit/secrets/passwords.ts'
import { newId } from '../../server/kit/ids.ts'
import { buildTestApp, type TestApp } from '../kit/build-test-app.ts'
import { sendCodeTo } from '../kit/people/codes.ts'
import { forgetLimits } from '../kit/people/forget-limits.ts'

let t: TestApp
beforeAll(async () => {
  t = await buildTestApp()
})
afterAll(() => t.close())

type Problem = { path: string; key: string }
const keysOf = (fields: readonly Problem[]) => fields.map((f) => `${f.path} ${f.key}`).toSorted()
const refusedIn = ({ data }: { data?: unknown }) => keysOf((data as { fields: Problem[] }).fields)

describe('a password', () => {
  it.each([
    ['leaked a thousand times', 'qwertyuiop'],
    ['leaked, with a number behind it', 'password123'],
    ['leaked, with signs for letters', 'P@ssw0rd!2024'],
    ['of one letter', 'aaaaaaaaaaaa'],
    ['that counts', '1234567890123'],
    ['of the kind that people here choose', 'woaini1314'],
    ['that names the platform', 'shimakaze2026'],
  ])('%s is refused: %s', (_, password) => {
    expect(keysOf(guessable(password, []))).toEqual(['password passwordGuessable'])
  })

  it.each(['13912345678', 'ZhangSan2024', 'zhangsan13912345678'])(
    'that says who its owner is, is refused: %s',
    (password) => {
      expect(keysOf(guessable(password, ['13912345678', 'zhangsan']))).toEqual(['password passwordOfOwner'])
    },
  )

  it.each(['correct horse battery', 'x7#kQp92mL', '落霞与孤鹜齐飞秋水共长天', 'tianqi hao qu gongyuan'])(
    'that few would guess is taken: %s',
    (password) => {
      expect(guessable(password, ['13912345678', '张三'])).toEqual([])
    },
  )
})

const registration = {
  userType: 'personal' as const,
  name: '王小雨',
  password: 'a long enough one',
  agreementVersion: sampleEdition,
  consent: true,
}

describe('whoever chooses one', () => {
  it('is told at registration, with whatever else is wrong', async () => {
    const body = {
      userType: 'personal' as const,
      name: '李',
      phone: '13912345678',
      codeId: newId(),
      code: '123456',
      password: 'a13912345678',
      agreementVersion: '1',
      consent: true,
    }
    const reply = await t.call(sessionCalls.register, { body })
    expect(refusedIn(reply)).toEqual([
      'agreementVersion termsOld',
      'code codeWrong',
      'name tooSmall.text',
      'password passwordOfOwner',
    ])
  })

  it('is told so together with old terms, invitation and a wrong code, and keeps a right code', async () => {
    await forgetLimits(t)
    const phone = '13900000042'
    const { codeId, code } = await sendCodeTo(t, phone, sessionCalls.sendRegisterCode)
    const body = { ...registration, phone, codeId, code }
    const wrong = { password: 'password1234', agreementVersion: 'whatever', inviteCode: '2345ABCD' }
    const told = async (more: object) => {
      const { errorCode, data } = await t.call(sessionCalls.register, { body: { ...body, ...more } })
      const { fields } = data as unknown as { fields: { path: string; key: string }[] }
      return { errorCode, fields: fields.map((f) => `${f.path} ${f.key}`) }
    }
    const others = ['password passwordGuessable', 'agreementVersion termsOld', 'inviteCode inviteUnknown']
    const mistyped = code === '000000' ? '000001' : '000000'
    expect(await told({ ...wrong, code: mistyped })).toEqual({
      errorCode: 'bad-parameter',
      fields: [...others, 'code codeWrong'],
    })
    // However often somebody thinks of another password.
    for (let i = 0; i < 6; i++) expect(await told(wrong)).toEqual({ errorCode: 'bad-parameter', fields: others })
    expect(await told({ userType: 'robot', agreementVersion: 'whatever' })).toMatchObject({
      fields: ['userType notAChoice', 'agreementVersion termsOld'],
    })
    expect(await told({ code: mistyped })).toEqual({ errorCode: 'code-wrong', fields: ['code codeWrong'] })
    expect(await t.call(sessionCalls.register, { body })).toMatchObject({ success: true })
  })

  it('tries no code for nothing: a wrong one counts, whatever else is wrong', async () => {
    await forgetLimits(t)
    const phone = '13900000043'
    const { codeId, code } = await sendCodeTo(t, phone, sessionCalls.sendRegisterCode)
    const body = { ...registration, phone, codeId, code }
    const mistyped = code === '000000' ? '000001' : '000000'
    for (let i = 0; i < 5; i++)
      await t.call(sessionCalls.register, { body: { ...body, code: mistyped, password: 'password1234' } })
    expect(await t.call(sessionCalls.register, { body })).toMatchObject({ errorCode: 'code-wrong' })
  })

  it('is told when they reset a forgotten one, with a wrong code beside it', async () => {
    const body = { phone: '13912345678', codeId: newId(), code: '123456', password: '1q2w3e4r5t' }
    const reply = await t.call(sessionCalls.resetPassword, { body })
    expect(refusedIn(reply)).toEqual(['code codeWrong', 'password passwordGuessable'])
  })

  it('is told when they change it, and the old one goes on', async () => {
    const member = await t.member({ passwordPhc: await hashPassword('correct horse battery') })
    const body = { oldPassword: 'correct horse battery', newPassword: `${member.phone}a` }
    const reply = await t.call(settingsCalls.changePassword, { body }, member)
    expect(refusedIn(reply)).toEqual(['newPassword passwordOfOwner'])
    expect(
      await t.call(settingsCalls.changePassword, { body: { ...body, newPassword: 'another horse battery' } }, member),
    ).toMatchObject({ success: true })
  })
})
