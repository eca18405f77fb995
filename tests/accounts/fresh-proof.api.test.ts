import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sessionCalls } from '../../contract/accounts/session.ts'
import { adjustmentCalls } from '../../contract/payments/adjustments.ts'
import { priceCalls } from '../../contract/payments/prices.ts'
import { settingsOfPlatformCalls } from '../../contract/platform/settings.ts'
import { hashPassword } from '../../server/kit/secrets/passwords.ts'
import { buildTestApp, type Member, type TestApp } from '../kit/build-test-app.ts'
import { forgetLimits } from '../kit/people/forget-limits.ts'
import { otherAdministrator } from '../kit/people/second-word.ts'
import { turnOnTotp } from '../kit/people/totp.ts'
import { asAdmin } from '../trust/anchors/as-admin.ts'

const password = 'Kiefer-47-Lampe'
let t: TestApp
let passwordPhc: string
let me: Member
beforeAll(async () => {
  t = await buildTestApp()
  passwordPhc = await hashPassword(password)
  await otherAdministrator(t)
})
beforeEach(async () => {
  await forgetLimits(t)
  me = await t.member({ name: '管理员', role: 'administrator', kind: 'enterprise', passwordPhc })
})
afterAll(() => t?.close())

const pass = (minutes: number) =>
  asAdmin(t.databaseUrl, `update session set proved_at = proved_at - make_interval(mins => ${minutes})`)
const price = async (as = me) =>
  (await t.call(priceCalls.add, { body: { product: 'capture.web', tiers: [{ from: 1, amount: 900 }] } as never }, as))
    .errorCode ?? 'asked'
const prove = async (body: object, as = me) =>
  (await t.call(sessionCalls.proveAgain, { body: body as never }, as)).errorCode ?? 'proven'

describe('what decides over money, identities and papers', () => {
  it('takes a proof of the last quarter of an hour, which signing in is', async () => {
    await pass(14)
    expect(await price()).toBe('asked')
    await pass(2)
    expect(await price()).toBe('proof-needed')
    // The rest goes on.
    expect((await t.call(priceCalls.versions, { query: {} }, me)).success).toBe(true)
    expect(await prove({})).toBe('bad-parameter')
    expect(await prove({ password: 'wrong' })).toBe('bad-parameter')
    expect(await price()).toBe('proof-needed')
    expect(await prove({ password })).toBe('proven')
    expect(await price()).toBe('asked')
  })

  it('is proven for one session alone, and for those that it opens', async () => {
    const { data: login } = await t.call(sessionCalls.login, { body: { phone: me.phone, password } })
    const elsewhere = { ...me, token: login.token }
    await pass(20)
    expect(await prove({ password })).toBe('proven')
    expect(await price(elsewhere)).toBe('proof-needed')
    const switched = async (as: Member) => {
      const { data } = await t.call(sessionCalls.switchTo, { params: { userId: me.membershipId } }, as)
      return { ...as, token: data.token }
    }
    expect(await price(await switched(me))).toBe('asked')
    expect(await price(await switched(elsewhere))).toBe('proof-needed')
    const { data } = await t.call(sessionCalls.renewToken, { query: { token: elsewhere.token } })
    expect(await price({ ...me, token: data.token })).toBe('proof-needed')
  })

  it('is proven by the authenticator where they have one: a password that somebody learnt is not enough', async () => {
    const made = await turnOnTotp(t, me, password)
    const mine = made.member
    await pass(20)
    expect(await prove({ password }, mine)).toBe('bad-parameter')
    expect(await prove({ password, totp: '000000' }, mine)).toBe('totp-wrong')
    expect(await price(mine)).toBe('proof-needed')
    expect(await prove({ totp: made.recoveryCodes[0] }, mine)).toBe('proven')
    expect(await price(mine)).toBe('asked')
  })

  it('holds of settings for the account for transfers alone, and of a balance for who decides', async () => {
    const { id: _, version, ...settings } = (await t.call(settingsOfPlatformCalls.get, {}, me)).data
    await pass(20)
    const save = async (more: object) =>
      (await t.call(settingsOfPlatformCalls.save, { body: { ...settings, ...more } }, me)).errorCode ?? 'saved'
    expect(version).toBeGreaterThanOrEqual(0)
    expect(await save({ techSupportPhone: '021-66660000' })).toBe('saved')
    expect(
      await save({ transferPayee: '岛风', transferBank: '某银行', transferAccount: '3500', techSupportPhone: null }),
    ).toBe('proof-needed')
    const customer = await t.member({ name: '客户' })
    const operator = await t.member({ name: '运营', role: 'operator' })
    const body = { accountId: customer.accountId, purpose: 'gift' as const, amount: 100, reason: '赠送' }
    const { id } = (await t.call(adjustmentCalls.ask, { body }, operator)).data
    const apply = async () => (await t.call(adjustmentCalls.apply, { params: { id } }, me)).errorCode ?? 'applied'
    expect(await apply()).toBe('proof-needed')
    expect(await prove({ password })).toBe('proven')
    expect(await apply()).toBe('applied')
  })
})
