import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { thirdPartyCalls } from '../../../contract/accounts/third-party.ts'
import type { Provider } from '../../../contract/accounts/third-provider.ts'
import { hashPassword } from '../../../server/kit/secrets/passwords.ts'
import { buildTestApp, type Member, type TestApp } from '../../kit/build-test-app.ts'
import { forgetLimits } from '../../kit/people/forget-limits.ts'
import { type TestBrowser, testBrowser } from '../../kit/test-browser.ts'
import type { AlipayVendor } from '../../../server/sandbox/alipay-gateway.ts'
import { openThirdParties, visitVendor } from '../../kit/vendors/third-parties.ts'
import type { WechatVendor } from '../../kit/vendors/wechat.ts'

export const password = 'a password of some length'
export let t: TestApp
export let wechat: WechatVendor
export let alipay: AlipayVendor
export let passwordPhc: string
let parties: Awaited<ReturnType<typeof openThirdParties>>

/** A service whose WeChat and Alipay are ours, and somebody at each who is new for every test of a file. */
export function withVendors() {
  beforeAll(async () => {
    parties = await openThirdParties('localhost:8080')
    ;({ wechat, alipay } = parties)
    t = await buildTestApp(parties.env)
    passwordPhc = await hashPassword(password)
  })
  afterAll(() => Promise.all([t.close(), parties.close()]))
  beforeEach(async () => {
    await forgetLimits(t)
    people++
    wechat.person = { openid: `openid-of-${people}`, unionid: `unionid-of-${people}` }
    alipay.person = { userId: `2088${String(people).padStart(12, '0')}` }
  })
  afterEach(
    () => Object.assign(wechat, { next: [], asked: [], skew: 0 }) && Object.assign(alipay, { next: [], asked: [] }),
  )
}

export let people = 0

export async function go(browser: TestBrowser, provider: Provider = 'WECHAT', choice: 'agree' | 'refuse' = 'agree') {
  const { data, errorCode } = await browser.call(thirdPartyCalls.begin, { body: { provider } })
  expect(errorCode).toBeUndefined()
  return visitVendor(data.url, choice)
}
export const signIn = (browser: TestBrowser, came: Awaited<ReturnType<typeof go>>) =>
  browser.call(thirdPartyCalls.signIn, { body: came })

export async function inSession(member: Member): Promise<TestBrowser> {
  const browser = testBrowser(t)
  browser.cookies['bq-x-token'] = member.token
  return browser
}
/** Binds as a person does in their settings. */
export async function bindTo(
  member: Member,
  provider: Provider = 'WECHAT',
  call: typeof thirdPartyCalls.bind | typeof thirdPartyCalls.rebind = thirdPartyCalls.bind,
) {
  const browser = await inSession(member)
  const begun = await browser.call(thirdPartyCalls.beginBinding, { body: { provider, password } })
  const came = await visitVendor(begun.data.url)
  return { browser, came, reply: await browser.call(call, { body: came }) }
}

export const acts = async (personId: string) =>
  (
    await t.services.db.system
      .selectFrom('audit')
      .select('action')
      .where('subjectId', '=', personId)
      .orderBy('at')
      .execute()
  ).map((a) => a.action)

/** Another visit of the same browser, without its session. */
export function testBrowserOf({ cookies }: TestBrowser): TestBrowser {
  const browser = testBrowser(t)
  browser.cookies['bq-x-browser'] = cookies['bq-x-browser']!
  return browser
}
