import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { phoneCalls } from '../../contract/accounts/phone.ts'
import { sessionCalls } from '../../contract/accounts/session.ts'
import { settingsCalls } from '../../contract/accounts/settings.ts'
import { thirdPartyCalls } from '../../contract/accounts/third-party.ts'
import type { Provider } from '../../contract/accounts/third-provider.ts'
import { dictionaryCalls } from '../../contract/platform/dictionary.ts'
import { newId } from '../../server/kit/ids.ts'
import { hashPassword } from '../../server/kit/secrets/passwords.ts'
import { buildTestApp, type Member, type TestApp } from '../kit/build-test-app.ts'
import { answerCaptcha, readCode } from '../kit/people/codes.ts'
import { forgetLimits } from '../kit/people/forget-limits.ts'
import { type TestBrowser, testBrowser } from '../kit/test-browser.ts'
import { appCode, turnOnTotp } from '../kit/people/totp.ts'
import type { AlipayVendor } from '../kit/vendors/alipay.ts'
import { openThirdParties, otherWechatId, visitVendor, wechatId } from '../kit/vendors/third-parties.ts'
import type { WechatMischief, WechatVendor } from '../kit/vendors/wechat.ts'

const password = 'a password of some length'
let t: TestApp
let wechat: WechatVendor
let alipay: AlipayVendor
let passwordPhc: string
let parties: Awaited<ReturnType<typeof openThirdParties>>
beforeAll(async () => {
  parties = await openThirdParties('localhost:8080')
  ;({ wechat, alipay } = parties)
  t = await buildTestApp(parties.env)
  passwordPhc = await hashPassword(password)
})
afterAll(() => Promise.all([t.close(), parties.close()]))
let people = 0
beforeEach(async () => {
  await forgetLimits(t)
  people++
  wechat.person = { openid: `openid-of-${people}`, unionid: `unionid-of-${people}` }
  alipay.person = { userId: `2088${String(people).padStart(12, '0')}` }
})
afterEach(
  () => Object.assign(wechat, { next: [], asked: [], skew: 0 }) && Object.assign(alipay, { next: [], asked: [] }),
)

let phones = 13_300_000_000
const newPhone = () => String(++phones)

async function go(browser: TestBrowser, provider: Provider = 'WECHAT', choice: 'agree' | 'refuse' = 'agree') {
  const { data, errorCode } = await browser.call(thirdPartyCalls.begin, { body: { provider } })
  expect(errorCode).toBeUndefined()
  return visitVendor(data.url, choice)
}
const signIn = (browser: TestBrowser, came: Awaited<ReturnType<typeof go>>) =>
  browser.call(thirdPartyCalls.signIn, { body: came })
async function sendBind(browser: TestBrowser, phone: string, ticket: string) {
  const sent = await browser.call(phoneCalls.sendCode, {
    body: { scene: 'BIND', phone, ticket, ...(await answerCaptcha(t)) },
  })
  return { codeId: sent.data?.codeId ?? '', code: readCode(t, phone), sent }
}
async function inSession(member: Member): Promise<TestBrowser> {
  const browser = testBrowser(t)
  browser.cookies['bq-x-token'] = member.token
  return browser
}
/** Binds as a person does in their settings. */
async function bindTo(
  member: Member,
  provider: Provider = 'WECHAT',
  call: typeof thirdPartyCalls.bind | typeof thirdPartyCalls.rebind = thirdPartyCalls.bind,
) {
  const browser = await inSession(member)
  const begun = await browser.call(thirdPartyCalls.beginBinding, { body: { provider, password } })
  const came = await visitVendor(begun.data.url)
  return { browser, came, reply: await browser.call(call, { body: came }) }
}
const sessionsOf = async ({ personId }: Member) =>
  (await t.services.db.system.selectFrom('session').select('id').where('personId', '=', personId).execute()).length
const acts = async (personId: string) =>
  (
    await t.services.db.system
      .selectFrom('audit')
      .select('action')
      .where('subjectId', '=', personId)
      .orderBy('at')
      .execute()
  ).map((a) => a.action)

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
      body: { ...given, name: '孙尚香', consent: true, agreementVersion: '1' },
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

/** Another visit of the same browser, without its session. */
function testBrowserOf({ cookies }: TestBrowser): TestBrowser {
  const browser = testBrowser(t)
  browser.cookies['bq-x-browser'] = cookies['bq-x-browser']!
  return browser
}

describe('what the vendors answer', () => {
  it.each<[string, WechatMischief, string]>([
    ['a code that is wrong', { errcode: 40029 }, 'third-party-again'],
    ['a code that was used', { errcode: 40163 }, 'third-party-again'],
    ['busy', { errcode: -1, anyway: true }, 'third-party-busy'],
    ['too often', { errcode: 45009 }, 'third-party-busy'],
    ['a wrong secret', { errcode: 40125, errmsg: 'invalid appsecret secret-of-wechat' }, 'third-party-broken'],
    ['an unknown application', { errcode: 40013 }, 'third-party-broken'],
    ['no permission', { errcode: 48001 }, 'third-party-broken'],
    ['nothing', 'hang', 'third-party-busy'],
    ['half', 'hang up', 'third-party-busy'],
    ['a page', 'html', 'third-party-busy'],
    ['500', '500', 'third-party-busy'],
    ['ten megabytes', 'huge', 'third-party-busy'],
    ['no id', { answer: { access_token: 'x' } }, 'third-party-broken'],
    ['an id that is none', { answer: { openid: { $ne: 1 } } }, 'third-party-broken'],
  ])('of WeChat, %s, is told in our words, and the code is not sent again', async (_, mischief, code) => {
    const browser = testBrowser(t)
    const came = await go(browser)
    wechat.next = [mischief]
    const reply = await signIn(browser, came)
    expect([reply.errorCode, JSON.stringify(reply).includes('secret-of-wechat')]).toEqual([code, false])
    // The same answer once more is told what became of the first.
    expect([(await signIn(browser, came)).errorCode, wechat.asked.length]).toEqual([code, 1])
  })

  it.each<[string, AlipayVendor['next'][number], string]>([
    ['a code that is wrong', { code: '40002', subCode: 'isv.code-invalid', inError: true }, 'third-party-again'],
    ['too often', { code: '40005', subCode: 'isv.limited' }, 'third-party-busy'],
    ['no permission', { code: '40006', subCode: 'isv.insufficient-isv-permissions' }, 'third-party-broken'],
    ['a forged answer', 'forged', 'third-party-broken'],
    ['an unsigned answer', 'unsigned', 'third-party-broken'],
    ['a changed answer', 'value changed', 'third-party-broken'],
    ['two answers', 'second before', 'third-party-broken'],
    ['nothing', 'hang', 'third-party-busy'],
  ])('of Alipay, %s, is told in our words', async (_, mischief, code) => {
    const browser = testBrowser(t)
    const came = await go(browser, 'ALIPAY')
    alipay.next = [mischief]
    expect(await signIn(browser, came)).toMatchObject({ errorCode: code })
    expect(browser.cookies['bq-x-token']).toBeUndefined()
  })

  it.each<[string, () => void, () => string, Provider]>([
    ['older than ten minutes', () => void (wechat.skew = 601_000), () => wechat.codeOf(wechatId), 'WECHAT'],
    ['of another application', () => {}, () => wechat.codeOf('wxanotherone'), 'WECHAT'],
    ['that nobody gave', () => {}, () => 'x'.repeat(32), 'WECHAT'],
    ['of another application', () => {}, () => alipay.codeOf('2021000000000009'), 'ALIPAY'],
    ['that nobody gave', () => {}, () => 'x'.repeat(32), 'ALIPAY'],
  ])('a code %s lets nobody in', async (_, wait, codeOf, provider) => {
    const browser = testBrowser(t)
    const came = await go(browser, provider)
    const authCode = codeOf()
    wait()
    expect(await signIn(browser, { ...came, authCode })).toMatchObject({ errorCode: 'third-party-again' })
  })

  it('is asked for by one address sixty times a minute at most', async () => {
    const browser = testBrowser(t)
    const replies = []
    for (let i = 0; i < 61; i++)
      replies.push((await browser.call(thirdPartyCalls.begin, { body: { provider: 'WECHAT' } })).errorCode ?? 'ok')
    expect([replies.slice(0, 60).every((r) => r === 'ok'), replies[60]]).toEqual([true, 'too-frequent'])
  })

  it('is enough without a unionid; with one, another application of the same owner knows the person', async () => {
    const member = await t.member({ passwordPhc })
    await bindTo(member)
    const { unionid } = wechat.person
    await t.services.db.system
      .updateTable('thirdAccount')
      .set({ appId: 'wxanotherone', subject: 'another-openid' })
      .where('personId', '=', member.personId)
      .execute()
    const browser = testBrowser(t)
    expect(await signIn(browser, await go(browser))).toMatchObject({ data: { userId: member.membershipId } })
    wechat.person = { openid: `lonely-${unionid}` }
    expect(await signIn(browser, await go(browser))).toMatchObject({ data: { bindTicket: expect.any(String) } })
  })

  it('knows somebody of Alipay by either name once both were told', async () => {
    const member = await t.member({ passwordPhc })
    const { userId } = alipay.person
    await bindTo(member, 'ALIPAY')
    const browser = testBrowser(t)
    for (const person of [{ openId: `open-${people}`, userId: userId! }, { userId: userId! }]) {
      alipay.person = person
      expect(await signIn(browser, await go(browser, 'ALIPAY'))).toMatchObject({
        data: { userId: member.membershipId },
      })
    }
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
      agreementVersion: '1',
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

describe('binding in the settings', () => {
  it('binds, changes and unbinds, tells the person each time, and the card shows it', async () => {
    const member = await t.member({ passwordPhc })
    const cards = async () => (await t.call(settingsCalls.profile, {}, member)).data.thirdAccounts
    expect(await cards()).toEqual([
      { provider: 'WECHAT', open: true, boundAt: null },
      { provider: 'ALIPAY', open: true, boundAt: null },
    ])
    expect((await bindTo(member)).reply).toMatchObject({ data: { bound: true } })
    expect((await cards())[0]).toMatchObject({ boundAt: expect.stringMatching(/^20/) })
    wechat.person = { openid: `changed-${people}` }
    expect((await bindTo(member, 'WECHAT', thirdPartyCalls.rebind)).reply).toMatchObject({ data: { bound: true } })
    const browser = testBrowser(t)
    expect(await signIn(browser, await go(browser))).toMatchObject({ data: { userId: member.membershipId } })
    expect(await t.call(thirdPartyCalls.unbind, { body: { provider: 'WECHAT', password } }, member)).toMatchObject({
      data: { unbound: true },
    })
    expect(await signIn(testBrowserOf(browser), await go(browser))).toMatchObject({
      data: { bindTicket: expect.any(String) },
    })
    expect(await t.call(thirdPartyCalls.unbind, { body: { provider: 'WECHAT', password } }, member)).toMatchObject({
      errorCode: 'wrong-state',
    })
    expect((await acts(member.personId)).filter((a) => a.startsWith('third.'))).toEqual([
      'third.bound',
      'third.rebound',
      'third.unbound',
    ])
  })

  it('demands that the person is there: neither begins nor ends with a session alone', async () => {
    const member = await t.member({ passwordPhc })
    const browser = await inSession(member)
    for (const call of [thirdPartyCalls.beginBinding, thirdPartyCalls.unbind])
      expect(await browser.call(call, { body: { provider: 'WECHAT', password: 'not the right one' } })).toMatchObject({
        errorCode: 'bad-parameter',
      })
  })

  it('refuses what is somebody’s without telling whose, and an answer in another session, for another purpose or of a visitor', async () => {
    const [owner, other] = [await t.member({ passwordPhc, name: '周瑜' }), await t.member({ passwordPhc })]
    await bindTo(owner)
    const taken = (await bindTo(other)).reply
    expect([taken.errorCode, JSON.stringify(taken).includes('周瑜')]).toEqual(['third-party-taken', false])
    wechat.person = { openid: `fresh-${people}` }
    const browser = await inSession(other)
    const came = await visitVendor(
      (await browser.call(thirdPartyCalls.beginBinding, { body: { provider: 'WECHAT', password } })).data.url,
    )
    expect(await browser.call(thirdPartyCalls.rebind, { body: came })).toMatchObject({ errorCode: 'third-party-again' })
    expect(await signIn(browser, came)).toMatchObject({ errorCode: 'third-party-again' })
    const swapped = testBrowserOf(browser)
    swapped.cookies['bq-x-token'] = owner.token
    expect(await swapped.call(thirdPartyCalls.bind, { body: came })).toMatchObject({ errorCode: 'third-party-again' })
    expect(await browser.call(thirdPartyCalls.bind, { body: came })).toMatchObject({ data: { bound: true } })
    expect(await browser.call(thirdPartyCalls.bind, { body: came })).toMatchObject({ data: { bound: true } })
  })

  it('lets one of two have it who bind the same at once', async () => {
    const both = await Promise.all(
      [1, 2].map(async () => {
        const browser = await inSession(await t.member({ passwordPhc }))
        return {
          browser,
          came: await visitVendor(
            (await browser.call(thirdPartyCalls.beginBinding, { body: { provider: 'WECHAT', password } })).data.url,
          ),
        }
      }),
    )
    const replies = await Promise.all(
      both.map(({ browser, came }) => browser.call(thirdPartyCalls.bind, { body: came })),
    )
    expect(replies.map((r) => r.errorCode ?? 'bound').toSorted()).toEqual(['bound', 'third-party-taken'])
  })

  it('does not take the last way to sign in away', async () => {
    const can = t.services.messages.can
    const member = await t.member({ passwordPhc })
    await bindTo(member)
    await bindTo(member, 'ALIPAY')
    const code = await codeToProve(member)
    t.services.messages.can = (channel, template) => channel !== 'sms' && can(channel, template)
    try {
      await t.services.db.system
        .updateTable('person')
        .set({ passwordPhc: null })
        .where('id', '=', member.personId)
        .execute()
      expect(await t.call(thirdPartyCalls.unbind, { body: { provider: 'WECHAT', ...code } }, member)).toMatchObject({
        data: { unbound: true },
      })
      t.services.messages.can = can
      await forgetLimits(t)
      const next = await codeToProve(member)
      t.services.messages.can = (channel, template) => channel !== 'sms' && can(channel, template)
      expect(await t.call(thirdPartyCalls.unbind, { body: { provider: 'ALIPAY', ...next } }, member)).toMatchObject({
        errorCode: 'last-way',
      })
      expect((await t.call(settingsCalls.profile, {}, member)).data.thirdAccounts[1]).toMatchObject({
        boundAt: expect.any(String),
      })
    } finally {
      t.services.messages.can = can
    }
  })
})

async function codeToProve(member: Member) {
  const { data } = await t.call(phoneCalls.sendCode, { body: { scene: 'PROVE', ...(await answerCaptcha(t)) } }, member)
  return { codeId: data.codeId, code: readCode(t, member.phone) }
}

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
