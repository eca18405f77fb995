import { describe, expect, it } from 'vitest'
import { sampleEdition } from '../../../contract/platform/legal.ts'
import { phoneCalls } from '../../../contract/accounts/phone.ts'
import { sessionCalls } from '../../../contract/accounts/session.ts'
import { settingsCalls } from '../../../contract/accounts/settings.ts'
import { thirdPartyCalls } from '../../../contract/accounts/third-party.ts'
import type { Provider } from '../../../contract/accounts/third-provider.ts'
import { dictionaryCalls } from '../../../contract/platform/dictionary.ts'
import { newId } from '../../../server/kit/ids.ts'
import { buildTestApp, type Member } from '../../kit/build-test-app.ts'
import { answerCaptcha, readCode } from '../../kit/people/codes.ts'
import { type TestBrowser, testBrowser } from '../../kit/test-browser.ts'
import { appCode, turnOnTotp } from '../../kit/people/totp.ts'
import { otherWechatId } from '../../kit/vendors/third-parties.ts'
import {
  acts,
  alipay,
  bindTo,
  go,
  password,
  passwordPhc,
  people,
  signIn,
  t,
  testBrowserOf,
  wechat,
  withVendors,
} from './kit.ts'

withVendors()

let phones = 13_300_000_000
const newPhone = () => String(++phones)

async function sendBind(browser: TestBrowser, phone: string, ticket: string) {
  const sent = await browser.call(phoneCalls.sendCode, {
    body: { scene: 'BIND', phone, ticket, ...(await answerCaptcha(t)) },
  })
  return { codeId: sent.data?.codeId ?? '', code: readCode(t, phone), sent }
}

const sessionsOf = async ({ personId }: Member) =>
  (await t.services.db.system.selectFrom('session').select('id').where('personId', '=', personId).execute()).length

describe.each<Provider>(['WECHAT', 'ALIPAY'])('signing in by %s', (provider) => {
  it('lets somebody new in once they gave a phone number, a name and their consent, and then by itself', async () => {
    const [browser, phone] = [testBrowser(t), newPhone()]
    const met = await signIn(browser, await go(browser, provider))
    expect(met).toMatchObject({ success: true, data: { ttl: 900 } })
    expect([met.data.token, browser.cookies['bq-x-token']]).toEqual([undefined, undefined])
    const { codeId, code } = await sendBind(browser, phone, met.data.bindTicket!)
    const given = { phone, codeId, code, bindTicket: met.data.bindTicket! }
    expect(await browser.call(phoneCalls.bind, { body: given })).toMatchObject({ errorCode: 'third-party-newcomer' })
    const entered = await browser.call(phoneCalls.bind, {
      body: { ...given, name: '孙尚香', consent: true, agreementVersion: sampleEdition },
    })
    expect(entered).toMatchObject({ success: true, data: { userId: expect.any(String) } })
    expect(await browser.call(sessionCalls.bean, {})).toMatchObject({ data: { personName: '孙尚香', role: 'owner' } })
    const other = testBrowser(t)
    expect(await signIn(other, await go(other, provider))).toMatchObject({
      success: true,
      data: { userId: entered.data.userId },
    })
    expect(await other.call(sessionCalls.bean, {})).toMatchObject({ data: { personName: '孙尚香' } })
    const { personId } = await t.services.db.system
      .selectFrom('thirdAccount')
      .select('personId')
      .where('provider', '=', provider)
      .orderBy('boundAt', 'desc')
      .executeTakeFirstOrThrow()
    expect(await acts(personId)).toEqual(['third.bound', 'session.started', 'session.started'])
  })

  it('binds to whoever has the phone, tells them, and keeps no token of the vendor', async () => {
    const [browser, member] = [testBrowser(t), await t.member({ passwordPhc })]
    const met = await signIn(browser, await go(browser, provider))
    const { codeId, code } = await sendBind(browser, member.phone, met.data.bindTicket!)
    expect(
      await browser.call(phoneCalls.bind, {
        body: { phone: member.phone, codeId, code, bindTicket: met.data.bindTicket! },
      }),
    ).toMatchObject({ success: true, data: { userId: member.membershipId } })
    expect(t.messages.at(-1)).toMatchObject({
      recipient: member.phone,
      text: expect.stringContaining(provider === 'WECHAT' ? '微信' : '支付宝'),
    })
    const kept = await t.services.db.system
      .selectFrom('thirdAccount')
      .selectAll()
      .where('personId', '=', member.personId)
      .execute()
    const attempts = await t.services.db.system.selectFrom('thirdAttempt').selectAll().execute()
    expect(JSON.stringify([kept, attempts])).not.toMatch(/T-[0-9a-f]{8}|composeB/)
  })

  it('asks whoever has a second step for it, before anything is bound', async () => {
    const plain = await t.member({ passwordPhc })
    const { member, secret } = await turnOnTotp(t, plain, password)
    const browser = testBrowser(t)
    const met = await signIn(browser, await go(browser, provider))
    const { codeId, code } = await sendBind(browser, member.phone, met.data.bindTicket!)
    const refused = await browser.call(phoneCalls.bind, {
      body: { phone: member.phone, codeId, code, bindTicket: met.data.bindTicket! },
    })
    expect([refused.errorCode, browser.cookies['bq-x-token'], await acts(member.personId)]).toEqual([
      'totp-needed',
      undefined,
      expect.not.arrayContaining(['third.bound']),
    ])
    const { ticket } = refused.data as unknown as { ticket: string }
    expect(await browser.call(sessionCalls.loginTotp, { body: { ticket, totp: appCode(secret, 1) } })).toMatchObject({
      success: true,
    })
    expect(await acts(member.personId)).toEqual(expect.arrayContaining(['third.bound', 'session.started']))
    const again = await signIn(testBrowserOf(browser), await go(browser, provider))
    expect(again).toMatchObject({ errorCode: 'totp-needed' })
  })

  it('tells whoever does not agree that nothing happened', async () => {
    const browser = testBrowser(t)
    const came = await go(browser, provider, 'refuse')
    expect(came.authCode).toBeUndefined()
    for (const _ of [1, 2]) expect(await signIn(browser, came)).toMatchObject({ errorCode: 'third-party-refused' })
  })

  it('makes one session of an answer that comes twice at once, and tells the second that it is in', async () => {
    const member = await t.member({ passwordPhc })
    await bindTo(member, provider)
    const [browser, before] = [testBrowser(t), await sessionsOf(member)]
    const came = await go(browser, provider)
    const replies = await Promise.all([signIn(browser, came), signIn(browser, came), signIn(browser, came)])
    expect(replies.map((r) => r.errorCode ?? 'in').toSorted()).toEqual(['in', 'third-party-done', 'third-party-done'])
    expect([await sessionsOf(member), (provider === 'WECHAT' ? wechat.asked : alipay.asked).length]).toEqual([
      before + 1,
      2,
    ])
  })

  it('lets nobody in by an answer with a state that is missing, foreign, of another browser, changed or old', async () => {
    const member = await t.member({ passwordPhc })
    await bindTo(member, provider)
    const [victim, thief] = [testBrowser(t), testBrowser(t)]
    const [mine, theirs] = [await go(victim, provider), await go(thief, provider)]
    const gone = { errorCode: 'third-party-again' }
    // Their code in my browser would sign me in as them.
    expect(await signIn(victim, theirs)).toMatchObject(gone)
    expect(await signIn(testBrowser(t), mine)).toMatchObject(gone)
    expect(await signIn(victim, { ...mine, state: 's'.repeat(44) })).toMatchObject(gone)
    expect(await signIn(victim, { ...mine, state: '' })).toMatchObject({ errorCode: 'bad-parameter' })
    expect(await signIn(victim, { ...mine, provider: provider === 'WECHAT' ? 'ALIPAY' : 'WECHAT' })).toMatchObject(gone)
    await t.services.db.system
      .updateTable('thirdAttempt')
      .set({ expiresAt: new Date(0) })
      .where('platformId', '=', t.platformId)
      .execute()
    expect(await signIn(victim, mine)).toMatchObject(gone)
    expect(victim.cookies['bq-x-token']).toBeUndefined()
  })

  it('takes no second code for a state that was answered, and no code a second time', async () => {
    const member = await t.member({ passwordPhc })
    await bindTo(member, provider)
    const browser = testBrowser(t)
    const [first, second] = [await go(browser, provider), await go(browser, provider)]
    expect(await signIn(browser, first)).toMatchObject({ success: true })
    expect(await signIn(browser, { ...second, state: first.state })).toMatchObject({ errorCode: 'third-party-again' })
    expect(await signIn(browser, { ...first, state: second.state })).toMatchObject({ errorCode: 'third-party-again' })
  })

  it('does not let in whom staff disabled, and puts the try on their record', async () => {
    const member = await t.member({ passwordPhc })
    await bindTo(member, provider)
    await t.services.db.system
      .updateTable('person')
      .set({ status: 'DISABLED' })
      .where('id', '=', member.personId)
      .execute()
    const browser = testBrowser(t)
    expect(await signIn(browser, await go(browser, provider))).toMatchObject({ errorCode: 'account-disabled' })
    expect(await acts(member.personId)).toContain('session.refused')
  })
})

describe('the phone for a new WeChat', () => {
  it('is proven in the browser that met WeChat, by a code for that, and by no other', async () => {
    const [browser, thief, phone] = [testBrowser(t), testBrowser(t), newPhone()]
    const met = await signIn(browser, await go(browser))
    const { codeId, code } = await sendBind(browser, phone, met.data.bindTicket!)
    const given = {
      phone,
      codeId,
      code,
      bindTicket: met.data.bindTicket!,
      name: '陆逊',
      consent: true,
      agreementVersion: sampleEdition,
    }
    expect(await thief.call(phoneCalls.bind, { body: given })).toMatchObject({ errorCode: 'ticket-gone' })
    expect((await sendBind(thief, newPhone(), met.data.bindTicket!)).sent).toMatchObject({ errorCode: 'ticket-gone' })
    expect(await browser.call(phoneCalls.bind, { body: { ...given, phone: newPhone() } })).toMatchObject({
      errorCode: 'code-wrong',
    })
    expect(
      await browser.call(phoneCalls.bind, { body: { ...given, code: code === '000000' ? '000001' : '000000' } }),
    ).toMatchObject({ errorCode: 'code-wrong' })
    expect(await browser.call(phoneCalls.bind, { body: given })).toMatchObject({ success: true })
    expect(await browser.call(phoneCalls.bind, { body: given })).toMatchObject({ errorCode: 'ticket-gone' })
  })

  it('of somebody who has another WeChat is refused, and theirs stays', async () => {
    const member = await t.member({ passwordPhc })
    await bindTo(member)
    wechat.person = { openid: `second-${people}` }
    const browser = testBrowser(t)
    const met = await signIn(browser, await go(browser))
    const { codeId, code } = await sendBind(browser, member.phone, met.data.bindTicket!)
    expect(
      await browser.call(phoneCalls.bind, {
        body: { phone: member.phone, codeId, code, bindTicket: met.data.bindTicket! },
      }),
    ).toMatchObject({ errorCode: 'third-party-taken' })
    expect(browser.cookies['bq-x-token']).toBeUndefined()
  })

  it('is a matter of visitors only with a ticket: a code to another phone, or another phone, needs a session', async () => {
    const browser = testBrowser(t)
    expect(
      await browser.call(phoneCalls.sendCode, { body: { scene: 'PROVE', ...(await answerCaptcha(t)) } }),
    ).toMatchObject({ errorCode: 'session-gone' })
    expect(
      await browser.call(phoneCalls.bind, {
        body: { phone: newPhone(), codeId: '018f0000-0000-7000-8000-000000000001', code: '000000' },
      }),
    ).toMatchObject({ errorCode: 'session-gone' })
  })
})

describe('where no vendor is named', () => {
  it('no way is offered and none is open', async () => {
    const bare = await buildTestApp()
    try {
      expect((await bare.call(dictionaryCalls.dictionary, {})).data.login).toEqual({
        alipay: { open: false },
        wechat: { open: false },
      })
      expect(await bare.call(thirdPartyCalls.begin, { body: { provider: 'WECHAT' } })).toMatchObject({
        errorCode: 'third-party-closed',
      })
      expect((await bare.call(settingsCalls.profile, {}, await bare.member())).data.thirdAccounts).toEqual([])
    } finally {
      await bare.close()
    }
  })

  it('people of a platform with an application of its own go to that one, and come back to its own host', async () => {
    await t.services.db.system
      .insertInto('platform')
      .values({ id: newId(), notaryId: 'other', name: JSON.stringify({ zh: '另一个平台' }), hosts: ['other.example'] })
      .execute()
    const { data } = await testBrowser(t, { host: 'other.example' }).call(thirdPartyCalls.begin, {
      body: { provider: 'WECHAT' },
    })
    const { searchParams: query } = new URL(data.url)
    expect([query.get('appid'), query.get('redirect_uri')]).toEqual([
      otherWechatId,
      'http://other.example:8080/third-account/wechat',
    ])
  })

  it('every way that the settings name is offered', async () => {
    expect((await t.call(dictionaryCalls.dictionary, {})).data.login).toEqual({
      alipay: { open: true },
      wechat: { open: true },
    })
  })
})
