import { describe, expect, it } from 'vitest'
import { expectAccessible } from '../../kit/browser/axe.ts'
import { button, shows, visitor, w, withGadgets } from './gadget-kit.ts'

withGadgets()

const link = (name: string) => visitor.page.getByRole('navigation').getByRole('link', { name, exact: true })
const scrolled = () => visitor.page.evaluate<number>('scrollY')
const lit = () => visitor.page.locator('.skz-menu .ant-menu-item-selected').allTextContents()

describe('the menu', () => {
  it('stands in groups, stays in view on a long page, and shows where one is', async () => {
    await visitor.go('/gadgets?size=100')
    await shows(Array.from({ length: 42 }, (_, i) => 42 - i))
    const { page } = visitor
    expect(await lit()).toEqual([w.resource.gadgets.title])
    for (const group of ['collect', 'money', 'account', 'trust'])
      await page
        .locator('.skz-menu')
        .getByText(visitor.say('console', `menu.group.${group}`), { exact: true })
        .waitFor()
    await page.evaluate('scrollTo(0, document.body.scrollHeight)')
    await expect.poll(scrolled).toBeGreaterThan(300)
    expect((await page.locator('.skz-brand').boundingBox())!.y).toBeLessThan(40)
  })

  it('folds to its icons, and stays so', async () => {
    await visitor.go('/gadgets')
    const fold = button(visitor.say('console', 'shell.fold'))
    const width = async () => (await visitor.page.locator('.skz-side').boundingBox())!.width
    await fold.click()
    await expect.poll(width).toBeLessThan(80)
    expect(await fold.getAttribute('aria-expanded')).toBe('false')
    await expectAccessible(visitor)
    await visitor.page.reload()
    await shows([42, 41, 40, 39, 38, 37, 36, 35, 34, 33])
    expect(await width()).toBeLessThan(80)
    await fold.click()
    await expect.poll(width).toBe(200)
  })
})

it('is drawn before its scripts are here, and the console takes its place', async () => {
  const { page } = visitor
  const held = Promise.withResolvers<void>()
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await held.promise
    await route.continue()
  })
  const opened = visitor.go('/gadgets')
  await page.locator('.skz-waiting svg').filter({ visible: true }).first().waitFor()
  held.resolve()
  await opened
  await shows([42, 41, 40, 39, 38, 37, 36, 35, 34, 33])
  expect(await page.locator('.skz-waiting').count()).toBe(0)
  await page.unroute(/\/assets\/.*\.js$/)
})

describe('another page', () => {
  it('begins at its top with the keyboard in it, and Back leads to where one was', async () => {
    await visitor.go('/gadgets?size=100')
    await shows(Array.from({ length: 42 }, (_, i) => 42 - i))
    const { page } = visitor
    await page.evaluate('scrollTo(0, 700)')
    await expect.poll(scrolled).toBe(700)
    await link(w.resource.crates.title).click()
    await page.getByRole('heading', { level: 1, name: w.resource.crates.title }).waitFor()
    await expect.poll(scrolled).toBe(0)
    expect(await page.evaluate('document.activeElement.id')).toBe('main')
    expect(await page.title()).toMatch(new RegExp(`^${w.resource.crates.title} · .`))
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: w.resource.gadgets.title }).waitFor()
    await expect.poll(scrolled).toBe(700)
  })

  it('of a list beyond its end is its last', async () => {
    await visitor.go('/gadgets?page=99')
    await shows([2, 1])
    expect(new URL(visitor.page.url()).searchParams.get('page')).toBe('5')
  })
})
