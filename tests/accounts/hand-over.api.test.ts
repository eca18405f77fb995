import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { handOverCalls } from '../../contract/accounts/hand-over.ts'
import { sessionCalls } from '../../contract/accounts/session.ts'
import { settingsCalls } from '../../contract/accounts/settings.ts'
import { ownPath } from '../../server/accounts/hand-over/bridge.service.ts'
import { buildTestApp, type Member, type TestApp } from '../kit/build-test-app.ts'
import { forgetLimits } from '../kit/people/forget-limits.ts'
import { type TestBrowser, testBrowser } from '../kit/test-browser.ts'

let t: TestApp
let phone: Member
beforeAll(async () => {
  t = await buildTestApp()
})
afterAll(() => t.close())
beforeEach(async () => {
  await forgetLimits(t)
  phone = await t.member({ name: '甘宁' })
})

const acts = async (personId: string) =>
  await t.services.db.system
    .selectFrom('audit')
    .select(['action', 'details'])
    .where('subjectId', '=', personId)
    .orderBy('at')
    .execute()

describe('a code on a screen', () => {
  /** A computer that shows a code, and what a phone reads from it. */
  async function show() {
    const screen = testBrowser(t)
    const { data } = await screen.call(handOverCalls.qr, {})
    const [appId = '', secret = ''] = new URL(data.qr).hash.slice(1).split('.')
    expect([data.appId, new URL(data.qr).pathname]).toEqual([appId, '/app/auth-login'])
    return { screen, shown: { appId, secret } }
  }
  const status = (screen: TestBrowser, { appId }: { appId: string }) =>
    screen.call(handOverCalls.qrStatus, { params: { appId } })

  it('lets the computer in once the phone typed the number on it, once, and into no other browser', async () => {
    const { screen, shown } = await show()
    expect(await status(screen, shown)).toMatchObject({ data: { status: 'WAIT' } })
    expect(await t.call(handOverCalls.scan, { body: shown }, phone)).toMatchObject({
      data: {
        device: { browser: 'Chrome 140', system: 'Linux' },
        ip: '127.0.0.1',
        sameAddress: true,
        personName: '甘宁',
      },
    })
    const { number = '' } = (await status(screen, shown)).data
    expect(number).toMatch(/^\d\d$/)
    expect(await t.call(handOverCalls.decide, { body: { ...shown, approve: true, number } }, phone)).toMatchObject({
      success: true,
    })
    expect(await status(testBrowser(t), shown)).toMatchObject({ data: { status: 'EXPIRED' } })
    const both = await Promise.all([status(screen, shown), status(screen, shown)])
    expect(both.map(({ data }) => data.status).toSorted()).toEqual(['CONFIRMED', 'EXPIRED'])
    expect(await screen.call(sessionCalls.bean, {})).toMatchObject({ data: { userId: phone.membershipId } })
    expect(await acts(phone.personId)).toMatchObject([
      { action: 'qr.confirmed', details: { device: 'Chrome 140 · Linux', from: '127.0.0.1' } },
      { action: 'session.started', details: { way: 'app' } },
    ])
    expect(await t.call(handOverCalls.scan, { body: shown }, phone)).toMatchObject({ errorCode: 'qr-gone' })
  })

  it('is over after a wrong number, after a refusal, and for everybody but the first who scanned it', async () => {
    for (const answer of [{ approve: true, number: '1' }, { approve: false }, { approve: true }]) {
      const { screen, shown } = await show()
      await t.call(handOverCalls.scan, { body: shown }, phone)
      expect((await t.call(handOverCalls.decide, { body: { ...shown, ...answer } }, phone)).errorCode).toBe(
        answer.approve ? 'qr-number-wrong' : undefined,
      )
      expect(await status(screen, shown)).toMatchObject({ data: { status: 'EXPIRED', refused: true } })
      expect(
        await t.call(handOverCalls.decide, { body: { ...shown, approve: true, number: '10' } }, phone),
      ).toMatchObject({ errorCode: expect.stringMatching(/^qr-/) })
      expect(screen.cookies['bq-x-token']).toBeUndefined()
    }
    const { screen, shown } = await show()
    await t.call(handOverCalls.scan, { body: shown }, phone)
    const other = await t.member()
    expect(await t.call(handOverCalls.scan, { body: shown }, other)).toMatchObject({ errorCode: 'qr-gone' })
    const { number = '' } = (await status(screen, shown)).data
    expect(await t.call(handOverCalls.decide, { body: { ...shown, approve: true, number } }, other)).toMatchObject({
      errorCode: 'qr-gone',
    })
    expect(await t.call(handOverCalls.scan, { body: shown }, phone)).toMatchObject({ success: true })
  })

  it('is worth nothing without its secret, when it is old, or once the phone was signed out', async () => {
    const { shown, screen } = await show()
    expect(await t.call(handOverCalls.scan, { body: { ...shown, secret: 'x'.repeat(43) } }, phone)).toMatchObject({
      errorCode: 'qr-gone',
    })
    await t.call(handOverCalls.scan, { body: shown }, phone)
    const { number = '' } = (await status(screen, shown)).data
    await t.call(handOverCalls.decide, { body: { ...shown, approve: true, number } }, phone)
    await t.call(sessionCalls.logout, {}, phone)
    expect(await status(screen, shown)).toMatchObject({ data: { status: 'EXPIRED' } })
    const next = await show()
    await t.services.db.system
      .updateTable('qrSignIn')
      .set({ expiresAt: new Date(0) })
      .where('id', '=', next.shown.appId)
      .execute()
    expect([
      (await t.call(handOverCalls.scan, { body: next.shown }, await t.member())).errorCode,
      (await status(next.screen, next.shown)).data.status,
    ]).toEqual(['qr-gone', 'EXPIRED'])
  })

  it('reaches no further than the phone’s own session', async () => {
    const { data } = await t.call(sessionCalls.switchTo, { params: { userId: phone.membershipId } }, phone)
    const { screen, shown } = await show()
    const bound = { ...phone, token: data.token }
    await t.call(handOverCalls.scan, { body: shown }, bound)
    await t.call(
      handOverCalls.decide,
      { body: { ...shown, approve: true, number: (await status(screen, shown)).data.number! } },
      bound,
    )
    expect((await status(screen, shown)).data).toMatchObject({ status: 'CONFIRMED' })
    const session = await t.services.db.system
      .selectFrom('session')
      .select('membershipId')
      .where('personId', '=', phone.personId)
      .orderBy('createdAt', 'desc')
      .executeTakeFirstOrThrow()
    expect(session.membershipId).toBe(phone.membershipId)
    expect(await screen.call(sessionCalls.bean, {})).toMatchObject({ success: true })
    await t.call(sessionCalls.logout, {}, bound)
    expect(await screen.call(sessionCalls.bean, {})).toMatchObject({ errorCode: 'session-gone' })
  })
})

describe('an address that signs in once', () => {
  const ticketOf = async (as: Member, to?: string) => {
    const { data } = await t.call(handOverCalls.bridge, { body: { ...(to && { to }) } }, as)
    expect(data.ttl).toBeLessThanOrEqual(60)
    return new URL(data.url).hash.slice(1)
  }
  const swap = (browser: TestBrowser, token: string, type: 'TICKET' | 'OLD' = 'TICKET') =>
    browser.call(handOverCalls.swap, { body: { token, type } })

  it('stands beside the service base, signs in once, in the account it was made in, and says who that is', async () => {
    const [browser, ticket] = [testBrowser(t), await ticketOf(phone, '/evidence?status=x')]
    expect(await swap(browser, ticket)).toMatchObject({
      success: true,
      data: { personName: '甘宁', to: '/evidence?status=x' },
    })
    expect(await browser.call(sessionCalls.bean, {})).toMatchObject({ data: { userId: phone.membershipId } })
    expect(await swap(testBrowser(t), ticket)).toMatchObject({ errorCode: 'bridge-gone' })
    expect((await acts(phone.personId)).map((a) => a.action)).toEqual(['session.handedOver', 'session.started'])
  })

  it('signs in for no longer than the session it comes from', async () => {
    const ends = new Date(Date.now() + 3_600_000)
    await t.services.db.system
      .updateTable('session')
      .set({ expiresAt: ends })
      .where('personId', '=', phone.personId)
      .execute()
    expect(await swap(testBrowser(t), await ticketOf(phone))).toMatchObject({
      data: { expireIn: expect.closeTo(3_600, -2) },
    })
    expect(
      await t.services.db.system
        .selectFrom('session')
        .select('expiresAt')
        .where('personId', '=', phone.personId)
        .execute(),
    ).toEqual([{ expiresAt: ends }, { expiresAt: ends }])
  })

  it('signs out what it let in when the session that made it is signed out', async () => {
    const browser = testBrowser(t)
    await swap(browser, await ticketOf(phone))
    expect(await browser.call(sessionCalls.bean, {})).toMatchObject({ success: true })
    await t.call(sessionCalls.logout, {}, phone)
    expect(await browser.call(sessionCalls.bean, {})).toMatchObject({ errorCode: 'session-gone' })
  })

  it('lets one of many in who come at once', async () => {
    const ticket = await ticketOf(phone)
    const replies = await Promise.all(Array.from({ length: 6 }, () => swap(testBrowser(t), ticket)))
    expect(replies.filter((r) => r.success)).toHaveLength(1)
  })

  it('is over after a minute, with the session that made it, and for a browser where somebody else is signed in', async () => {
    const other = testBrowser(t)
    other.cookies['bq-x-token'] = (await t.member()).token
    const ticket = await ticketOf(phone)
    expect(await swap(other, ticket)).toMatchObject({ errorCode: 'bridge-other' })
    await t.services.db.system
      .updateTable('challenge')
      .set({ expiresAt: new Date(0) })
      .where('scene', '=', 'bridge')
      .execute()
    expect(await swap(testBrowser(t), ticket)).toMatchObject({ errorCode: 'bridge-gone' })
    const late = await ticketOf(phone)
    await t.call(sessionCalls.logout, {}, phone)
    expect(await swap(testBrowser(t), late)).toMatchObject({ errorCode: 'bridge-gone' })
    for (const wrong of ['x', `${crypto.randomUUID()}.x`])
      expect(await swap(testBrowser(t), wrong)).toMatchObject({ errorCode: 'bridge-gone' })
  })

  it('takes an old token too, which ends with it', async () => {
    const browser = testBrowser(t)
    expect(await swap(browser, phone.token, 'OLD')).toMatchObject({
      success: true,
      data: { personName: '甘宁', expireIn: expect.closeTo(2_592_000, -2) },
    })
    expect(await t.call(settingsCalls.profile, {}, phone)).toMatchObject({ errorCode: 'session-gone' })
    expect(await browser.call(settingsCalls.profile, {})).toMatchObject({ success: true })
    // Whoever is signed in stays so: 500002 would sign them out.
    expect(await swap(browser, phone.token, 'OLD')).toMatchObject({ errorCode: 'old-token-gone', statusCode: '500202' })
    expect(await browser.call(settingsCalls.profile, {})).toMatchObject({ success: true })
  })

  it.each([
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '\\/evil.example',
    '/%09/evil.example',
    '/\t/evil.example',
    '/../../evil',
    'evidence',
    'javascript:alert(1)',
    '/nowhere',
    '/bridge-login',
    '/evidence\n',
    '/@evil.example',
    '/evidence/../../evil',
    '',
    '/shimakaze/logout',
  ])('leads home where it was told to lead to %j', (to) => {
    expect(ownPath(to)).toBe('/browse')
  })

  it('leads to pages of ours', () => {
    expect(
      [
        '/evidence',
        '/evidence?a=1&b=2',
        '/accountSetting/basicSetting',
        '/attestation/018f0000-0000-7000-8000-000000000001',
      ].map(ownPath),
    ).toEqual([
      '/evidence',
      '/evidence?a=1&b=2',
      '/accountSetting/basicSetting',
      '/attestation/018f0000-0000-7000-8000-000000000001',
    ])
  })
})
