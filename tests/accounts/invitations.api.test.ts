import { afterAll, beforeAll, expect, it } from 'vitest'
import { sampleEdition } from '../../contract/platform/legal.ts'
import { invitationCalls } from '../../contract/accounts/invitations.ts'
import { sessionCalls } from '../../contract/accounts/session.ts'
import { buildTestApp, type Member, type TestApp } from '../kit/build-test-app.ts'
import { sendCodeTo } from '../kit/people/codes.ts'

let t: TestApp
let me: Member
beforeAll(async () => {
  t = await buildTestApp()
  me = await t.member({ name: '林晓' })
})
afterAll(() => t.close())

let phones = 13_500_000_000
const list = async (as = me, query: Record<string, string> = {}) =>
  (await t.call(invitationCalls.list, { query }, as)).data

async function register(inviteCode: string, name = '陈小默') {
  const phone = String(++phones)
  const { codeId, code } = await sendCodeTo(t, phone, sessionCalls.sendRegisterCode)
  return {
    phone,
    reply: await t.call(sessionCalls.register, {
      body: {
        userType: 'personal',
        name,
        phone,
        codeId,
        code,
        password: 'a long password',
        agreementVersion: sampleEdition,
        consent: true,
        inviteCode,
      },
    }),
  }
}

it('a code stays the same, and is nobody else’s', async () => {
  const [first, again, other] = [await list(), await list(), await list(await t.member())]
  expect(first.inviteCode).toMatch(/^[2-9A-HJ-NP-Z]{8}$/)
  expect(again.inviteCode).toBe(first.inviteCode)
  expect(other.inviteCode).not.toBe(first.inviteCode)
  expect(first.inviteUrl).toContain(`/registry?invite=${first.inviteCode}`)
})

it('two who ask at once get one code', async () => {
  const newcomer = await t.member()
  const codes = await Promise.all(Array.from({ length: 5 }, async () => (await list(newcomer)).inviteCode))
  expect(new Set(codes).size).toBe(1)
})

it('whoever registers with it is listed, masked, newest first, and for nobody else', async () => {
  const { inviteCode } = await list()
  const { reply, phone } = await register(inviteCode.toLowerCase())
  expect(reply.success).toBe(true)
  await register(inviteCode, '王五')
  expect(await list()).toMatchObject({
    total: 2,
    list: [{ nameMasked: '王*' }, { nameMasked: '陈**', phoneMasked: `${phone.slice(0, 3)}****${phone.slice(-4)}` }],
  })
  expect(await list(await t.member())).toMatchObject({ total: 0 })
})

it('a code that nobody has is told at its field, and registers nobody; a blank one is none', async () => {
  const { reply, phone } = await register('ABCDEFGH')
  expect(reply).toMatchObject({ success: false, data: { fields: [{ path: 'inviteCode', key: 'inviteUnknown' }] } })
  expect(
    await t.services.db.system.selectFrom('person').select('id').where('phone', '=', phone).executeTakeFirst(),
  ).toBeUndefined()
  expect((await register('0000')).reply).toMatchObject({ data: { fields: [{ path: 'inviteCode' }] } })
  expect((await register('')).reply.success).toBe(true)
})
