import type { Locator, Page } from 'playwright-core'

export interface Focusable {
  ownerDocument: { activeElement: unknown }
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
