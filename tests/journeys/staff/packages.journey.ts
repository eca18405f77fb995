import readSheet from 'read-excel-file/node'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { formatMoney } from '../../../contract/kit/money.ts'
import { packageCalls } from '../../../contract/payments/packages.ts'
import { walletCalls } from '../../../contract/payments/wallet.ts'
import { expectAccessible } from '../../kit/browser/axe.ts'
import { named, type Visitor } from '../../kit/browser/browser.ts'
import { callAs, registerByCalls, signInByCalls } from '../../kit/browser/by-calls.ts'
import { startButton, urlsField } from '../../kit/browser/capture-form.ts'
import { dressed } from '../../kit/browser/dress.ts'
import { captureTime, rowOf } from '../../kit/browser/evidence-list.ts'
import { newcomer } from '../../kit/browser/sign-in.ts'
import { giveMoney, offerPackage, setPrice } from '../../kit/browser/money/set-prices.ts'
import { type Service, startService } from '../../kit/browser/start-service.ts'
import { bothLanguages, openVisitors } from '../../kit/browser/visitors.ts'

// A service of its own: a price and a package hold for everybody on it.
const { shop } = inject('world')
let service: Service
beforeAll(async () => {
  service = await startService()
}, 120_000)
afterAll(() => service.stop())
const open = openVisitors(() => service)

describe.each(dressed(bothLanguages))('a package ($language, $device)', (setting) => {
  let asker: Visitor
  let staff: Visitor
  let controller: Visitor
  beforeAll(async () => {
    ;[asker, staff, controller] = [await open(setting), await open(setting), await open(setting)]
    await signInByCalls(asker, service.accounts.operator)
    await signInByCalls(staff, service.accounts.administrator)
    await signInByCalls(controller, service.accounts.controller)
  })

  it('is paid by a package that staff offered and the customer bought, until it is used up', async () => {
    const owner = await open(setting)
    await setPrice(service, staff, controller, '10')
    await offerPackage(service, staff, controller, { units: 2, yuan: 15, days: 90 })
    await expectAccessible(staff)

    const who = newcomer('套餐客户', 'personal')
    const { name } = who
    const words = (key: string, params?: Record<string, unknown>) => owner.say('payments', key, params)
    const product = words('choice.product.capture.web')
    await registerByCalls(owner, service, who, '/accountSetting/costCenter/packages')
    await owner.page
      .getByText(words('package.saves', { amount: formatMoney(500), percent: 25 }))
      .first()
      .waitFor()
    await expectAccessible(owner)
    const choose = () =>
      owner.page
        .getByRole('button', { name: named(words('package.choose', { units: 2, name: product })) })
        .first()
        .click()
    const dialog = owner.page.getByRole('dialog')
    await choose()
    await dialog.getByText(words('quote.short', { amount: formatMoney(1_500) })).waitFor()
    await expectAccessible(owner)
    await giveMoney(asker, staff, name, 2_500)
    await dialog.getByText(words('quote.left', { amount: formatMoney(1_000) })).waitFor()
    await dialog.getByRole('button', { name: named(words('package.go', { amount: formatMoney(1_500) })) }).click()
    await dialog.waitFor({ state: 'hidden' })
    const { list } = await callAs(owner, packageCalls.list, { query: {} })
    const { id, packageNumber: number } = list[0]!
    await rowOf(owner, number)
      .getByText(words('package.left', { left: 2, units: 2 }))
      .waitFor()
    await expectAccessible(owner)

    await owner.go('/onlineForensics/web/add')
    const quote = owner.page.locator('.skz-quote')
    await urlsField(owner).fill(`${shop}/hop1\n${shop}/hop2\n${shop}/hop3`)
    await quote.getByText(words('quote.byPackage', { count: 2, number, left: 0 })).waitFor()
    await quote.getByText(words('quote.left', { amount: formatMoney(0) })).waitFor()
    await urlsField(owner).fill(`${shop}/hop1\n${shop}/hop2`)
    await quote.getByText(formatMoney(1_000)).waitFor({ state: 'hidden' })
    await expectAccessible(owner)
    await startButton(owner, 2).click()
    await owner.page.waitForURL('**/onlineForensics/url')
    await owner.go(`/accountSetting/costCenter/packages/${id}`)
    await owner.page.getByRole('tab', { name: words('tab.uses') }).click()
    await expect
      .poll(() => owner.page.getByText(words('choice.useState.posted'), { exact: true }).count(), {
        timeout: captureTime,
      })
      .toBe(2)
    await expectAccessible(owner)
    expect(await callAs(owner, packageCalls.get, { params: { id } })).toMatchObject({
      packageState: 'used-up',
      used: 2,
      left: 0,
    })

    await owner.go('/accountSetting/costCenter')
    await owner.page.getByText(words('package.none')).waitFor()
    await owner.page.locator('.skz-sum').getByText(formatMoney(1_000)).first().waitFor()
    await rowOf(owner, number).getByText(formatMoney(-1_500)).waitFor()
    expect((await callAs(owner, walletCalls.info, {})).balance).toBe(1_000)

    await owner.page.getByRole('button', { name: named(words('alert.changeOf')) }).click()
    await dialog.getByLabel(words('alert.below')).fill('5')
    await expectAccessible(owner)
    await dialog.getByRole('button', { name: named(words('alert.save')) }).click()
    await owner.page.getByText(words('alert.at', { amount: formatMoney(500) })).waitFor()
    await expectAccessible(owner)

    await owner.page.getByRole('link', { name: words('statement.all') }).click()
    await owner.page.getByText(words('statement.lead')).waitFor()
    await expectAccessible(owner)
    const link = owner.page.getByRole('link', { name: /Excel/ }).first()
    const [download] = await Promise.all([owner.page.waitForEvent('download'), link.click()])
    const [sheet] = (await readSheet(await download.path())) as unknown as { data: (string | number | null)[][] }[]
    const lines = sheet!.data.filter((row) => typeof row[7] === 'number')
    expect(Math.round(lines.reduce((sum, row) => sum + Number(row[7]) * 100, 0))).toBe(1_000)
    await owner.close()
  })
})
