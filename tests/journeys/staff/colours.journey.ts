import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { expectAccessible } from '../../kit/browser/axe.ts'
import {
  named,
  openVisitor,
  type Setting,
  shareBrowser,
  type SharedBrowser,
  type Visitor,
} from '../../kit/browser/browser.ts'
import { signInByCalls } from '../../kit/browser/by-calls.ts'
import { dressed } from '../../kit/browser/dress.ts'
import { makeOwnPlatform, platformKey } from '../../kit/browser/own-platform.ts'
import { tellOnFailure } from '../../kit/browser/tell-on-failure.ts'
import { until } from '../../kit/browser/until.ts'

const { service } = inject('world')
let browser: SharedBrowser
const visitors: Visitor[] = []
tellOnFailure(service, () => visitors)
beforeAll(async () => {
  browser = await shareBrowser()
})
afterAll(() => browser.close())

const settings: Setting[] = [
  { language: 'zh-CN', device: 'desktop', theme: 'light' },
  { language: 'en', device: 'phone', theme: 'light' },
]

async function open(url: string, setting: Setting) {
  const visitor = await openVisitor(browser, url, setting)
  visitors.push(visitor)
  return visitor
}

/** Of the first thing that is called so, as the browser paints it. */
const groundOf = (visitor: Visitor, selector: string) =>
  visitor.page.evaluate<string>(`getComputedStyle(document.querySelector(${JSON.stringify(selector)})).backgroundColor`)

describe.each(dressed(settings))('in $language on a $device', (setting) => {
  it('an administrator chooses a colour that can be read, and website and console have it', async () => {
    const chief = await open(service.url, setting)
    await signInByCalls(chief, service.accounts.administrator)
    const key = `hue-${platformKey(setting.language)}`
    const made = { key, name: `霁色存证${key}` }
    const { url, administrator } = await makeOwnPlatform(chief, service, made, (at) => open(at, setting))
    const reader = await open(url, setting)
    const { page, go, say } = administrator
    await go('/operator/platform')
    const field = page.getByLabel(say('operator', 'field.brandColour'), { exact: true })
    await field.fill('#9ad0d8')
    await page.getByText(say('common', 'colour.unreadable', { contrast: '1.7', least: 4.5 })).waitFor()
    await field.fill('#7a1fa2')
    await page.getByText(say('common', 'colour.button'), { exact: true }).waitFor()
    await expectAccessible(administrator)
    await page.getByRole('button', { name: named(say('common', 'save')) }).click()
    await page.getByText(say('common', 'form.saved')).waitFor()
    await until('the colour on the website', async () => {
      await reader.go('/')
      await reader.page.getByRole('heading', { level: 1 }).waitFor()
      return (await groundOf(reader, '.button.primary')) === 'rgb(122, 31, 162)' || undefined
    })
    await expectAccessible(reader)
    await until('the colour in the console', async () => {
      await page.evaluate('sessionStorage.clear()')
      await go('/operator/platform')
      await page.getByRole('button', { name: named(say('common', 'save')) }).waitFor()
      return (await groundOf(administrator, '.ant-btn-primary')) === 'rgb(122, 31, 162)' || undefined
    })
    expect(visitors.flatMap(({ problems }) => problems)).toEqual([])
    for (const visitor of visitors.splice(0)) await visitor.close()
  })
})
