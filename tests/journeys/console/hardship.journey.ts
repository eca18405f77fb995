import type { Route } from 'playwright-core'
import { sessionCalls } from '../../../contract/accounts/session.ts'
import { callAs } from '../../kit/browser/by-calls.ts'
import { describe, expect, it } from 'vitest'
import { expectAccessible } from '../../kit/browser/axe.ts'
import { named, type Setting } from '../../kit/browser/browser.ts'
import { signInByCalls } from '../../kit/browser/by-calls.ts'
import { dressed } from '../../kit/browser/dress.ts'
import { allRows, rowOf } from '../../kit/browser/evidence-list.ts'
import { loginByPassword, logout, signInAgain, signInDialog } from '../../kit/browser/sign-in.ts'
import {
  account,
  arrive,
  button,
  chineseDesk,
  choose,
  come,
  common,
  dialog,
  englishDesk,
  fitsTheScreen,
  headers,
  numbers,
  press,
  service,
  stored,
  titleField,
  visitor,
  withBrowser,
} from './newcomer-kit.ts'

withBrowser()

const englishPhone: Setting = { language: 'en', device: 'phone', theme: 'dark' }

const endSession = () => callAs(visitor, sessionCalls.logout, {})

const takeOf = async (name: string, action: string) => {
  await rowOf(visitor, name)
    .getByRole('button', { name: common('actionsOf', { name }), exact: true })
    .click()
  await visitor.page
    .getByRole('menuitem', { name: visitor.say('invoices', `action.${action}.label`), exact: true })
    .click()
}

describe('the session ends', () => {
  it.each(dressed([chineseDesk, englishPhone]))(
    'in the middle of an import: one signs in over the page and it goes on, no row twice, none lost ($language, $device)',
    async (setting) => {
      await come(setting)
      const { page, say } = visitor
      const titles = Array.from({ length: 450 }, (_, i) => `抬头 ${String(i).padStart(3, '0')}`)
      let kept = 0
      await page.route('**/shimakaze/invoice/header/import', async (route) => {
        const { dryRun } = route.request().postDataJSON() as { dryRun: boolean }
        if (!dryRun && ++kept === 2) await endSession()
        await route.continue()
      })
      await page.getByRole('button', { name: common('import.open'), exact: true }).click()
      await choose(
        '抬头.csv',
        Buffer.from(
          `${say('invoices', 'field.headType')},${say('invoices', 'field.title')}\n${titles.map((t) => `${say('invoices', 'choice.headType.PERSONAL')},${t}\n`).join('')}`,
        ),
      )
      await press('import.judge')
      await numbers(450, 0, 0, 0)
      await press('import.begin', { count: 450 })
      // 200 rows are one request, which takes its time while other journeys hold the processor.
      await signInDialog(visitor).waitFor({ timeout: 90_000 })
      await expectAccessible(visitor, true)
      await fitsTheScreen()
      await signInAgain(visitor, account)
      await dialog().getByText(common('import.done')).waitFor({ timeout: 90_000 })
      await numbers(450, 0, 0, 0)
      await expectAccessible(visitor)
      expect((await stored()).map((h) => h.title)).toEqual(titles)
      expect(new URL(page.url()).pathname).toBe(headers)
      // Three requests of rows, one of them twice: refused, then let through.
      expect(kept).toBe(4)
    },
  )

  it('in the middle of an import, and another person signs in: nothing of the first is left on the page', async () => {
    await come(chineseDesk)
    const { page } = visitor
    await page.getByRole('button', { name: common('import.open'), exact: true }).click()
    await choose('抬头.csv', Buffer.from('类型,抬头名称\n个人,张三\n'))
    await endSession()
    await press('import.judge')
    await signInAgain(visitor, service.accounts.personal)
    await page.waitForURL('**/browse')
    expect(await page.getByText('张三').count()).toBe(0)
  })

  it('while a form is filled in and several calls are refused at once: one sign-in, and what was typed is there', async () => {
    await come(chineseDesk, ['甲'])
    const { page, say } = visitor
    await takeOf('甲', 'edit')
    await titleField().fill('甲改了一半')
    await endSession()
    // All of them wait for one another, so that they are refused together.
    const held: (() => void)[] = []
    let holds = true
    await page.route('**/shimakaze/**', async (route) => {
      if (holds) await new Promise<void>((done) => held.push(done))
      await route.continue()
    })
    await press('save')
    await page.getByRole('button', { name: common('refresh'), exact: true }).dispatchEvent('click')
    await page.getByRole('button', { name: common('palette.open') }).dispatchEvent('click')
    await page
      .getByRole('dialog', { name: common('palette.title') })
      .getByRole('combobox')
      .fill('甲甲')
    // The save, the list and a search in each list that can be searched.
    await expect.poll(() => held.length).toBeGreaterThanOrEqual(4)
    const logins: string[] = []
    page.on('request', (request) => request.isNavigationRequest() && logins.push(new URL(request.url()).pathname))
    holds = false
    for (const release of held) release()
    await page.getByRole('status').getByText(say('site', 'login.expired')).waitFor()
    expect(logins).toEqual(['/login'])
    await expectAccessible(visitor)
    await loginByPassword(visitor, account, null)
    await expect.poll(() => titleField().inputValue()).toBe('甲改了一半')
    await expectAccessible(visitor)
    await press('save')
    await rowOf(visitor, '甲改了一半').waitFor()
  })
})

describe('what was typed and not saved', () => {
  const asks = () => visitor.page.locator('.ant-modal-confirm-title', { hasText: common('form.leaveTitle') }).waitFor()

  it('is asked about before the browser’s own Back leaves it, and before a link of the menu does', async () => {
    await come(chineseDesk, ['甲'])
    const { page } = visitor
    await takeOf('甲', 'edit')
    await titleField().fill('改了')
    await page.goBack()
    await asks()
    await expectAccessible(visitor)
    await button(common('form.leaveNo')).click()
    // The first question is gone before the next one is asked.
    await page.locator('.ant-modal-confirm-title').waitFor({ state: 'detached' })
    expect(await titleField().inputValue()).toBe('改了')
    await page
      .getByRole('navigation')
      .getByRole('link', { name: visitor.say('console', 'menu.browse') })
      .dispatchEvent('click')
    await asks()
    await button(common('form.leaveYes')).click()
    await page.waitForURL('**/browse')
  })

  it('is gone from the browser once its person signs out, and so is every row', async () => {
    await come(chineseDesk, ['甲'])
    const { page } = visitor
    await takeOf('甲', 'edit')
    await titleField().fill('改了')
    await visitor.go(headers)
    await rowOf(visitor, '甲').waitFor()
    expect(await page.evaluate('JSON.stringify(sessionStorage)')).toContain('改了')
    await logout(visitor)
    expect(await page.evaluate('JSON.stringify([sessionStorage, localStorage])')).not.toContain('改了')
    await signInByCalls(visitor, service.accounts.personal, headers)
    await page.getByText(visitor.say('invoices', 'resource.invoiceHeaders.empty')).waitFor()
    expect(await allRows(visitor).count()).toBe(0)
  })
})

it('two tabs of one person change one header: both see what each wrote, side by side, and choose', async () => {
  await come(englishDesk, ['First'])
  const { page, say, context } = visitor
  await takeOf('First', 'edit')
  await titleField().waitFor()
  const other = await context.newPage()
  await other.goto(page.url())
  await expect.poll(() => titleField(other).inputValue()).toBe('First')
  await titleField().fill('Written here')
  await titleField(other).fill('Written there')
  await other
    .getByRole('dialog')
    .getByRole('button', { name: named(common('save')) })
    .click()
  await expect.poll(() => other.getByRole('dialog').count()).toBe(0)
  await press('save')
  const versions = dialog()
    .getByRole('alert')
    .filter({ hasText: common('form.conflict') })
  await versions
    .getByRole('row')
    .filter({ hasText: say('invoices', 'field.title') })
    .waitFor()
  expect(await versions.getByRole('cell').allInnerTexts()).toEqual(['Written here', 'Written there'])
  await expectAccessible(visitor)
  await dialog()
    .getByRole('button', { name: common('form.keepMine') })
    .click()
  await rowOf(visitor, 'Written here').waitFor()
  await expect.poll(() => rowOf({ ...visitor, page: other }, 'Written here').count()).toBe(1)
  expect(await stored()).toMatchObject([{ title: 'Written here', version: 3 }])
})

describe('the service fails', () => {
  const fail = (route: Route) =>
    route.fulfill({
      status: 500,
      json: {
        flag: false,
        success: false,
        statusCode: '500000',
        errorCode: 'internal',
        errorMessage: visitor.say('errors', 'code.internal'),
        showType: 4,
        requestId: 'req-7f3a',
        data: null,
      },
    })
  /** The browser notes each of these by itself. */
  const without = (status: number) =>
    visitor.problems.splice(0, Infinity, ...visitor.problems.filter((p) => !p.includes(`status of ${status}`)))

  it.each(dressed([chineseDesk, englishPhone]))(
    'a list says what to do next, and gives the request’s id to copy ($language, $device)',
    async (setting) => {
      await arrive(setting, ['甲'])
      const { page, say, go } = visitor
      await page.route('**/shimakaze/invoice/header?**', fail)
      await go(headers)
      await page.getByText(say('errors', 'code.internal')).waitFor()
      await expectAccessible(visitor)
      await page
        .getByRole('main')
        .getByRole('button', { name: common('copyNamed', { name: common('requestId') }), exact: true })
        .click()
      await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe('req-7f3a')
      await page.unroute('**/shimakaze/invoice/header?**')
      await button(common('retry')).click()
      await rowOf(visitor, '甲').waitFor()
      without(500)
    },
  )

  it('a save that fails keeps what was typed, and the id can be copied from the notices', async () => {
    await come(chineseDesk, ['甲'])
    const { page, say } = visitor
    await takeOf('甲', 'edit')
    await titleField().fill('甲二')
    await page.route('**/shimakaze/invoice/header/*', fail)
    await press('save')
    await page.locator('.ant-notification').getByText(say('errors', 'code.internal')).waitFor()
    await expectAccessible(visitor)
    expect(await titleField().inputValue()).toBe('甲二')
    await page.unroute('**/shimakaze/invoice/header/*')
    await press('save')
    await rowOf(visitor, '甲二').waitFor()
    await button(common('notices.unseen', { count: 1 })).click()
    await dialog()
      .getByRole('button', { name: common('copyNamed', { name: common('requestId') }), exact: true })
      .click()
    await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe('req-7f3a')
    await expectAccessible(visitor)
    without(500)
  })

  it('a proxy before it that answers with a page of its own is told with its status', async () => {
    await arrive(englishDesk, ['A'])
    const { page, go } = visitor
    await page.route('**/shimakaze/invoice/header?**', (route) =>
      route.fulfill({
        status: 502,
        contentType: 'text/html',
        body: '<h1>Bad gateway</h1>',
        headers: { 'x-request-id': 'req-502' },
      }),
    )
    await go(headers)
    await page.getByText(common('transport.status', { status: 502 })).waitFor()
    await page.getByText('req-502').waitFor()
    await expectAccessible(visitor)
    await page.unroute('**/shimakaze/invoice/header?**')
    await button(common('retry')).click()
    await rowOf(visitor, 'A').waitFor()
    without(502)
  })
})

describe('the network is gone', () => {
  it.each(dressed([chineseDesk, englishPhone]))(
    'is told, a part that had not come waits for it, and all goes on by itself ($language, $device)',
    async (setting) => {
      await come(setting, ['甲'], true)
      const { page, context } = visitor
      await context.setOffline(true)
      await page.getByText(common('offline')).waitFor()
      await expectAccessible(visitor)
      await rowOf(visitor, '甲').getByRole('link').click()
      await page.getByText(common('part.script')).waitFor()
      await expectAccessible(visitor)
      await context.setOffline(false)
      await page.getByRole('heading', { level: 1, name: '甲' }).waitFor()
      await expect.poll(() => page.getByText(common('offline')).count()).toBe(0)
      visitor.problems.length = 0
    },
  )

  it('a save is told as not sent, and what was typed is saved when the network is back', async () => {
    await come(chineseDesk, ['甲'])
    const { page, context } = visitor
    await takeOf('甲', 'edit')
    await titleField().fill('甲二')
    await context.setOffline(true)
    await press('save')
    await page.getByText(common('transport.network')).waitFor()
    await expectAccessible(visitor)
    await context.setOffline(false)
    await press('save')
    await rowOf(visitor, '甲二').waitFor()
    expect((await stored()).map((h) => h.title)).toEqual(['甲二'])
    visitor.problems.length = 0
  })
})

describe('a part of a page that comes later than the rest', () => {
  it('moves nothing that may be under a hand', async () => {
    await arrive(chineseDesk, [], true)
    const { page } = visitor
    await page.route(/\/assets\/InvoiceTabs-/, async (route) => {
      await new Promise((done) => setTimeout(done, 1_500))
      await route.continue()
    })
    await visitor.go(headers)
    const open = page.getByRole('button', { name: common('import.open'), exact: true })
    await open.waitFor()
    const before = await open.boundingBox()
    await page.getByRole('navigation', { name: visitor.say('invoices', 'tabs') }).waitFor()
    expect(await open.boundingBox()).toEqual(before)
  })
})
