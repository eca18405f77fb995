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
import { platformKey } from '../../kit/browser/own-platform.ts'
import { loginByPassword, newPhone, resetPassword } from '../../kit/browser/sign-in.ts'
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

const open = async (url: string, setting: Setting) => {
  const visitor = await openVisitor(browser, url, setting)
  visitors.push(visitor)
  return visitor
}

/** Of the first thing that is called so, as the browser paints it. */
const groundOf = ({ page }: Visitor, selector: string) =>
  page.evaluate<string>(`getComputedStyle(document.querySelector(${JSON.stringify(selector)})).backgroundColor`)

/** What an administrator of the installation fills in. */
async function makePlatform({ page, go, say }: Visitor, made: Record<string, string>) {
  await go('/operator/platforms')
  await page.getByRole('link', { name: named(say('operator', 'resource.platforms.add')) }).click()
  for (const name of ['nameZh', 'nameEn', 'notaryId', 'administratorName', 'administratorPhone'])
    await page.getByLabel(say('operator', `field.${name}`), { exact: true }).fill(made[name]!)
  const hosts = page.getByLabel(say('operator', 'field.hosts'), { exact: true })
  await hosts.fill(made['host']!)
  await hosts.press('Enter')
}

describe.each(dressed(settings))('in $language on a $device', (setting) => {
  it('a second platform is made by the console alone, and neither website shows anything of the other', async () => {
    // Codes of messages are told by their six digits.
    const mark = platformKey(setting.language)
    const [host, phone, port] = [`${mark}.second.localhost`, newPhone(), new URL(service.url).port]
    const made = {
      nameZh: `青岚存证${mark}`,
      nameEn: `Qinglan ${mark}`,
      notaryId: `p-${mark}`,
      administratorName: '周青岚',
      administratorPhone: phone,
      host,
    }
    const chief = await open(service.url, setting)
    await signInByCalls(chief, service.accounts.administrator)
    await makePlatform(chief, made)
    await expectAccessible(chief)
    await chief.page.getByRole('button', { name: named(chief.say('operator', 'platforms.make')) }).click()
    await chief.page.getByText(chief.say('operator', 'platforms.made'), { exact: true }).waitFor()
    await chief.page.getByText(`http://${host}:${port}/resetPassword`, { exact: true }).waitFor()
    await expectAccessible(chief)

    const second = await open(`http://${host}:${port}`, setting)
    await second.go('/resetPassword')
    await resetPassword(second, service, { phone, password: 'Kiefer-47-Lampe' })
    await loginByPassword(second, { phone, password: 'Kiefer-47-Lampe' })
    await second.go('/operator/platform')
    const { page, say } = second
    const preview = page.getByRole('region', { name: say('operator', 'preview.title') })
    const renamed = setting.language === 'en' ? `Renamed ${mark}` : `改名存证${mark}`
    const nameField = setting.language === 'en' ? 'field.nameEn' : 'field.nameZh'
    await page.getByLabel(say('operator', nameField), { exact: true }).fill(renamed)
    await page.getByLabel(say('operator', 'field.brandColour'), { exact: true }).fill('#7a1fa2')
    // Before anything is saved; on a phone behind a button, as it would lie beneath the whole form.
    const isPhone = setting.device === 'phone'
    if (isPhone) await page.getByRole('button', { name: named(say('operator', 'preview.title')) }).click()
    await preview.getByText(renamed).first().waitFor()
    expect(await groundOf(second, '[data-preview] .skz-preview-button')).toBe('rgb(122, 31, 162)')
    await expectAccessible(second)
    if (isPhone) await page.keyboard.press('Escape')
    await page.getByRole('button', { name: named(say('common', 'save')) }).click()
    await page.getByText(say('common', 'form.saved')).waitFor()
    expect(
      await page.getByRole('link', { name: say('operator', 'resource.platforms.title'), exact: true }).count(),
    ).toBe(0)

    const [theirs, ours] = [await open(`http://${host}:${port}`, setting), await open(service.url, setting)]
    await until('the second website as it was set', async () => {
      await theirs.go('/')
      await theirs.page.getByRole('heading', { level: 1 }).waitFor()
      return (await groundOf(theirs, '.button.primary')) === 'rgb(122, 31, 162)' || undefined
    })
    await ours.go('/')
    await ours.page.getByRole('heading', { level: 1 }).waitFor()
    const [theirText, ourText] = [await theirs.page.innerText('body'), await ours.page.innerText('body')]
    expect(theirText).toContain(renamed)
    expect(ourText).not.toContain(mark)
    expect(await groundOf(ours, '.button.primary')).not.toBe('rgb(122, 31, 162)')
    const ourName = setting.language === 'en' ? 'Shimakaze (local)' : '岛风存证（本地）'
    expect(ourText).toContain(ourName)
    expect(theirText).not.toContain(ourName)
    await expectAccessible(theirs)

    for (const visitor of visitors) expect(visitor.problems).toEqual([])
    for (const visitor of visitors.splice(0)) await visitor.close()
  })
})
