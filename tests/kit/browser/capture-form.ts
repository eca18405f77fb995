import type { Locator } from 'playwright-core'
import type { Visitor } from './browser.ts'

export const urlsField = ({ page, say }: Visitor): Locator =>
  page.getByRole('textbox', { name: say('console', 'webForm.urls') })

export const startButton = ({ page, say }: Visitor, count = 1): Locator =>
  page.getByRole('button', {
    name: count > 1 ? say('console', 'webForm.submitMany', { count }) : say('console', 'webForm.submit'),
    exact: true,
  })

export interface Wish {
  urls: string[]
  name?: string
  /** Wait to be confirmed before it is kept. */
  lookFirst?: boolean
}

/** Fills the form and sends it off; ends on the list of captures. */
export async function startCapture(visitor: Visitor, { urls, name, lookFirst }: Wish): Promise<void> {
  const { page, say, go } = visitor
  if (new URL(page.url()).pathname !== '/onlineForensics/web/add') await go('/onlineForensics/web/add')
  await urlsField(visitor).fill(urls.join('\n'))
  if (name) await page.getByLabel(say('evidence', 'field.name')).fill(name)
  if (lookFirst)
    await page
      .locator('label')
      .filter({ hasText: say('console', 'webForm.modeLook') })
      .click()
  await startButton(visitor, urls.length).click()
  await page.waitForURL('**/onlineForensics/url')
}
