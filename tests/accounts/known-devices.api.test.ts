import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sessionCalls } from '../../contract/accounts/session.ts'
import { settingsCalls } from '../../contract/accounts/settings.ts'
import { tryLimits } from '../../server/kit/calls/try-limits.ts'
import { hashPassword } from '../../server/kit/secrets/passwords.ts'
import { buildTestApp, type Member, type TestApp } from '../kit/build-test-app.ts'
import { answerCaptcha, sendCodeTo } from '../kit/people/codes.ts'
import { forgetLimits } from '../kit/people/forget-limits.ts'
import { appCode, turnOnTotp } from '../kit/people/totp.ts'

const password = 'correct horse'
let t: TestApp
let passwordPhc: string
beforeAll(async () => {
  t = await buildTestApp({}, { clock: new Date() })
  passwordPhc = await hashPassword(password)
})
afterAll(() => t.close())
beforeEach(() => forgetLimits(t))

/** A device at an address; it keeps its cookies. */
function device(address: string, cookies: Record<string, string> = {}) {
  const post = async (url: string, payload: object) => {
    const reply = await t.inject({ method: 'POST', url, remoteAddress: address, cookies, payload })
    for (const { name, value } of reply.cookies) if (name.endsWith('bq-x-browser')) cookies[name] = value
    return { ...reply.json<{ errorCode?: string; data: { ticket?: string } }>(), set: reply.cookies }
  }
  return {
    cookies,
    login: async ({ phone }: Pick<Member, 'phone'>, given = password) =>
      post('/shimakaze/login', { phone, password: given, ...(await answerCaptcha(t)) }),
    second: (ticket: string, totp: string) => post('/shimakaze/login/totp', { ticket, totp }),
    at: (other: string) => device(other, cookies),
  }
}
/** As if strangers had used up what they have together. */
async function fillStrangers({ phone }: Member) {
  await wrongOnes(device('198.51.100.200'), { phone } as Member, 1)
  await t.services.db.system
    .updateTable('rateWindow')
    .set({ hits: tryLimits.password.strangers[0]!.hits })
    .where('bucket', 'like', `password-strangers-%:${phone}`)
    .execute()
}
const wrongOnes = async (from: ReturnType<typeof device>, who: Member, times: number) => {
  const codes = []
  for (let i = 0; i < times; i++) codes.push((await from.login(who, 'guess guess')).errorCode)
  return codes
}
/** Strangers at so many addresses, until none of them is looked at any more. */
async function strangersLockOut(who: Member) {
  for (let i = 1; i <= 20; i++) {
    const codes = await wrongOnes(device(`198.51.100.${i}`), who, tryLimits.password.lane[0]!.hits)
    if (codes[0] === 'too-frequent') return
  }
  throw new Error('strangers may guess without end')
}

describe('wrong passwords', () => {
  it('of one address lock nobody out at another', async () => {
    const me = await t.member({ passwordPhc })
    const codes = await wrongOnes(device('203.0.113.1'), me, 11)
    expect(codes).toEqual([...Array(10).fill('wrong-credentials'), 'too-frequent'])
    expect(await device('203.0.113.2').login(me)).toMatchObject({ success: true })
  })

  it('of many addresses of one IPv6 network count together', async () => {
    const me = await t.member({ passwordPhc })
    for (let i = 0; i < 10; i++) await wrongOnes(device(`2001:db8:1:2::${i + 1}`), me, 1)
    expect(await device('2001:db8:1:2::ffff').login(me)).toMatchObject({ errorCode: 'too-frequent' })
    expect(await device('2001:db8:1:3::1').login(me)).toMatchObject({ success: true })
  })

  it('of many strangers end at a bound that holds all addresses nobody knows, and no device that signed in before', async () => {
    const me = await t.member({ passwordPhc })
    const mine = device('203.0.113.3')
    const { set } = await mine.login(me)
    expect(set.find(({ name }) => name === 'bq-x-browser')).toMatchObject({
      httpOnly: true,
      sameSite: 'Lax',
      path: '/',
    })
    expect(set.find(({ name }) => name === 'bq-x-browser')!.maxAge).toBeGreaterThan(300 * 86_400)
    await strangersLockOut(me)
    const { hits, seconds } = tryLimits.password.strangers[0]!
    expect(hits).toBeLessThanOrEqual(100)
    const refused = await device('198.51.100.99').login(me)
    expect(refused).toMatchObject({ errorCode: 'too-frequent' })
    expect(seconds).toBeGreaterThanOrEqual(900)
    // The device wherever it is, and programs without cookies where it last was.
    expect(await mine.at('192.0.2.77').login(me)).toMatchObject({ success: true })
    expect(await device('192.0.2.77').login(me)).toMatchObject({ success: true })
    // An invented cookie is nobody's.
    const invented = device('198.51.100.98', { 'bq-x-browser': 'a'.repeat(43) })
    expect(await invented.login(me)).toMatchObject({ errorCode: 'too-frequent' })
  })

  it('of a stranger ask no captcha of a device that signed in before', async () => {
    const me = await t.member({ passwordPhc })
    const mine = device('203.0.113.4')
    await mine.login(me)
    await wrongOnes(device('198.51.100.7'), me, 5)
    const plain = (remoteAddress: string, cookies = {}) =>
      t.inject({
        method: 'POST',
        url: '/shimakaze/login',
        remoteAddress,
        cookies,
        payload: { phone: me.phone, password },
      })
    expect((await plain('198.51.100.8')).json()).toMatchObject({ errorCode: 'captcha-needed' })
    expect((await plain('198.51.100.8', mine.cookies)).json()).toMatchObject({ success: true })
  })

  it('of a known device lock that device, and neither another nor its address', async () => {
    const me = await t.member({ passwordPhc })
    const [mine, other] = [device('203.0.113.5'), device('203.0.113.5')]
    await mine.login(me)
    await other.login(me)
    const codes = await wrongOnes(mine, me, 11)
    expect(codes).toEqual([...Array(10).fill('wrong-credentials'), 'too-frequent'])
    expect(await mine.at('203.0.113.6').login(me)).toMatchObject({ errorCode: 'too-frequent' })
    expect(await other.login(me)).toMatchObject({ success: true })
    expect(await device('203.0.113.5').login(me)).toMatchObject({ success: true })
  })

  it('of a device that somebody else signed in with are a stranger’s', async () => {
    const [me, attacker] = [await t.member({ passwordPhc }), await t.member({ passwordPhc })]
    const theirs = device('198.51.100.10')
    await theirs.login(attacker)
    await fillStrangers(me)
    expect(await theirs.login(me)).toMatchObject({ errorCode: 'too-frequent' })
    expect(await theirs.login(attacker)).toMatchObject({ success: true })
  })
})

describe('a known device', () => {
  it('is forgotten with a new password, but for the one that set it', async () => {
    const me = await t.member({ passwordPhc })
    const [mine, stolen] = [device('203.0.113.11'), device('203.0.113.12')]
    await stolen.login(me)
    await mine.login(me)
    const { codeId, code } = await sendCodeTo(t, me.phone, sessionCalls.sendPasswordCode)
    await t.inject({
      method: 'POST',
      url: '/shimakaze/user/pwd',
      cookies: mine.cookies,
      payload: { phone: me.phone, codeId, code, password },
    })
    await fillStrangers(me)
    expect(await stolen.login(me)).toMatchObject({ errorCode: 'too-frequent' })
    expect(await mine.login(me)).toMatchObject({ success: true })
  })
})

describe('the second step', () => {
  const recovery = 'abcd-efgh-jkmn-pqrs'
  const newcomer = async () => {
    const me = await turnOnTotp(t, await t.member({ passwordPhc }), password)
    await t.services.db.system.updateTable('totp').set({ lastStep: 0 }).execute()
    await forgetLimits(t)
    return me
  }
  const ticketOf = async (from: ReturnType<typeof device>, who: Member) => (await from.login(who)).data.ticket!
  /** Ten wrong ones, five a ticket. */
  const wrongSteps = async (from: ReturnType<typeof device>, who: Member, totp: string) => {
    for (let i = 0; i < 2; i++) {
      const ticket = await ticketOf(from, who)
      for (let j = 0; j < 5; j++) expect(await from.second(ticket, totp)).toMatchObject({ errorCode: 'totp-wrong' })
    }
  }

  it('counts recovery codes apart from the authenticator’s', async () => {
    const { member, secret, recoveryCodes } = await newcomer()
    const from = device('203.0.113.20')
    await wrongSteps(from, member, recovery)
    expect(await from.second(await ticketOf(from, member), recoveryCodes[0]!)).toMatchObject({
      errorCode: 'too-frequent',
    })
    expect(await from.second(await ticketOf(from, member), appCode(secret))).toMatchObject({ success: true })
    const { member: other, recoveryCodes: codes, secret: theirs } = await newcomer()
    await wrongSteps(from, other, '000000')
    expect(await from.second(await ticketOf(from, other), appCode(theirs))).toMatchObject({ errorCode: 'too-frequent' })
    expect(await from.second(await ticketOf(from, other), codes[0]!)).toMatchObject({ success: true })
  })

  it('is not locked on a known device by whoever learnt the password', async () => {
    const { member, secret } = await newcomer()
    const mine = device('203.0.113.21')
    await mine.second(await ticketOf(mine, member), appCode(secret))
    for (const i of [1, 2]) await wrongSteps(device(`198.51.100.2${i}`), member, '000000')
    const stranger = device('198.51.100.23')
    await t.services.db.system.updateTable('totp').set({ lastStep: 0 }).execute()
    expect(await stranger.second(await ticketOf(stranger, member), appCode(secret))).toMatchObject({
      errorCode: 'too-frequent',
    })
    expect(await mine.second(await ticketOf(mine, member), appCode(secret))).toMatchObject({ success: true })
  })

  it('proves in the settings by a counter that other sessions’ tries do not use up', async () => {
    const me = await t.member({ passwordPhc })
    const change = (remoteAddress: string, oldPassword: string, newPassword = 'another long one') =>
      t.inject({
        method: 'PUT',
        url: `/shimakaze/${settingsCalls.changePassword.path}`,
        remoteAddress,
        headers: { 'x-auth-token': me.token },
        payload: { oldPassword, newPassword },
      })
    for (let i = 0; i < 10; i++) await change('198.51.100.30', 'guess guess')
    expect((await change('198.51.100.30', password)).json()).toMatchObject({ errorCode: 'too-frequent' })
    expect((await change('203.0.113.30', password)).json()).toMatchObject({ success: true })
  })
})
