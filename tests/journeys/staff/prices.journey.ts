import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { formatMoney } from '../../../contract/kit/money.ts'
import { accountCalls } from '../../../contract/operator/accounts.ts'
import { adjustmentCalls } from '../../../contract/payments/adjustments.ts'
import { subAccountCalls } from '../../../contract/accounts/sub-accounts.ts'
import { walletCalls } from '../../../contract/payments/wallet.ts'
import { expectAccessible } from '../../kit/browser/axe.ts'
import { named, type Visitor } from '../../kit/browser/browser.ts'
import { callAs, registerByCalls, signInByCalls } from '../../kit/browser/by-calls.ts'
import { startButton, urlsField } from '../../kit/browser/capture-form.ts'
import { dressed } from '../../kit/browser/dress.ts'
import { captureTime, rowOf } from '../../kit/browser/evidence-list.ts'
import { newPhone } from '../../kit/browser/sign-in.ts'
import { type Service, startService } from '../../kit/browser/start-service.ts'
import { bothLanguages, openVisitors } from '../../kit/browser/visitors.ts'

// A service of its own: a price holds for everybody on it.
const { shop, closed } = inject('world')
let service: Service
beforeAll(async () => {
  service = await startService()
}, 120_000)
afterAll(() => service.stop())
const open = openVisitors(() => service)

/** Money that two of staff put into an account. */
async function give(asker: Visitor, decider: Visitor, name: string, amount: number) {
  const { list } = await callAs(asker, accountCalls.list, { query: { keyWord: name } })
  const body = { accountId: list[0]!.id, purpose: 'gift', amount, reason: '活动赠送' } as const
  const { id } = await callAs(asker, adjustmentCalls.ask, { body })
  await callAs(decider, adjustmentCalls.apply, { params: { id } })
}

/** Staff set a price on its page, from now on. */
async function setPrice({ page, say, go }: Visitor, yuan: string) {
  const money = (key: string, params?: Record<string, unknown>) => say('payments', key, params)
  await go('/operator/prices')
  const name = money('price.setOf', { name: money('choice.product.capture.web') })
  await page.getByRole('button', { name }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(money('price.each')).fill(yuan)
  await dialog.getByLabel(money('price.partialPercent')).fill('50')
  await dialog.getByRole('button', { name: named(money('price.set')) }).click()
  await dialog.waitFor({ state: 'hidden' })
}

describe.each(dressed(bothLanguages))('what a capture costs ($language, $device)', (setting) => {
  it('is shown before it begins, collected when it succeeds and given back when it fails', async () => {
    const [asker, staff, owner] = [await open(setting), await open(setting), await open(setting)]
    await signInByCalls(asker, service.accounts.operator)
    await signInByCalls(staff, service.accounts.administrator)
    await setPrice(staff, '10')
    await staff.page.locator('.skz-prices').getByText(formatMoney(1_000)).waitFor()
    await expectAccessible(staff)

    const name = `付费客户${newPhone().slice(-6)}`
    const words = (key: string, params?: Record<string, unknown>) => owner.say('payments', key, params)
    const newcomer = { phone: newPhone(), name, kind: 'personal', password: 'Kiefer-47-Lampe' } as const
    await registerByCalls(owner, service, newcomer, '/onlineForensics/web/add')
    const quote = owner.page.locator('.skz-quote')
    await quote.getByText(words('quote.short', { amount: formatMoney(1_000) })).waitFor()
    await expectAccessible(owner)

    await give(asker, staff, name, 1_500)
    await quote.getByText(words('quote.left', { amount: formatMoney(500) })).waitFor()
    await urlsField(owner).fill(`${shop}/hop1\n${shop}/hop2`)
    await quote.getByText(words('quote.each', { count: 2, each: formatMoney(1_000) })).waitFor()
    await startButton(owner, 2).click()
    await owner.page.getByText(formatMoney(2_000)).last().waitFor()
    await urlsField(owner).fill(`${shop}/hop1`)
    await quote.getByText(words('quote.left', { amount: formatMoney(500) })).waitFor()
    await expectAccessible(owner)
    await startButton(owner).click()
    await owner.page.waitForURL('**/onlineForensics/url')

    const balance = async () => (await callAs(owner, walletCalls.info, {})).balance
    await expect
      .poll(async () => (await callAs(owner, walletCalls.info, {})).reserved, { timeout: captureTime })
      .toBe(0)
    expect(await balance()).toBe(500)

    await give(asker, staff, name, 500)
    await owner.go('/onlineForensics/web/add')
    await urlsField(owner).fill(closed)
    await quote.getByText(words('quote.left', { amount: formatMoney(0) })).waitFor()
    await startButton(owner).click()
    await owner.page.waitForURL('**/onlineForensics/url')
    await owner.go('/accountSetting/costCenter')
    await rowOf(owner, words('choice.purpose.release'))
      .getByText(formatMoney(1_000))
      .first()
      .waitFor({ timeout: captureTime })
    expect(await balance()).toBe(1_000)
    await owner.page.locator('.skz-sum').getByText(formatMoney(1_000)).first().waitFor()
    await expectAccessible(owner)
  })

  it('stops a sub-account at the budget that the enterprise gave it', async () => {
    const [asker, staff, owner, sub] = [
      await open(setting),
      await open(setting),
      await open(setting),
      await open(setting),
    ]
    await signInByCalls(asker, service.accounts.operator)
    await signInByCalls(staff, service.accounts.administrator)
    await setPrice(staff, '10')
    await signInByCalls(owner, service.accounts.enterprise)
    const { list } = await callAs(owner, subAccountCalls.list, { query: { grant: 'captures.start' } })
    const { id, spent } = list.find(({ ours }) => ours)!
    const budget = spent + 1_500
    await give(asker, staff, '风岛文化传播有限公司', 5_000)

    await owner.go(`/accountSetting/childAdmin?form=${id}`)
    const form = owner.page.getByRole('dialog')
    await form.getByLabel(owner.say('accounts', 'field.budget'), { exact: true }).fill(String(budget / 100))
    await form.getByRole('button', { name: named(owner.say('common', 'save')) }).click()
    await form.waitFor({ state: 'hidden' })
    await owner.page.getByText(formatMoney(budget)).first().waitFor()
    await expectAccessible(owner)

    const words = (key: string, params?: Record<string, unknown>) => sub.say('payments', key, params)
    await signInByCalls(sub, service.accounts.sub, '/onlineForensics/web/add')
    const quote = sub.page.locator('.skz-quote')
    await urlsField(sub).fill(`${shop}/hop1\n${shop}/hop2`)
    await quote.getByText(words('quote.overBudget', { left: formatMoney(1_500) })).waitFor()
    await expectAccessible(sub)
    await startButton(sub, 2).click()
    await sub.page
      .getByText(sub.say('errors', 'code.budget-short', { wanted: formatMoney(2_000), left: formatMoney(1_500) }))
      .first()
      .waitFor()
    await urlsField(sub).fill(`${shop}/hop1`)
    await quote.getByText(words('quote.budget', { left: formatMoney(500), limit: formatMoney(budget) })).waitFor()
    await startButton(sub).click()
    await sub.page.waitForURL('**/onlineForensics/url')
    await sub.go('/onlineForensics/web/add')
    await quote.getByText(words('quote.overBudget', { left: formatMoney(500) })).waitFor()
    expect((await callAs(owner, subAccountCalls.get, { params: { id } })).spent).toBe(spent + 1_000)
  })
})
