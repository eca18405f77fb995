import { readFile } from 'node:fs/promises'
import type { Locator } from 'playwright-core'
import { named, type Visitor } from './browser.ts'

export type Tab = 'summary' | 'screenshot' | 'files' | 'capture' | 'environment' | 'certificate' | 'deposit' | 'history'

/** Opens a tab of the evidence; its panel. */
export async function openTab({ page, say }: Visitor, tab: Tab): Promise<Locator> {
  const name = new RegExp(
    `^${say('evidence', `tab.${tab}`, { count: 0 })
      .replace(/\W?0\W?$/, '')
      .trim()}`,
  )
  await page.getByRole('tab', { name }).click()
  return page.getByRole('tabpanel', { name })
}

/** Opens the line that holds cautions and notes on a phone; elsewhere they are open. */
export async function unfold({ page, setting }: Visitor): Promise<void> {
  if (setting.device === 'phone') await page.locator('.skz-folded > summary').click()
}

/** The certificate or the package, once it is ready, as it arrives on the visitor's disk. */
export async function download(
  { page, say }: Visitor,
  what: 'certificate' | 'package',
): Promise<{ name: string; bytes: Buffer }> {
  const button = page.getByRole('button', { name: new RegExp(say('evidence', what)) })
  await button.and(page.locator(':enabled:not(.ant-btn-loading)')).waitFor({ timeout: 60_000 })
  const [file] = await Promise.all([page.waitForEvent('download'), button.click()])
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
}

/** Makes a share link that lets the package go along; the link as shown, once. */
export async function share({ page, say }: Visitor): Promise<string> {
  await page.getByRole('button', { name: named(say('evidence', 'share.open')) }).click()
  await page.getByRole('checkbox', { name: say('evidence', 'share.withPackage') }).check()
  await page.getByRole('button', { name: say('evidence', 'share.create') }).click()
  return (await page.getByRole('alert').locator('code').first().textContent()) ?? ''
}

export async function revokeShare({ page, say }: Visitor): Promise<void> {
  const row = page.getByRole('dialog').getByRole('listitem')
  await row.getByRole('button', { name: named(say('evidence', 'share.revoke')) }).click()
  await row.getByText(say('evidence', 'share.state.revoked')).waitFor()
}
