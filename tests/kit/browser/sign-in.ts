import { untilMenuHasFocus } from './keyboard.ts'
import type { Page } from 'playwright-core'
import { named, type Visitor } from './browser.ts'
import { type Account, codeSentBy, type ServiceInfo } from './start-service.ts'

export interface Newcomer extends Account {
  name: string
  kind: 'personal' | 'enterprise'
  /** Who registers for an enterprise; where it does not matter, the enterprise's name. */
  person?: string
}

// Files that run at once have each a range of numbers to themselves.
let phones = (140 - Number(process.env['VITEST_POOL_ID'] ?? 1)) * 100_000_000 + (Date.now() % 1_000_000) * 100

export const newPhone = () => String(++phones)

/** Somebody who has no account yet. */
export const somebody = (name: string, kind: Newcomer['kind'], person?: string): Newcomer => ({
  phone: newPhone(),
  name,
  kind,
  password: 'Kiefer-47-Lampe',
  ...(person && { person }),
})

/** The same, called as nobody else is. */
export function newcomer(...given: Parameters<typeof somebody>): Newcomer {
  const one = somebody(...given)
  return { ...one, name: `${one.name}${one.phone.slice(-6)}` }
}

/** Lets the device answer instead of reading the picture, within a form of the website or of the console. */
export async function passCaptcha(
  visitor: Visitor,
  within: Pick<Page, 'getByRole' | 'getByText'> = visitor.page,
  scope: 'site' | 'accounts' = 'site',
): Promise<void> {
  await within.getByRole('button', { name: visitor.say(scope, 'captcha.toWork') }).click()
  await untilWorked(visitor, within, scope)
}

/** Until the device has answered, whatever asked it to. */
export const untilWorked = (
  { page, say }: Visitor,
  within: Pick<Page, 'getByText'> = page,
  scope: 'site' | 'accounts' = 'site',
): Promise<void> => within.getByText(say(scope, 'captcha.work.done')).waitFor()

export const loginButton = ({ page, say }: Visitor) =>
  page
    .getByRole('main')
    .getByRole('button', { name: say('site', 'login.submit'), exact: true })
    .and(page.locator('[type=submit]'))

export async function takeCode(visitor: Visitor, service: ServiceInfo, phone: string): Promise<void> {
  const { page, say } = visitor
  const code = await codeSentBy(service, phone, () =>
    page.getByRole('button', { name: say('site', 'code.send') }).click(),
  )
  // The message may be there before the page has heard that it was sent, and under which id: until then a code is good for nothing.
  await page.getByText(say('site', 'code.sent')).waitFor()
  await page.getByLabel(say('site', 'code.label')).fill(code)
}

/** The code that a form of the console has sent, once the form knows too that it was. */
export async function codeOfForm(
  { say }: Visitor,
  service: ServiceInfo,
  to: string,
  form: Pick<Page, 'getByRole'>,
): Promise<string> {
  const code = await codeSentBy(service, to, () =>
    form.getByRole('button', { name: named(say('accounts', 'code.send')) }).click(),
  )
  await form
    .getByRole('button', { name: new RegExp(say('accounts', 'code.wait', { seconds: '(n)' }).replace('(n)', '\\d+')) })
    .waitFor()
  return code
}

/** At `path`; without one, on the login page that one was led to. */
export async function loginByPassword(
  visitor: Visitor,
  account: Account,
  path: string | null = '/login',
): Promise<void> {
  if (path) await visitor.go(path)
  await fillLogin(visitor, account)
  await visitor.page.waitForURL((url) => url.pathname !== '/login')
}

async function fillLogin(visitor: Visitor, account: Account): Promise<void> {
  const { page, say } = visitor
  await page.getByLabel(say('site', 'login.phone')).fill(account.phone)
  await page.getByLabel(say('site', 'login.password'), { exact: true }).fill(account.password)
  await loginButton(visitor).click()
}

/** Goes through the second step, from the page that the first one leads to. */
export async function passSecondStep({ page, say }: Visitor, code: string): Promise<void> {
  await page.getByLabel(say('site', 'totp.label')).fill(code)
  await page
    .getByRole('main')
    .getByRole('button', { name: say('site', 'totp.submit'), exact: true })
    .click()
  await page.waitForURL((url) => url.pathname !== '/login')
}

/** The first of two steps; ends where the code of the authenticator is asked for. */
export async function firstStep(visitor: Visitor, account: Account): Promise<void> {
  const { page, say, go } = visitor
  await go('/login')
  await fillLogin(visitor, account)
  await page.getByRole('heading', { name: say('site', 'totp.title') }).waitFor()
}

export const signInDialog = ({ page, say }: Visitor) =>
  page.getByRole('dialog', { name: say('console', 'signIn.title') })

/** Signs in over the page one was on. */
export async function signInAgain(visitor: Visitor, account: Account): Promise<void> {
  const { say } = visitor
  const dialog = signInDialog(visitor)
  await dialog.getByLabel(say('console', 'signIn.phone')).fill(account.phone)
  await dialog.getByLabel(say('console', 'signIn.password')).fill(account.password)
  await dialog.getByRole('button', { name: named(say('console', 'signIn.submit')) }).click()
  await dialog.waitFor({ state: 'hidden' })
}

export async function loginBySms(visitor: Visitor, service: ServiceInfo, phone: string): Promise<void> {
  const { page, say, go } = visitor
  await go('/login')
  await page.getByRole('button', { name: say('site', 'login.by.code') }).click()
  await page.getByLabel(say('site', 'login.phone')).fill(phone)
  await passCaptcha(visitor)
  await takeCode(visitor, service, phone)
  await loginButton(visitor).click()
  await page.waitForURL('**/browse')
}

/** Sets a new password for a phone whose messages can be read; ends on the word that it is set. */
export async function resetPassword(
  visitor: Visitor,
  service: ServiceInfo,
  { phone, password }: Account,
): Promise<void> {
  const { page, say } = visitor
  await page.getByLabel(say('site', 'login.phone')).fill(phone)
  await passCaptcha(visitor)
  await takeCode(visitor, service, phone)
  await page.getByLabel(say('site', 'reset.password'), { exact: true }).fill(password)
  await page
    .getByRole('main')
    .getByRole('button', { name: say('site', 'reset.submit') })
    .click()
  await page.getByText(say('site', 'reset.done')).waitFor()
}

/** Ends the session from the menu beneath the person's name. */
export async function logout({ page, say }: Visitor): Promise<void> {
  await page.getByRole('banner').getByRole('button').last().click()
  const out = page.getByRole('menuitem', { name: say('console', 'shell.signOut') })
  await out.waitFor()
  // By a key: what arrives meanwhile may move the menu between press and release of a mouse, which then is no click.
  await untilMenuHasFocus(page)
  await out.press('Enter')
  await page.getByRole('heading', { name: say('site', 'login.title'), exact: true }).waitFor()
}

/** A new account, as a person makes one; ends on the overview. */
export async function register(visitor: Visitor, service: ServiceInfo, newcomer: Newcomer): Promise<void> {
  const { page, say, go } = visitor
  await go('/registry')
  await page.getByRole('radio', { name: say('site', `registry.${newcomer.kind}`) }).check()
  await page
    .getByLabel(say('site', newcomer.kind === 'personal' ? 'registry.personName' : 'registry.companyName'))
    .fill(newcomer.name)
  if (newcomer.kind === 'enterprise')
    await page.getByLabel(say('site', 'registry.yourName')).fill(newcomer.person ?? newcomer.name)
  await page.getByLabel(say('site', 'login.phone')).fill(newcomer.phone)
  await passCaptcha(visitor)
  await takeCode(visitor, service, newcomer.phone)
  await page.getByLabel(say('site', 'login.password'), { exact: true }).fill(newcomer.password)
  await page.getByRole('checkbox').check()
  await page
    .getByRole('main')
    .getByRole('button', { name: say('site', 'registry.submit') })
    .click()
  await page.waitForURL('**/browse')
}
