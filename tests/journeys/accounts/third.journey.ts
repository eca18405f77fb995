import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectAccessible } from '../../kit/browser/axe.ts'
import { named, type Visitor } from '../../kit/browser/browser.ts'
import { registerByCalls, signInByCalls } from '../../kit/browser/by-calls.ts'
import { dressed } from '../../kit/browser/dress.ts'
import { loginByPassword, logout, newPhone, somebody, passCaptcha, takeCode } from '../../kit/browser/sign-in.ts'
import { type Service, startService } from '../../kit/browser/start-service.ts'
import { bothLanguages, openVisitors } from '../../kit/browser/visitors.ts'
import { openThirdParties } from '../../kit/vendors/third-parties.ts'

let parties: Awaited<ReturnType<typeof openThirdParties>>
let service: Service
beforeAll(async () => {
  parties = await openThirdParties(undefined, 5)
  service = await startService(parties.env)
})
afterAll(async () => {
  await service.stop()
  await parties.close()
})
// Nobody but the two vendors is visited.
const open = openVisitors(
  () => service,
  () => [parties.wechat.endpoint, parties.alipay.endpoint],
)

const settings = '/accountSetting/basicSetting'
const words = (visitor: Visitor, key: string, params?: Record<string, unknown>) =>
  visitor.say('accounts', `settings.${key}`, params)
const title = ({ page }: Visitor, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
const press = ({ page }: Visitor, name: string) => page.getByRole('button', { name, exact: true }).click()
const dialog = ({ page }: Visitor) => page.getByRole('dialog').filter({ visible: true })

/** From the login page to the vendor's and back. */
async function leaveFor(visitor: Visitor, provider: 'WECHAT' | 'ALIPAY', choice: 'agree' | 'refuse' = 'agree') {
  await visitor.go('/login')
  await press(visitor, visitor.say('site', `away.${provider}`))
  await visitor.page.locator(`#${choice}`).click()
}

describe.each(dressed(bothLanguages))('in $language, $theme, on a $device', (setting) => {
  const person = somebody('孙策', 'personal')
  const vendor = setting.language === 'en' ? 'WeChat' : '微信'

  it('WeChat is bound in the settings, signs in, and is unbound', async () => {
    const visitor = await open(setting)
    const { page, say } = visitor
    parties.wechat.person = { openid: `journey-${person.phone}` }
    await registerByCalls(visitor, service, person)
    await visitor.go(settings)
    await page.getByRole('button', { name: `${words(visitor, 'third.bind')} ${vendor}` }).click()
    await dialog(visitor).getByLabel(words(visitor, 'proof.passwordLabel')).fill(person.password)
    await expectAccessible(visitor)
    await dialog(visitor)
      .getByRole('button', { name: named(words(visitor, 'third.next', { vendor })) })
      .click()
    const [back] = await Promise.all([
      page.waitForResponse((r) => r.url().includes('/third-account/')),
      page.locator('#agree').click(),
    ])
    expect(back.headers()).toMatchObject({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' })
    await title(visitor, say('site', 'third.bound', { vendor }))
    expect(await readFile(service.log, 'utf8')).not.toContain(new URL(back.url()).searchParams.get('code'))
    expect(new URL(page.url()).search).toBe('')
    await expectAccessible(visitor)
    await page.getByRole('link', { name: say('site', 'third.settings') }).click()
    await page.getByRole('button', { name: `${words(visitor, 'third.unbind')} ${vendor}` }).waitFor()
    await expectAccessible(visitor)
    await logout(visitor)
    await leaveFor(visitor, 'WECHAT', 'refuse')
    await page.getByText(say('errors', 'code.third-party-refused')).waitFor()
    await expectAccessible(visitor)
    await leaveFor(visitor, 'WECHAT')
    await page.waitForURL('**/browse')
    await visitor.go(settings)
    await page.getByRole('button', { name: `${words(visitor, 'third.unbind')} ${vendor}` }).click()
    await dialog(visitor).getByLabel(words(visitor, 'proof.passwordLabel')).fill(person.password)
    await dialog(visitor)
      .getByRole('button', { name: named(words(visitor, 'third.unbind')) })
      .click()
    await page.getByRole('button', { name: `${words(visitor, 'third.bind')} ${vendor}` }).waitFor()
    await logout(visitor)
    await leaveFor(visitor, 'WECHAT')
    await title(visitor, say('site', 'third.bindTitle'))
  })

  it('somebody new comes by Alipay, proves a phone number, gives a name and is in; the next time at once', async () => {
    const visitor = await open(setting)
    const { page, say } = visitor
    const phone = newPhone()
    parties.alipay.person = { userId: `2088${phone.padStart(12, '0')}` }
    await leaveFor(visitor, 'ALIPAY')
    await title(visitor, say('site', 'third.bindTitle'))
    await page.getByLabel(say('site', 'login.phone')).fill(phone)
    await passCaptcha(visitor)
    await takeCode(visitor, service, phone)
    await press(visitor, say('site', 'third.submit'))
    await page.getByText(say('errors', 'code.third-party-newcomer')).waitFor()
    await page.getByLabel(say('site', 'third.name')).fill('大乔')
    await page.getByRole('checkbox').check()
    await expectAccessible(visitor)
    await press(visitor, say('site', 'third.open'))
    await page.waitForURL('**/browse')
    await logout(visitor)
    await leaveFor(visitor, 'ALIPAY')
    await page.waitForURL('**/browse')
    await visitor.go(settings)
    await page.getByText('大乔').first().waitFor()
  })

  it('a computer shows a code, a phone reads it and types the number, and the computer is in', async () => {
    const [screen, phone] = [await open({ ...setting, device: 'desktop' }), await open({ ...setting, device: 'phone' })]
    await screen.go('/login?to=/accountSetting/basicSetting')
    const [reply] = await Promise.all([
      screen.page.waitForResponse((r) => r.url().endsWith('/login/app/id')),
      press(screen, screen.say('site', 'qr.tab')),
    ])
    const { data } = (await reply.json()) as { data: { qr: string } }
    await screen.page.getByRole('img', { name: screen.say('site', 'qr.label') }).waitFor()
    await expectAccessible(screen)
    // The phone is not signed in yet; what it read waits for that.
    await phone.go(data.qr)
    await phone.page.getByText(phone.say('site', 'authLogin.signIn')).waitFor()
    expect(phone.page.url()).not.toContain('#')
    await expectAccessible(phone)
    await phone.page
      .getByRole('main')
      .getByRole('link', { name: phone.say('site', 'authLogin.toSignIn') })
      .click()
    await phone.page.waitForURL('**/login?**')
    await loginByPassword(phone, service.accounts.personal, phone.page.url())
    await title(phone, phone.say('site', 'authLogin.title'))
    await phone.page.getByText(/Chrome/).waitFor()
    await phone.page.getByText(phone.say('site', 'authLogin.same')).waitFor()
    const number = screen.page.locator('.qr-number')
    await number.waitFor()
    await expectAccessible(screen)
    await phone.page.getByLabel(phone.say('site', 'authLogin.number')).fill(await number.innerText())
    await expectAccessible(phone)
    await press(phone, phone.say('site', 'authLogin.approve'))
    await title(phone, phone.say('site', 'authLogin.approved'))
    await screen.page.waitForURL(`**${settings}`)
    await title(screen, words(screen, 'title'))
  })

  it('a refusal on the phone keeps the computer out, and it says so', async () => {
    const [screen, phone] = [await open({ ...setting, device: 'desktop' }), await open({ ...setting, device: 'phone' })]
    await signInByCalls(phone, service.accounts.personal)
    await screen.go('/login')
    const [reply] = await Promise.all([
      screen.page.waitForResponse((r) => r.url().endsWith('/login/app/id')),
      press(screen, screen.say('site', 'qr.tab')),
    ])
    await phone.go(((await reply.json()) as { data: { qr: string } }).data.qr)
    await press(phone, phone.say('site', 'authLogin.refuse'))
    await title(phone, phone.say('site', 'authLogin.refused'))
    await screen.page.getByText(screen.say('site', 'qr.refused')).waitFor()
    await press(screen, screen.say('site', 'qr.renew'))
    await screen.page.getByRole('img', { name: screen.say('site', 'qr.label') }).waitFor()
  })

  it('a link made in the settings signs another browser in, says as whom, and is good once', async () => {
    const [visitor, other, third] = [await open(setting), await open(setting), await open(setting)]
    await signInByCalls(visitor, service.accounts.enterprise, settings)
    await visitor.page.getByRole('button', { name: named(words(visitor, 'elsewhere.open')) }).click()
    await dialog(visitor)
      .getByRole('button', { name: named(words(visitor, 'elsewhere.make')) })
      .click()
    const link = await dialog(visitor).locator('code').innerText()
    await expectAccessible(visitor)
    await other.go(link)
    await title(other, other.say('site', 'bridge.signedIn'))
    expect(other.page.url()).toBe(`${service.url}/bridge-login`)
    await expectAccessible(other)
    await other.page.getByRole('link', { name: other.say('site', 'bridge.go') }).click()
    await other.page.waitForURL('**/browse')
    await third.go(link)
    await title(third, third.say('site', 'bridge.failed'))
    await third.page.getByText(third.say('errors', 'code.bridge-gone')).waitFor()
    await expectAccessible(third)
  })
})
