import { describe, expect, it } from 'vitest'
import { expectAccessible } from '../../kit/browser/axe.ts'
import { named } from '../../kit/browser/browser.ts'
import { dressed } from '../../kit/browser/dress.ts'
import { rowOf } from '../../kit/browser/evidence-list.ts'
import { arrowTo, type Focusable, tabAndEnter, tabAndType, tabTo } from '../../kit/browser/keyboard.ts'
import { chineseDesk, come, common, dialog, englishDesk, titleField, visitor, withBrowser } from './newcomer-kit.ts'

withBrowser()

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
