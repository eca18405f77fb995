import type { Page } from 'playwright-core'
import { named, type Visitor } from '../browser.ts'

/** Pays at the vendor's own page, which stands in a tab of its own where a phone would scan a code. */
export async function payInSandbox(owner: Visitor) {
  const { page } = owner
  const words = (key: string) => owner.say('payments', key)
  const press = (at: Page) => at.getByRole('button', { name: words('sandbox.pay'), exact: true }).click()
  const way = page.getByRole('link', { name: named(words('pay.sandboxOpen')) })
  if ((await way.getAttribute('target')) !== '_blank') {
    await way.click()
    await press(page)
    return
  }
  const [vendor] = await Promise.all([page.waitForEvent('popup'), way.click()])
  // A page that is closed on its way to another may never say that it is closed.
  await vendor.waitForLoadState()
  await Promise.all([vendor.waitForEvent('load'), press(vendor)])
  await vendor.close()
}
