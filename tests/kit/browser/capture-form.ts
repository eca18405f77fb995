import type { Locator } from 'playwright-core'
import { named, type Visitor } from './browser.ts'

export const urlsField = ({ page, say }: Visitor): Locator => page.getByRole('textbox', { name: say('console', 'webForm.urls') })

/** By its last words: antd leaves the icon of a short wait in the button, unseen but in its name. */
export const startButton = ({ page, say }: Visitor, count = 1): Locator =>
  page.getByRole('button', { name: named(count > 1 ? say('console', 'webForm.submitMany', { count }) : say('console', 'webForm.submit')) })

export interface Wish {
  urls: string[]
  name?: string
}

/** Fills the form and sends it off; ends on the list of captures. */
export async function startCapture(visitor: Visitor, { urls, name }: Wish): Promise<void> {
  const { page, say, go } = visitor
  if (new URL(page.url()).pathname !== '/onlineForensics/web/add') await go('/onlineForensics/web/add')
  await urlsField(visitor).fill(urls.join('\n'))
  if (name) await page.getByLabel(say('evidence', 'field.name')).fill(name)
  await startButton(visitor, urls.length).click()
  await page.waitForURL('**/onlineForensics/url')
}
