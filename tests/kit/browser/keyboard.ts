import type { Locator, Page } from 'playwright-core'
import { until } from './until.ts'

export interface Focusable {
  ownerDocument: { activeElement: unknown }
  contains(other: unknown): boolean
}

const isFocused = (target: Locator) => target.evaluate((e: Focusable) => e.ownerDocument.activeElement === e)

/** Goes on with the Tab key until the element has the focus, as someone without a pointer does. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor()
  for (let left = 60; left > 0; left--) {
    if (await isFocused(target)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`The Tab key does not lead to ${String(target)}`)
}

/** An open menu takes the focus some frames after it is drawn; a key that comes sooner goes to its button. */
export async function untilMenuHasFocus(page: Page): Promise<void> {
  const menus = page.getByRole('menu')
  await until('the menu to take the focus', async () =>
    (await menus.evaluateAll((all: Focusable[]) => all.some((one) => one.contains(one.ownerDocument.activeElement))))
      ? true
      : undefined,
  )
}

/** Goes on with an arrow key until the entry of an open menu has the focus, which the menu moves a moment after each key. */
export async function arrowTo(page: Page, item: Locator): Promise<void> {
  const entries = page.getByRole('menuitem')
  const at = () => entries.evaluateAll((all: Focusable[]) => all.findIndex((e) => e.ownerDocument.activeElement === e))
  for (let left = await entries.count(); left > 0 && !(await isFocused(item)); left--) {
    const before = await at()
    await page.keyboard.press('ArrowDown')
    await until('the next entry', async () => ((await at()) === before ? undefined : true), 100)
  }
}

/** Goes there by Tab and types. */
export async function tabAndType(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.type(text)
}

/** Goes there by Tab and presses Enter. */
export async function tabAndEnter(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press('Enter')
}
