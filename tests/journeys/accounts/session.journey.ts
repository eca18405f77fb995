import type { Locator } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { expectAccessible } from '../../kit/browser/axe.ts'
import { openVisitor, shareBrowser, type SharedBrowser, type Visitor } from '../../kit/browser/browser.ts'
import { registerByCalls } from '../../kit/browser/by-calls.ts'
import { startButton, urlsField } from '../../kit/browser/capture-form.ts'
import { rowOf } from '../../kit/browser/evidence-list.ts'
import { untilMenuHasFocus, type Focusable, tabAndEnter, tabAndType, tabTo } from '../../kit/browser/keyboard.ts'
import {
  loginButton,
  loginByPassword,
  loginBySms,
  logout,
  newPhone,
  somebody,
  passCaptcha,
  resetPassword,
} from '../../kit/browser/sign-in.ts'
import { tellOnFailure } from '../../kit/browser/tell-on-failure.ts'

const { service, shop } = inject('world')
// A new password ends every login of its person: whose it is changed for here signs in nowhere else.
const { enterprise, personal, sub } = service.accounts
let browser: SharedBrowser
let visitor: Visitor

beforeAll(async () => {
  browser = await shareBrowser()
})
afterAll(() => browser.close())
beforeEach(async () => {
  visitor = await openVisitor(browser, service.url, { language: 'zh-CN', device: 'desktop', theme: 'light' })
})
afterEach(async () => {
  expect(visitor.problems).toEqual([])
  await visitor.close()
})
tellOnFailure(service, () => [visitor])

const phoneField = () => visitor.page.getByLabel(visitor.say('site', 'login.phone'))
const passwordField = () => visitor.page.getByLabel(visitor.say('site', 'login.password'), { exact: true })

/** What a screen reader reads out with a field that is marked as wrong. */
async function errorTiedTo(field: Locator): Promise<string> {
  await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')
  const ids = ((await field.getAttribute('aria-describedby')) ?? '').split(' ')
  return (await Promise.all(ids.map((id) => visitor.page.locator(`[id="${id}"]`).textContent()))).join(' ')
}

describe('logging in', () => {
  it('takes a captcha after three wrong passwords, told at their fields, and lets the right ones in', async () => {
    const { page, say } = visitor
    // Somebody of their own: for a quarter of an hour their every login takes a captcha.
    const person = somebody('记性不好', 'personal')
    await registerByCalls(visitor, service, person)
    await visitor.context.clearCookies({ name: 'bq-x-token' })
    const captcha = page.getByLabel(say('site', 'captcha.label'))
    await visitor.go('/login')
    await phoneField().fill(person.phone)
    for (const wrong of ['not the password', 'nor this one', 'nor that one']) {
      expect(await captcha.count()).toBe(0)
      await passwordField().fill(wrong)
      await Promise.all([page.waitForResponse('**/shimakaze/login'), loginButton(visitor).click()])
      expect(await errorTiedTo(passwordField())).toContain(say('errors', 'field.wrongCredentials'))
    }
    await captcha.waitFor()
    await expectAccessible(visitor)
    await captcha.fill('not it')
    await Promise.all([page.waitForResponse('**/shimakaze/login'), loginButton(visitor).click()])
    expect(await errorTiedTo(captcha)).toContain(say('errors', 'field.captchaWrong'))
    await passCaptcha(visitor)
    await expectAccessible(visitor)
    // Back to the picture and on: nothing of what the device found is left in the field.
    await page.getByRole('button', { name: say('site', 'captcha.toPicture') }).click()
    expect(await captcha.inputValue()).toBe('')
    // A page opened anew knows nothing of it, and is told so.
    await visitor.go('/login')
    await phoneField().fill(person.phone)
    await passwordField().fill(person.password)
    await loginButton(visitor).click()
    expect(await errorTiedTo(captcha)).toContain(say('errors', 'field.captchaNeeded'))
    await passCaptcha(visitor)
    await loginButton(visitor).click()
    await page.waitForURL('**/browse')
  })

  it('says of every field that is empty what belongs there, by password and by code', async () => {
    const { page, say } = visitor
    await visitor.go('/login')
    await loginButton(visitor).click()
    expect(await errorTiedTo(phoneField())).not.toBe('')
    expect(await errorTiedTo(passwordField())).toContain(say('errors', 'field.required'))
    await passwordField().fill('correct horse')
    await page.getByRole('button', { name: say('site', 'password.show') }).click()
    expect(await passwordField().getAttribute('type')).toBe('text')
    await expectAccessible(visitor)
    await page.getByRole('button', { name: say('site', 'login.by.code') }).click()
    await phoneField().fill(personal.phone)
    await loginButton(visitor).click()
    expect(await errorTiedTo(page.getByLabel(say('site', 'code.label')))).toContain(say('site', 'code.first'))
  })

  it('works with a code by SMS', async () => {
    await loginBySms(visitor, service, enterprise.phone)
    await visitor.page.getByRole('heading', { level: 1 }).waitFor()
  })

  it.each(['//evil.example', '/\\evil.example', 'https://evil.example/'])(
    'stays on this host when asked to go to %s',
    async (to) => {
      await loginByPassword(visitor, personal, `/login?to=${encodeURIComponent(to)}`)
      await visitor.page.getByRole('heading', { level: 1 }).waitFor()
      expect(visitor.page.url()).toBe(`${service.url}/browse`)
    },
  )
})

describe('registering', () => {
  it('says what is missing even where the word that the code was sent comes after that', async () => {
    const { page, say } = visitor
    const sending = Promise.withResolvers<void>()
    await page.route('**/shimakaze/user/msg', async (route) => {
      await sending.promise
      await route.continue()
    })
    await visitor.go('/registry')
    await phoneField().fill(newPhone())
    await passCaptcha(visitor)
    await page.getByRole('button', { name: say('site', 'code.send') }).click()
    await page
      .getByRole('main')
      .getByRole('button', { name: say('site', 'registry.submit') })
      .click()
    await page.getByText(say('site', 'code.first')).waitFor()
    sending.resolve()
    await page.getByText(say('site', 'code.sent')).waitFor()
    expect(await errorTiedTo(passwordField())).not.toBe('')
    await expectAccessible(visitor)
  })
})

describe('a forgotten password', () => {
  it('is set anew with a code by SMS, and lets in', async () => {
    const { page, say } = visitor
    await visitor.go('/login')
    await page.getByRole('link', { name: say('site', 'login.forgot') }).click()
    await page.getByRole('heading', { name: say('site', 'reset.title') }).waitFor()
    await expectAccessible(visitor)
    await resetPassword(visitor, service, sub)
    await expectAccessible(visitor)
    await loginByPassword(visitor, sub)
  })
})

describe('logging out', () => {
  it('leads to the login page, which says nothing of an expired session', async () => {
    await loginByPassword(visitor, personal)
    await visitor.page.getByRole('heading', { level: 1 }).waitFor()
    await logout(visitor)
    expect(visitor.page.url()).toBe(`${service.url}/login`)
    await visitor.page.goBack()
    await visitor.page.getByRole('heading', { name: visitor.say('site', 'login.title') }).waitFor()
  })
})

describe('what was typed', () => {
  it('stays when the language is switched, without a reload', async () => {
    const { page } = visitor
    await visitor.go('/login')
    await page.evaluate('window.untouched = true')
    await phoneField().fill('13912345678')
    await page.getByRole('button', { name: 'English' }).click()
    expect(await page.getByLabel('Mobile number').inputValue()).toBe('13912345678')
    await page.getByRole('heading', { name: 'Log in' }).waitFor()
    expect(await page.getAttribute('html', 'lang')).toBe('en')
    expect(await page.evaluate('window.untouched')).toBe(true)
  })

  it('stays in the capture form when the language is switched and when the session ends meanwhile', async () => {
    const { page, context, say } = visitor
    await loginByPassword(visitor, enterprise, '/login?to=/onlineForensics/web/add')
    await urlsField(visitor).fill(`${shop}/landing`)
    await page.getByLabel(say('evidence', 'field.name')).fill('合同页')
    await page.getByRole('button', { name: 'English' }).click()
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('合同页')
    await page.getByRole('button', { name: '中文' }).click()
    const other = await context.newPage()
    await other.goto('/browse')
    await logout({ ...visitor, page: other })
    await startButton(visitor).click()
    await page.waitForURL('**/login?**')
    await page.getByRole('status').getByText(say('site', 'login.expired')).waitFor()
    await expectAccessible(visitor)
    await loginByPassword(visitor, enterprise, page.url())
    await page.waitForURL('**/onlineForensics/web/add')
    await expect.poll(() => urlsField(visitor).inputValue()).toBe(`${shop}/landing`)
    await expect.poll(() => page.getByLabel(say('evidence', 'field.name')).inputValue()).toBe('合同页')
  })
})

describe('without a pointer', () => {
  it('one logs in, submits a capture and opens the menu of its row', async () => {
    const { page, say } = visitor
    await visitor.go('/login')
    await tabAndType(page, phoneField(), personal.phone)
    await tabAndType(page, passwordField(), personal.password)
    await tabAndEnter(page, loginButton(visitor))
    await page.waitForURL('**/browse')
    await tabAndEnter(page, page.getByRole('link', { name: say('console', 'shell.skip') }))
    await tabAndEnter(page, page.getByRole('main').getByRole('link', { name: say('console', 'browse.web') }))
    await tabAndType(page, urlsField(visitor), `${shop}/landing`)
    await tabAndEnter(page, startButton(visitor))
    await page.waitForURL('**/onlineForensics/url')
    await tabAndEnter(
      page,
      rowOf(visitor, '/landing')
        .first()
        .getByRole('button', { name: /的操作$/ }),
    )
    const item = page.getByRole('menuitem', { name: say('evidence', 'action.rename.label') })
    await item.waitFor()
    await untilMenuHasFocus(page)
    await page.keyboard.press('ArrowDown')
    await expect
      .poll(() =>
        page
          .getByRole('menuitem')
          .evaluateAll((all: Focusable[]) => all.some((one) => one.contains(one.ownerDocument.activeElement))),
      )
      .toBe(true)
    await page.keyboard.press('Escape')
    await item.waitFor({ state: 'hidden' })
  })

  it('the first Tab of a page offers to skip to its content', async () => {
    await visitor.go('/')
    await visitor.page.keyboard.press('Tab')
    await tabTo(visitor.page, visitor.page.getByRole('link', { name: visitor.say('site', 'skip') }))
    await tabTo(visitor.page, visitor.page.getByRole('link', { name: visitor.say('site', 'home.register') }).first())
  })
})
