import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { expectAccessible } from '../../kit/browser/axe.ts'
import { openVisitor, type Setting, shareBrowser, type SharedBrowser, type Visitor } from '../../kit/browser/browser.ts'
import { dressed } from '../../kit/browser/dress.ts'
import { tabAndEnter, tabTo } from '../../kit/browser/keyboard.ts'
import { tellOnFailure } from '../../kit/browser/tell-on-failure.ts'

const { service } = inject('world')
const pages = [
  '/',
  '/website-show/home',
  '/website-show/query',
  '/website-show/news?type=LAW&q=x&page=2',
  '/website-show/news/none',
  '/website-show/help-document?q=x',
  '/website-show/lawyers?q=x',
  '/website-show/lawyers/none',
  '/website-show/query?no=261121000000000000',
  '/login',
  '/login?expired=1&to=/browse',
  '/registry',
  '/service-agreement',
  '/website-show/service',
  '/privacy-one',
  '/privacy-two',
  '/privacy-three',
  '/privacy-four',
  '/exception?errorMessage=Too%20many&errorCode=429',
  '/docs',
  '/chain',
  '/third-account/wechat',
  '/app/auth-login',
  '/app/invoice',
  '/bridge-login',
  '/sub-invitation',
  '/no-such-page',
  '/a%0Ab',
  `/attestation-share/${'x'.repeat(43)}`,
  `/h5/certificate/${'x'.repeat(43)}`,
]
const settings: Setting[] = (['zh-CN', 'en'] as const).flatMap((language) =>
  (['light', 'dark'] as const).map((theme) => ({ language, theme, device: theme === 'dark' ? 'phone' : 'desktop' })),
)

let browser: SharedBrowser
let visitor: Visitor | undefined
beforeAll(async () => {
  browser = await shareBrowser()
})
afterAll(() => browser.close())

tellOnFailure(service, () => [visitor])

/** The scripts have taken the page over: its buttons work. */
const ready = (page: Page) => page.locator('.site:enabled').waitFor()

async function asVisitor(setting: Setting, visit: (visitor: Visitor) => Promise<void>) {
  visitor = await openVisitor(browser, service.url, setting)
  await visit(visitor)
  expect(visitor.problems).toEqual([])
  await visitor.close()
}

describe('without JavaScript', () => {
  it.each([
    ['zh-CN', '网页会消失，证据不会', 'English', 'Pages disappear. Evidence stays.'],
    ['en', 'Pages disappear. Evidence stays.', '中文', '网页会消失，证据不会'],
  ])(
    'the home page is readable for a browser in %s, and in the other language',
    async (locale, headline, other, inOther) => {
      const context = await browser.newContext({ javaScriptEnabled: false, locale, baseURL: service.url })
      const page = await context.newPage()
      await page.goto('/')
      await page.getByRole('heading', { level: 1, name: headline }).waitFor()
      // How it works, services, why it holds, news, lawyers, partners, the way in.
      expect(await page.getByRole('main').getByRole('heading', { level: 2 }).count()).toBe(7)
      expect(await page.getByRole('button').count()).toBe(0)
      await page.getByRole('link', { name: other }).click()
      await page.getByRole('heading', { level: 1, name: inOther }).waitFor()
      await page.getByRole('contentinfo').getByRole('link').first().click()
      await page.getByRole('heading', { level: 1 }).waitFor()
      expect(await page.getAttribute('html', 'lang')).toBe(locale === 'en' ? 'zh-CN' : 'en')
      await context.close()
    },
  )
})

describe.each(dressed(settings))('in $language and $theme on a $device', (setting) => {
  it('every page of the website is taken over as it was written', () =>
    asVisitor(setting, async (visitor) => {
      const { page, go } = visitor
      for (const path of pages) {
        await go(path)
        await page.getByRole('heading', { level: 1 }).waitFor()
        await ready(page)
        expect(await page.evaluate('[document.documentElement.lang, document.documentElement.dataset.theme]')).toEqual([
          setting.language,
          setting.theme,
        ])
        await expectAccessible(visitor)
      }
    }))

  it('the written page stands there in its colours before the scripts have come', () =>
    asVisitor(setting, async ({ page, go, say }) => {
      let release = () => {}
      const held = new Promise<void>((done) => (release = done))
      await page.route(/\/assets\/site-[\w-]+\.js/, async (route) => {
        await held
        await route.continue()
      })
      const arriving = go('/login')
      const phone = page.getByLabel(say('site', 'login.phone'))
      await phone.waitFor()
      expect(await page.evaluate('document.documentElement.dataset.theme')).toBe(setting.theme)
      expect(await phone.isDisabled()).toBe(true)
      release()
      await arriving
      await phone.fill('13900000000')
      expect(await phone.inputValue()).toBe('13900000000')
    }))
})

const english: Setting = { language: 'en', theme: 'light', device: 'desktop' }

it('a language chosen on a page whose address names another one stays after a reload, and so does the appearance', () =>
  asVisitor(english, async ({ page, go }) => {
    await go('/?lang=zh-CN')
    await page.getByRole('button', { name: 'English' }).click()
    await page.getByRole('heading', { level: 1, name: 'Pages disappear. Evidence stays.' }).waitFor()
    await page.waitForURL('**/?lang=en')
    await page.getByRole('button', { name: 'Switch to dark' }).click()
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Pages disappear. Evidence stays.' }).waitFor()
    await page.getByRole('button', { name: 'Switch to light' }).waitFor()
    await go('/privacy-one')
    await page.getByRole('heading', { level: 1, name: 'Privacy policy' }).waitFor()
  }))

it('the console opens in the language that was chosen on the website', () =>
  asVisitor({ ...english, language: 'zh-CN' }, async ({ page, go, context }) => {
    await go('/')
    await page.getByRole('button', { name: 'English' }).click()
    await page.getByRole('heading', { level: 1, name: 'Pages disappear. Evidence stays.' }).waitFor()
    expect((await context.cookies()).find(({ name }) => name === 'shimakaze-lang')).toMatchObject({
      value: 'en',
      sameSite: 'Lax',
      httpOnly: false,
    })
    await go('/browse')
    await page.waitForURL('**/login?**')
    await page.getByRole('heading', { level: 1, name: 'Log in' }).waitFor()
  }))

it('a page stands still while its scripts arrive, and its styles are loaded once', () =>
  asVisitor({ ...english, device: 'phone' }, async ({ page, go }) => {
    await page.addInitScript(
      `addEventListener('DOMContentLoaded', () => (window.sizeAtFirst = getComputedStyle(document.body).fontSize))`,
    )
    for (const path of ['/', '/website-show/query', '/website-show/lawyers']) {
      await go(path)
      await ready(page)
      await page.waitForLoadState('networkidle')
      const [before, after, loaded] = (await page.evaluate(`[
        window.sizeAtFirst,
        getComputedStyle(document.body).fontSize,
        performance.getEntriesByType('resource').map((entry) => entry.name).filter((name) => name.endsWith('.css')),
      ]`)) as [string, string, string[]]
      expect({ path, after, loaded }).toEqual({ path, after: before, loaded: [] })
    }
  }))

describe('a page whose scripts an update took away', () => {
  /** How often a page is loaded whose parts are missing in its first `times` loads; it ends as `end` says. */
  async function loadsWithout(times: number, end: (page: Page) => Promise<unknown>) {
    const context = await browser.newContext({ baseURL: service.url, locale: 'en' })
    const page = await context.newPage()
    let loads = 0
    page.on('request', (request) => request.isNavigationRequest() && loads++)
    await page.route(/\/assets\/take-over-[\w-]+\.js/, (route) =>
      loads > times ? route.continue() : route.fulfill({ status: 404 }),
    )
    await page.goto('/login')
    await expect.poll(() => loads).toBe(2)
    await page.waitForLoadState('networkidle')
    await page.getByRole('heading', { level: 1, name: 'Log in' }).waitFor()
    await end(page)
    await context.close()
    return loads
  }

  it('is loaded once more, and works', async () => {
    expect(await loadsWithout(1, ready)).toBe(2)
  })

  it('stays to be read where they are missing again', async () => {
    expect(await loadsWithout(Infinity, (page) => page.locator('.site:disabled').waitFor())).toBe(2)
  })
})

it('facts written for one page leave with it', () =>
  asVisitor(english, async ({ page, go }) => {
    await go('/')
    await ready(page)
    expect(await page.locator('link[rel=canonical]').count()).toBe(1)
    await page.getByRole('main').getByRole('link', { name: 'Check a piece of evidence' }).click()
    await page.getByRole('heading', { level: 1, name: 'Check evidence' }).waitFor()
    await expect.poll(() => page.locator('link[rel=canonical]').count()).toBe(0)
    await expect.poll(() => page.title()).toMatch(/^Check evidence · /)
  }))

it('a programmer finds a call by keyboard and reads what it takes, in both languages', () =>
  asVisitor(english, async (visitor) => {
    const { page, go } = visitor
    await go('/docs')
    await page.getByRole('heading', { level: 2, name: 'Evidence', exact: true }).waitFor()
    await tabTo(page, page.getByLabel('Find a call'))
    await page.keyboard.type('by number and owner')
    await expect
      .poll(() => page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents())
      .toEqual(['Sharing and public checks'])
    await tabAndEnter(page, page.locator('main summary'))
    const parameters = page.getByRole('table', { name: 'Parameters' })
    await parameters
      .getByRole('row', { name: /^ano string/ })
      .getByText('in the query, required')
      .waitFor()
    await page.getByText('Anyone may call it, without logging in.').waitFor()
    await expectAccessible(visitor)
    await page.getByLabel('Find a call').fill('/shimakaze/attestation/composite/list')
    await page.getByRole('button', { name: '中文' }).click()
    await page.getByText('账户的证据列表，可筛选与排序').click()
    await page.getByText('需要权限 evidence.read。').waitFor()
    await page.getByRole('table', { name: '应答：data 的字段' }).getByText('list[].ano').waitFor()
    await expectAccessible(visitor)
  }))
