import { readFile } from 'node:fs/promises'
import type { Browser, Page, Route } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import writeSheet from 'write-excel-file/node'
import { readFile as readSheet } from '../../../src/kit/io/sheet/read-file.ts'
import { expectAccessible } from '../../kit/browser/axe.ts'
import { launchBrowser, named, openVisitor, type Setting, type Visitor } from '../../kit/browser/browser.ts'
import { registerByCalls, signInByCalls } from '../../kit/browser/by-calls.ts'
import { dressed } from '../../kit/browser/dress.ts'
import { allRows, rowOf } from '../../kit/browser/evidence-list.ts'
import { arrowTo, type Focusable, tabAndEnter, tabAndType, tabTo } from '../../kit/browser/keyboard.ts'
import { loginByPassword, logout, newPhone, signInAgain, signInDialog } from '../../kit/browser/sign-in.ts'
import { tellOnFailure } from '../../kit/browser/tell-on-failure.ts'

const { service } = inject('world')
const headers = '/accountSetting/controlOverInvoices'
const chineseDesk: Setting = { language: 'zh-CN', device: 'desktop', theme: 'light' }
const englishDesk: Setting = { language: 'en', device: 'desktop', theme: 'light' }
const chinesePhone: Setting = { language: 'zh-CN', device: 'phone', theme: 'light' }
const englishPhone: Setting = { language: 'en', device: 'phone', theme: 'dark' }
let browser: Browser
let visitor: Visitor
let account: { phone: string; password: string }
tellOnFailure(service, () => [visitor])

beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())
afterEach(async () => {
  expect(visitor.problems).toEqual([])
  await visitor.close()
})

/** Somebody with an account of their own, at the list of invoice headers, where so many stand already. */
async function come(setting: Setting, titles: string[] = []) {
  const newcomer = {
    name: '榕城代理所',
    kind: 'enterprise',
    phone: newPhone(),
    password: 'correct horse battery',
  } as const
  account = newcomer
  visitor = await openVisitor(browser, service.url, setting)
  await registerByCalls(visitor, service, newcomer, null)
  for (const title of titles) await call('POST', 'invoice/header', { headType: 'PERSONAL', title })
  await visitor.go(`${headers}?sort=title`)
  await expect.poll(() => allRows(visitor).count()).toBe(Math.min(10, titles.length))
}

/** A request of this person beside the page, as another tab or program of theirs would send it. */
async function call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, data?: object) {
  const reply = await visitor.context.request.fetch(`${service.url}/shimakaze/${path}`, {
    method,
    headers: { 'x-requested-with': 'shimakaze', 'x-lang': visitor.setting.language },
    ...(data ? { data } : {}),
  })
  const envelope = (await reply.json()) as {
    success: boolean
    data: { list: { id: string; title: string; version: number }[]; total: number }
  }
  expect(envelope).toMatchObject({ success: true })
  return envelope.data
}
const endSession = () => call('POST', 'logout')
const stored = async () => (await call('GET', 'invoice/header?pageSize=500&sort=title')).list

const common = (key: string, params?: Record<string, unknown>) => visitor.say('common', key, params)
const dialog = () => visitor.page.getByRole('dialog')
const button = (name: string) => visitor.page.getByRole('button', { name: named(name) })
const press = (key: string, params?: Record<string, unknown>) =>
  dialog()
    .getByRole('button', { name: named(common(key, params)) })
    .click()
const numbers = (...wanted: number[]) =>
  expect.poll(() => dialog().locator('.skz-counts dd').allTextContents()).toEqual(wanted.map(String))
const choose = (name: string, buffer: Buffer) =>
  dialog().locator('input[type=file]').setInputFiles({ name, mimeType: 'application/octet-stream', buffer })
const fitsTheScreen = async () =>
  expect(await visitor.page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
const titleField = (page: Page = visitor.page) =>
  page.getByRole('dialog').getByLabel(visitor.say('invoices', 'field.title'), { exact: true })
const takeOf = async (name: string, action: string) => {
  await rowOf(visitor, name)
    .getByRole('button', { name: common('actionsOf', { name }), exact: true })
    .click()
  await visitor.page
    .getByRole('menuitem', { name: visitor.say('invoices', `action.${action}.label`), exact: true })
    .click()
}

describe('on a phone, in Chinese', () => {
  it('a sheet comes in: its columns matched, tried first, what is wrong told and given back as a sheet', async () => {
    await come(chinesePhone)
    const { page, say } = visitor
    await page.getByRole('button', { name: common('import.open'), exact: true }).click()
    await expectAccessible(visitor)
    await fitsTheScreen()
    await choose(
      '抬头.xlsx',
      await writeSheet([
        ['类型', '抬头', '税号'],
        ['个人', '张三', null],
        ['企业普票', '福州公司', '91350100M000100Y43'],
        ['公司', '李四', null],
        ['个人', '张三', null],
        ['企业普票', '某公司', '123'],
      ]).toBuffer(),
    )
    await dialog()
      .getByText(common('import.missing', { names: '抬头名称 *' }))
      .waitFor()
    await fitsTheScreen()
    await dialog()
      .getByRole('combobox', { name: common('import.column', { n: 2, heading: '抬头' }) })
      .click()
    await page.locator('.ant-select-item-option').filter({ hasText: '抬头名称' }).waitFor()
    await expectAccessible(visitor)
    await page.locator('.ant-select-item-option').filter({ hasText: '抬头名称' }).click()
    await press('import.judge')
    await numbers(2, 0, 1, 2)
    await dialog()
      .getByText(common('import.at', { name: '税号', message: say('errors', 'field.taxNo') }))
      .waitFor()
    await dialog()
      .getByText(common('import.sameAs', { n: 2 }))
      .waitFor()
    await expectAccessible(visitor)
    await fitsTheScreen()
    expect(await stored()).toEqual([])
    await press('import.begin', { count: 2 })
    await dialog().getByText(common('import.done')).waitFor()
    await numbers(2, 0, 1, 2)
    await expectAccessible(visitor)
    const [file] = await Promise.all([page.waitForEvent('download'), press('import.saveRefused', { count: 2 })])
    const rows = await readSheet(new Uint8Array(await readFile(await file.path())))
    expect(rows[0]).toEqual(['类型', '抬头', '税号', common('import.reason')])
    expect(rows.slice(1).map((r) => r.slice(0, 2))).toEqual([
      ['公司', '李四'],
      ['企业普票', '某公司'],
    ])
    await press('import.finish')
    await expect.poll(() => allRows(visitor).count()).toBe(2)
    await expectAccessible(visitor)
  })
})

describe('many at once, in Chinese', () => {
  it('each is told what became of it, where one was removed elsewhere meanwhile', async () => {
    await come(chineseDesk, ['甲', '乙', '丙'])
    const { page, say } = visitor
    await page.getByRole('checkbox', { name: common('list.selectPage') }).check()
    await button(say('invoices', 'action.remove.label')).click()
    await dialog().waitFor()
    await expectAccessible(visitor)
    const gone = (await stored()).find((h) => h.title === '乙')!
    await call('DELETE', `invoice/header/${gone.id}`)
    await dialog()
      .getByRole('button', { name: named(say('invoices', 'action.remove.label')) })
      .click()
    await dialog()
      .getByText(common('bulk.count', { done: 2, refused: 1, all: 3 }))
      .waitFor()
    await dialog().getByRole('listitem').filter({ hasText: '乙' }).getByText(say('errors', 'code.not-found')).waitFor()
    await expectAccessible(visitor)
    expect(await stored()).toEqual([])
  })

  it('a view is kept and its link shows the same to whoever opens it, on a phone too', async () => {
    await come(chineseDesk, ['甲公司', '乙公司', '丙所'])
    const { page } = visitor
    await page.getByRole('textbox', { name: visitor.say('invoices', 'resource.invoiceHeaders.search') }).fill('公司')
    await expect.poll(() => allRows(visitor).count()).toBe(2)
    await button(common('views.title')).click()
    await page.getByRole('menuitem', { name: common('views.keep') }).click()
    await dialog().getByLabel(common('views.name')).fill('各公司')
    await dialog()
      .getByRole('checkbox', { name: common('views.share') })
      .check()
    await expectAccessible(visitor)
    await press('save')
    await button('各公司').waitFor()
    await expectAccessible(visitor)
    const phone = await openVisitor(browser, service.url, chinesePhone)
    await signInByCalls(phone, account, page.url())
    await phone.page.getByRole('button', { name: named('各公司') }).waitFor()
    await expect.poll(() => allRows(phone).count()).toBe(2)
    await expectAccessible(phone)
    expect(phone.problems).toEqual([])
    await phone.close()
  })
})

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
      await signInDialog(visitor).waitFor()
      await expectAccessible(visitor, true)
      await fitsTheScreen()
      await signInAgain(visitor, account)
      await dialog().getByText(common('import.done')).waitFor()
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
    await loginByPassword(visitor, account, page.url())
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
      await come(setting, ['甲'])
      const { page, say } = visitor
      await page.route('**/shimakaze/invoice/header?**', fail)
      await page.reload()
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
    await come(englishDesk, ['A'])
    const { page } = visitor
    await page.route('**/shimakaze/invoice/header?**', (route) =>
      route.fulfill({
        status: 502,
        contentType: 'text/html',
        body: '<h1>Bad gateway</h1>',
        headers: { 'x-request-id': 'req-502' },
      }),
    )
    await page.reload()
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
      await come(setting, ['甲'])
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

describe('by keyboard alone', () => {
  const focused = () =>
    visitor.page.evaluate(`document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent`)
  /** The menu takes the focus a moment after it stands there; keys pressed before that are not its own. */
  const inMenu = () =>
    expect
      .poll(() =>
        visitor.page
          .getByRole('menuitem')
          .evaluateAll((items: Focusable[]) => items.some((e) => e.ownerDocument.activeElement === e)),
      )
      .toBe(true)

  it.each(dressed([chineseDesk, englishDesk]))(
    'from the list to a row’s menu, its action, its form, and back to where one was ($language)',
    async (setting) => {
      await come(setting, ['甲', '乙'])
      const { page, say } = visitor
      await tabAndEnter(page, page.getByRole('link', { name: say('console', 'shell.skip') }))
      const menu = () => rowOf(visitor, '乙').getByRole('button', { name: /乙/ })
      await tabAndEnter(page, menu())
      const item = page.getByRole('menuitem', { name: say('invoices', 'action.edit.label'), exact: true })
      await item.waitFor()
      await inMenu()
      await arrowTo(page, item)
      await expectAccessible(visitor)
      await page.keyboard.press('Enter')
      await expect.poll(() => titleField().inputValue()).toBe('乙')
      await tabTo(page, titleField())
      await page.keyboard.press('Control+a')
      await page.keyboard.type('乙二')
      await expectAccessible(visitor)
      await tabAndEnter(page, dialog().getByRole('button', { name: named(common('save')) }))
      await rowOf(visitor, '乙二').waitFor()
      await expect.poll(() => dialog().count()).toBe(0)
      await expect.poll(focused).toBe(common('actionsOf', { name: '乙二' }))
      await page.keyboard.press('Enter')
      await item.waitFor()
      await inMenu()
      await page.keyboard.press('Escape')
      await expect.poll(focused).toBe(common('actionsOf', { name: '乙二' }))
    },
  )

  it('a list of choices opens, is walked and read, longer than its frame', async () => {
    await come(englishDesk)
    const { page, say } = visitor
    await visitor.go('/accountSetting/addressAdmin?form=new')
    const province = dialog().getByRole('combobox', { name: common('region.province'), exact: true })
    await tabAndType(page, province, ' ')
    await page.keyboard.press('Backspace')
    await page.locator('.ant-select-item-option:visible').first().waitFor()
    await expectAccessible(visitor)
    const frame = page.locator('.ant-select-dropdown-list-holder:visible')
    for (let i = 0; i < 20; i++) await page.keyboard.press('ArrowDown')
    // The arrow keys bring into view what they reach, and name it to who cannot see it.
    await expect.poll(() => frame.evaluate((e: { scrollTop: number }) => e.scrollTop)).toBeGreaterThan(0)
    const reached = page.locator('.ant-select-item-option-active:visible')
    const read = async () =>
      page
        .getByRole('listbox')
        .locator(`[id="${await province.getAttribute('aria-activedescendant')}"][role=option]`)
        .innerText({ timeout: 1_000 })
        .catch(() => '')
    await expect.poll(async () => (await read()) === (await reached.innerText())).toBe(true)
    expect(await page.getByRole('listbox').getByRole('option').count()).toBeGreaterThan(30)
    await expectAccessible(visitor)
    await page.keyboard.press('Enter')
    await expect.poll(() => dialog().locator('.skz-region').innerText()).toContain(say('common', 'region.city'))
  })
})
