import { expect } from 'vitest'
import { formatMoney } from '../../../../contract/kit/money.ts'
import { accountCalls } from '../../../../contract/operator/accounts.ts'
import { adjustmentCalls } from '../../../../contract/payments/adjustments.ts'
import type { Product } from '../../../../contract/payments/products.ts'
import { agreeOnPage } from '../agree-on-page.ts'
import { expectAccessible } from '../axe.ts'
import { named, type Visitor } from '../browser.ts'
import { callAs } from '../by-calls.ts'
import type { Service } from '../start-service.ts'

/** Money that two of staff put into an account. */
export async function giveMoney(asker: Visitor, decider: Visitor, name: string, amount: number) {
  const { list } = await callAs(asker, accountCalls.list, { query: { keyWord: name } })
  const body = { accountId: list[0]!.id, purpose: 'gift', amount, reason: '活动赠送' } as const
  const { id } = await callAs(asker, adjustmentCalls.ask, { body })
  await callAs(decider, adjustmentCalls.apply, { params: { id } })
}

/** Staff set a price on its page, half of it for a capture that lacks something; it holds once another administrator agrees. */
export async function setPrice(
  service: Service,
  staff: Visitor,
  controller: Visitor,
  yuan: string,
  product: Product = 'capture.web',
) {
  const { page, say, go } = staff
  const money = (key: string, params?: Record<string, unknown>) => say('payments', key, params)
  await go('/operator/prices')
  const name = money('price.setOf', { name: money(`choice.product.${product}`) })
  await page.getByRole('button', { name }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(money('price.each')).fill(yuan)
  if (product === 'capture.web') await dialog.getByLabel(money('price.partialPercent')).fill('50')
  await dialog.getByRole('button', { name: named(money('price.set')) }).click()
  await dialog.waitFor({ state: 'hidden' })
  const waits = page.getByRole('alert').filter({ hasText: say('operator', 'approval.waits') })
  await waits.getByRole('link').first().waitFor()
  await expectAccessible(staff)
  await agreeOnPage(controller, service)
  await go('/operator/prices')
  await page.locator('.skz-prices').waitFor()
  expect(await waits.count()).toBe(0)
}

/** Staff offer a package of captures on its page. */
export async function offerPackage(
  service: Service,
  { page, say, go }: Visitor,
  controller: Visitor,
  terms: { units: number; yuan: number; days: number },
) {
  const money = (key: string) => say('payments', key)
  await go('/operator/packages?form=new')
  const form = page.getByRole('dialog')
  await form.getByLabel(money('field.units')).fill(String(terms.units))
  await form.getByLabel(money('field.price')).fill(String(terms.yuan))
  await form.getByLabel(money('field.validDays')).fill(String(terms.days))
  await form.getByRole('button', { name: named(say('common', 'save')) }).click()
  await form.waitFor({ state: 'hidden' })
  await agreeOnPage(controller, service)
  await go('/operator/packages')
  await page
    .getByText(formatMoney(terms.yuan * 100))
    .first()
    .waitFor()
}
