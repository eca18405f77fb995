import type { Route } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { expectAccessible } from '../../kit/browser/axe.ts'
import { openVisitor, shareBrowser, type SharedBrowser, type Visitor } from '../../kit/browser/browser.ts'
import { registerByCalls } from '../../kit/browser/by-calls.ts'
import { rowOf } from '../../kit/browser/evidence-list.ts'
import { tabAndEnter, tabAndType } from '../../kit/browser/keyboard.ts'
import { somebody } from '../../kit/browser/sign-in.ts'
import { tellOnFailure } from '../../kit/browser/tell-on-failure.ts'

const { service } = inject('world')
const customer = somebody('Ada Rivers', 'personal')
const path = '/accountSetting/addressAdmin'
let browser: SharedBrowser
let desk: Visitor
let phone: Visitor
tellOnFailure(service, () => [desk, phone].filter(Boolean))

const field = ({ page, say }: Visitor, name: string) =>
  page.getByLabel(say('addresses', `field.${name}`), { exact: true }).and(page.locator('input'))
const drawer = ({ page }: Visitor) => page.locator('.ant-drawer')
const level = (visitor: Visitor, name: 'province' | 'city' | 'county') =>
  drawer(visitor).getByRole('combobox', { name: visitor.say('common', `region.${name}`), exact: true })
const offered = ({ page }: Visitor, name: string) =>
  page.locator('.ant-select-item-option:visible').filter({ hasText: name })
/** What the three lists show, one after another. */
const shows = async (visitor: Visitor, ...names: string[]) => {
  for (const name of names)
    await drawer(visitor)
      .locator('.skz-region')
      .getByText(name, { exact: true })
      .filter({ visible: true })
      .first()
      .waitFor()
}
const save = ({ page, say }: Visitor) => page.getByRole('button', { name: say('common', 'save'), exact: true })
const edit = async (visitor: Visitor, name: string) => {
  const { page, say } = visitor
  await rowOf(visitor, name)
    .getByRole('button', { name: say('common', 'actionsOf', { name }), exact: true })
    .click()
  await page.getByRole('menuitem', { name: say('addresses', 'action.edit.label'), exact: true }).click()
}

beforeAll(async () => {
  browser = await shareBrowser()
  desk = await openVisitor(browser, service.url, { language: 'en', device: 'desktop', theme: 'light' })
  await registerByCalls(desk, service, customer)
  phone = await openVisitor(browser, service.url, { language: 'zh-CN', device: 'phone', theme: 'dark' })
  await phone.context.addCookies((await desk.context.cookies()).filter((c) => c.name === 'bq-x-token'))
})
afterAll(async () => {
  expect([...desk.problems, ...phone.problems]).toEqual([])
  await browser.close()
})

it('is written by keyboard alone, its place level by level', async () => {
  const { page, say } = desk
  await desk.go(path)
  await page.getByText(say('addresses', 'resource.addresses.empty')).waitFor()
  await desk.go(`${path}?form=new`)
  await tabAndType(page, field(desk, 'name'), 'Ada Rivers')
  await tabAndType(page, field(desk, 'phone'), '0591-88887777')
  await tabAndType(page, level(desk, 'province'), '北京')
  await offered(desk, '北京市').waitFor()
  await page.keyboard.press('Enter')
  await shows(desk, '北京市')
  await tabAndType(page, level(desk, 'county'), '西城')
  await offered(desk, '西城区').waitFor()
  await page.keyboard.press('Enter')
  await shows(desk, '西城区')
  await tabAndType(page, field(desk, 'detail'), '1 Some Street, floor 18')
  await expectAccessible(desk)
  await tabAndEnter(page, save(desk))
  await rowOf(desk, 'Ada Rivers').getByText('北京市 西城区').waitFor()
  await expectAccessible(desk)
})

it('opens with its place, and what the service says of a city is said there', async () => {
  const { page } = desk
  await edit(desk, 'Ada Rivers')
  await shows(desk, '北京市', '西城区')
  const refused = {
    flag: false,
    success: false,
    statusCode: '400001',
    errorCode: 'bad-parameter',
    errorMessage: 'x',
    showType: 1,
    data: { fields: [{ path: 'cityCode', key: 'division', message: 'No such city.' }] },
  }
  const refuse = (route: Route) =>
    route.request().method() === 'PUT' ? route.fulfill({ json: refused }) : route.continue()
  await page.route('**/shimakaze/address/*', refuse)
  await save(desk).click()
  await page
    .locator('.ant-form-item')
    .filter({ has: page.locator('.skz-region') })
    .getByText('No such city.')
    .waitFor()
  await expectAccessible(desk)
  await page.unroute('**/shimakaze/address/*', refuse)
})

it('is changed on a phone, where the lists fit the screen', async () => {
  const { page, say } = phone
  await phone.go(path)
  await edit(phone, 'Ada Rivers')
  await shows(phone, '北京市', '西城区')
  for (const [name, chosen] of [
    ['province', '云南省'],
    ['city', '红河哈尼族彝族自治州'],
    ['county', '金平苗族瑶族傣族自治县'],
  ] as const) {
    await level(phone, name).click({ force: true })
    await offered(phone, chosen).scrollIntoViewIfNeeded()
    const { x, width } = (await offered(phone, chosen).boundingBox())!
    expect(x).toBeGreaterThanOrEqual(0)
    expect(x + width).toBeLessThanOrEqual(390)
    await offered(phone, chosen).click()
    // What lies over the next field is gone before that is pressed, whatever stands there.
    await expect.poll(() => page.locator('.ant-select-dropdown:visible').count()).toBe(0)
  }
  await shows(phone, '云南省', '红河哈尼族彝族自治州', '金平苗族瑶族傣族自治县')
  await expectAccessible(phone)
  await save(phone).click()
  await page.getByText(say('common', 'form.saved')).waitFor()
  await rowOf(phone, 'Ada Rivers').getByText('云南省 红河哈尼族彝族自治州 金平苗族瑶族傣族自治县').waitFor()
  await expectAccessible(phone)
})

it('tells two who change it at once what each wrote, places by name', async () => {
  const { page, say } = desk
  await save(desk).click()
  const versions = page.getByRole('alert').filter({ hasText: say('common', 'form.conflict') })
  await versions.getByText('北京市 西城区').waitFor()
  await versions.getByText('云南省 红河哈尼族彝族自治州 金平苗族瑶族傣族自治县').waitFor()
  await expectAccessible(desk)
  await page.getByRole('button', { name: say('common', 'form.takeTheirs') }).click()
  await shows(desk, '云南省', '红河哈尼族彝族自治州', '金平苗族瑶族傣族自治县')
})
