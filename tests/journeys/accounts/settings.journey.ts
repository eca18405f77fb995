import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { expectAccessible } from '../../kit/browser/axe.ts'
import { named, openVisitor, shareBrowser, type SharedBrowser, type Visitor } from '../../kit/browser/browser.ts'
import { registerByCalls, signInByCalls } from '../../kit/browser/by-calls.ts'
import {
  passCaptcha,
  codeOfForm,
  firstStep,
  loginByPassword,
  logout,
  newPhone,
  somebody,
  passSecondStep,
  signInDialog,
} from '../../kit/browser/sign-in.ts'
import { tellOnFailure } from '../../kit/browser/tell-on-failure.ts'
import { appCode } from '../../kit/people/totp.ts'

const { service } = inject('world')
const path = '/accountSetting/basicSetting'
const person = somebody('林晓晓', 'enterprise')
const changed = { phone: person.phone, password: 'another horse battery' }
let browser: SharedBrowser
let desk: Visitor
let phone: Visitor
let secret = ''
let recovery: string[] = []
tellOnFailure(service, () => [desk, phone].filter(Boolean))

const words = (visitor: Visitor, key: string, params?: Record<string, unknown>) =>
  visitor.say('accounts', `settings.${key}`, params)
const dialog = ({ page }: Visitor) => page.getByRole('dialog').filter({ visible: true })
const press = (visitor: Visitor, key: string) =>
  dialog(visitor)
    .getByRole('button', { name: named(words(visitor, key)) })
    .click()
const fill = (visitor: Visitor, label: string, text: string) =>
  dialog(visitor).getByLabel(label, { exact: true }).fill(text)
/** The dialog's question that keeps machines out, on the phone. */
const answerInDialog = () => passCaptcha(phone, dialog(phone), 'accounts')
const heading = (visitor: Visitor) => visitor.page.getByRole('heading', { level: 1, name: words(visitor, 'title') })

beforeAll(async () => {
  browser = await shareBrowser()
  desk = await openVisitor(browser, service.url, { language: 'zh-CN', device: 'desktop', theme: 'light' })
  phone = await openVisitor(browser, service.url, { language: 'en', device: 'phone', theme: 'dark' })
  await registerByCalls(desk, service, person, '/browse')
  await signInByCalls(phone, person)
})
afterAll(async () => {
  expect([...desk.problems, ...phone.problems]).toEqual([])
  await browser.close()
})

it('names the person anew, from the menu beneath their name', async () => {
  const { page, say } = desk
  await page.getByRole('banner').getByRole('button').last().click()
  // The menu of the page has an entry of the same name.
  await page
    .getByRole('menuitem', { name: say('console', 'account.settings') })
    .last()
    .click()
  await heading(desk).waitFor()
  expect(new URL(page.url()).pathname).toBe(path)
  await page.getByText(say('real-name', 'notVerified')).first().waitFor()
  await expectAccessible(desk)
  await page.getByLabel(words(desk, 'profile.name'), { exact: true }).fill('林小晓')
  await page.getByLabel(words(desk, 'profile.accountName'), { exact: true }).fill('一')
  await page.getByRole('button', { name: named(say('common', 'save')) }).click()
  await page.getByText(say('accounts', 'name.need')).waitFor()
  await page.getByLabel(words(desk, 'profile.accountName'), { exact: true }).fill('风岛新公司')
  await page.getByRole('button', { name: named(say('common', 'save')) }).click()
  await page.getByRole('banner').getByRole('button', { name: '林小晓' }).waitFor()
})

it('sees where one is signed in, and a new password signs out the other browser', async () => {
  const { page, say } = desk
  await desk.go(path)
  const sessions = page.getByRole('list', { name: words(desk, 'sessions.title') }).getByRole('listitem')
  await expect.poll(() => sessions.count()).toBe(2)
  await expect.poll(() => sessions.filter({ hasText: words(desk, 'sessions.current') }).count()).toBe(1)
  await phone.go(path)
  await heading(phone).waitFor()
  await expectAccessible(phone)
  await page.getByRole('button', { name: `${words(desk, 'change')} ${words(desk, 'signIn.password')}` }).click()
  await fill(desk, words(desk, 'passwordForm.old'), 'not the password')
  await fill(desk, say('accounts', 'password.new'), changed.password)
  await fill(desk, words(desk, 'passwordForm.again'), 'something different')
  await press(desk, 'passwordForm.submit')
  await dialog(desk).getByText(words(desk, 'passwordForm.differs')).waitFor()
  await fill(desk, words(desk, 'passwordForm.again'), changed.password)
  await press(desk, 'passwordForm.submit')
  await dialog(desk).getByText(say('errors', 'field.passwordWrong')).waitFor()
  await expectAccessible(desk)
  await fill(desk, words(desk, 'passwordForm.old'), person.password)
  await press(desk, 'passwordForm.submit')
  await page.getByText(words(desk, 'passwordForm.done')).waitFor()
  await expect.poll(() => sessions.count()).toBe(1)
  await phone.go(path)
  await phone.page.waitForURL('**/login?**')
})

it('sets up two-step login on a phone, and signs in with it', async () => {
  const { page } = phone
  await loginByPassword(phone, changed)
  await phone.go(path)
  await page.getByRole('button', { name: words(phone, 'totp.turnOn'), exact: true }).click()
  await fill(phone, words(phone, 'proof.passwordLabel'), changed.password)
  await press(phone, 'totp.next')
  await dialog(phone)
    .getByRole('img', { name: words(phone, 'totp.qr') })
    .waitFor()
  await expectAccessible(phone)
  secret = (await dialog(phone).locator('code').textContent()) ?? ''
  await fill(phone, words(phone, 'totp.code'), '000000')
  await press(phone, 'totp.activate')
  await dialog(phone).getByText(phone.say('errors', 'field.totpWrong')).waitFor()
  await fill(phone, words(phone, 'totp.code'), appCode(secret))
  await press(phone, 'totp.activate')
  const codes = dialog(phone)
    .getByRole('list', { name: words(phone, 'totp.list') })
    .getByRole('listitem')
  await expect.poll(() => codes.count()).toBe(10)
  await expectAccessible(phone)
  recovery = await codes.allTextContents()
  await press(phone, 'totp.kept')
  await page.getByRole('button', { name: words(phone, 'totp.turnOff') }).waitFor()
  await logout(phone)
  await firstStep(phone, changed)
  await expectAccessible(phone)
  // The code of now was used to turn it on.
  await passSecondStep(phone, appCode(secret, 1))
  await page.getByRole('heading', { level: 1 }).waitFor()
})

it('lets a recovery code stand in once, and tells a used one at its field', async () => {
  const [code, next] = recovery
  await logout(phone)
  await firstStep(phone, changed)
  await passSecondStep(phone, code!)
  await logout(phone)
  await firstStep(phone, changed)
  await phone.page.getByLabel(phone.say('site', 'totp.label')).fill(code!)
  await phone.page
    .getByRole('main')
    .getByRole('button', { name: phone.say('site', 'totp.submit'), exact: true })
    .click()
  await phone.page.getByRole('alert').getByText(phone.say('errors', 'field.totpWrong')).waitFor()
  await passSecondStep(phone, next!)
  await phone.go(path)
  await phone.page.getByText(/8 recovery codes left/).waitFor()
})

it('adds a mail address by a code that was sent there, and removes it again', async () => {
  const { page, say } = phone
  await page.getByRole('button', { name: words(phone, 'mail.add') }).click()
  await fill(phone, words(phone, 'mail.new'), 'not an address')
  await answerInDialog()
  await dialog(phone)
    .getByRole('button', { name: say('accounts', 'code.send') })
    .click()
  await dialog(phone).getByText(words(phone, 'mail.need')).waitFor()
  await expectAccessible(phone)
  await fill(phone, words(phone, 'mail.new'), 'Xiaoxiao@example.com')
  const code = await codeOfForm(phone, service, 'xiaoxiao@example.com', dialog(phone))
  await fill(phone, say('accounts', 'code.mail'), code)
  await press(phone, 'mail.submit')
  await page.getByText('xi****@example.com').waitFor()
  await expectAccessible(phone)
  await page.getByRole('button', { name: words(phone, 'mail.remove') }).click()
  await press(phone, 'mail.remove')
  await page.getByText(words(phone, 'mail.none')).waitFor()
})

it('changes the phone by a code to the old one and a code to the new one', async () => {
  const { page, say } = phone
  const fresh = newPhone()
  await page.getByRole('button', { name: `${words(phone, 'change')} ${words(phone, 'signIn.phone')}` }).click()
  const codeTo = async (to: string) => {
    await answerInDialog()
    await fill(phone, say('accounts', 'code.label'), await codeOfForm(phone, service, to, dialog(phone)))
  }
  await codeTo(person.phone)
  await expectAccessible(phone)
  await press(phone, 'phoneForm.next')
  await fill(phone, words(phone, 'phoneForm.new'), fresh)
  await codeTo(fresh)
  await expectAccessible(phone)
  await press(phone, 'phoneForm.submit')
  await page.getByText(words(phone, 'phoneForm.done')).waitFor()
  await page
    .getByText(`${fresh.slice(0, 3)}****${fresh.slice(-4)}`)
    .first()
    .waitFor()
  await logout(phone)
  changed.phone = fresh
  await firstStep(phone, changed)
  await passSecondStep(phone, recovery[2]!)
})

it('asks for the second step too where one signs in over the page, which then goes on', async () => {
  const { page, say, context } = phone
  await phone.go('/accountSetting/controlOverInvoices/header')
  await page.getByRole('button', { name: say('common', 'import.open'), exact: true }).click()
  await dialog(phone)
    .locator('input[type=file]')
    .setInputFiles({
      name: 'a.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(
        `${say('invoices', 'field.headType')},${say('invoices', 'field.title')}\n${say('invoices', 'choice.headType.PERSONAL')},Somebody\n`,
      ),
    })
  await context.clearCookies({ name: 'bq-x-token' })
  await dialog(phone)
    .getByRole('button', { name: named(say('common', 'import.judge')) })
    .click()
  const again = signInDialog(phone)
  await again.getByLabel(say('console', 'signIn.phone')).fill(changed.phone)
  await again.getByLabel(say('console', 'signIn.password')).fill(changed.password)
  const submit = again.getByRole('button', { name: named(say('console', 'signIn.submit')) })
  await submit.click()
  await again.getByLabel(say('console', 'signIn.totp')).fill('000000')
  await expectAccessible(phone, true)
  await submit.click()
  await again.getByText(say('errors', 'field.totpWrong')).waitFor()
  await again.getByLabel(say('console', 'signIn.totp')).fill(recovery[3]!)
  await submit.click()
  await again.waitFor({ state: 'hidden' })
  await expect.poll(() => dialog(phone).locator('.skz-counts dd').allTextContents()).toEqual(['1', '0', '0', '0'])
})
