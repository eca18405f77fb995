import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sessionCalls } from '../../contract/accounts/session.ts'
import { settingsCalls } from '../../contract/accounts/settings.ts'
import { guessable } from '../../server/kit/secrets/guessable.ts'
import { hashPassword } from '../../server/kit/secrets/passwords.ts'
import { newId } from '../../server/kit/ids.ts'
import { buildTestApp, type TestApp } from '../kit/build-test-app.ts'

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
    expect(refusedIn(reply)).toEqual(['name tooSmall.text', 'password passwordOfOwner'])
  })

  it('is told when they reset a forgotten one, and the code that was sent is not spent', async () => {
    const body = { phone: '13912345678', codeId: newId(), code: '123456', password: '1q2w3e4r5t' }
    const reply = await t.call(sessionCalls.resetPassword, { body })
    expect(refusedIn(reply)).toEqual(['password passwordGuessable'])
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
