import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { formatMoney } from '../../../contract/kit/money.ts'
import { subAccountCalls } from '../../../contract/accounts/sub-accounts.ts'
import { evidenceCalls } from '../../../contract/evidence/evidence.ts'
import { walletCalls } from '../../../contract/payments/wallet.ts'
import { expectAccessible } from '../../kit/browser/axe.ts'
import { named, type Visitor } from '../../kit/browser/browser.ts'
import { callAs, depositFileByCalls, registerByCalls, signInByCalls } from '../../kit/browser/by-calls.ts'
import { startButton, urlsField } from '../../kit/browser/capture-form.ts'
import { dressed } from '../../kit/browser/dress.ts'
import { captureTime, rowOf } from '../../kit/browser/evidence-list.ts'
import { newcomer } from '../../kit/browser/sign-in.ts'
import { giveMoney, setPrice } from '../../kit/browser/money/set-prices.ts'
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

describe.each(dressed(bothLanguages))('what a capture costs ($language, $device)', (setting) => {
  let asker: Visitor
  let staff: Visitor
  let controller: Visitor
  beforeAll(async () => {
    ;[asker, staff, controller] = [await open(setting), await open(setting), await open(setting)]
    await signInByCalls(asker, service.accounts.operator)
    await signInByCalls(staff, service.accounts.administrator)
    await signInByCalls(controller, service.accounts.controller)
  })

  it('is set by two: one asks, and another agrees once they showed that it is them', async () => {
    await setPrice(service, staff, controller, '10')
    expect(await staff.page.locator('.skz-prices').getByText(formatMoney(1_000)).count()).toBeGreaterThan(0)
  })

  it('is shown before it begins, collected when it succeeds and given back when it fails', async () => {
    const owner = await open(setting)
    await staff.page.locator('.skz-prices').getByText(formatMoney(1_000)).waitFor()
    await expectAccessible(staff)

    const who = newcomer('付费客户', 'personal')
    const { name } = who
    const words = (key: string, params?: Record<string, unknown>) => owner.say('payments', key, params)
    await registerByCalls(owner, service, who, '/onlineForensics/web/add')
    const quote = owner.page.locator('.skz-quote')
    await quote.getByText(words('quote.short', { amount: formatMoney(1_000) })).waitFor()
    await expectAccessible(owner)

    await giveMoney(asker, staff, name, 1_500)
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

    const sum = owner.page.locator('.skz-sum')
    await owner.go('/accountSetting/costCenter')
    await sum.getByText(formatMoney(500)).first().waitFor()
    await owner.go('/onlineForensics/web/add')
    await giveMoney(asker, staff, name, 500)
    await owner.go('/accountSetting/costCenter')
    await sum.getByText(formatMoney(1_000)).first().waitFor()
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
    await sum.getByText(formatMoney(1_000)).first().waitFor()
    await expectAccessible(owner)
    await owner.close()
  })

  it('stops a sub-account at the budget that the enterprise gave it', async () => {
    const [owner, sub] = [await open(setting), await open(setting)]
    await signInByCalls(owner, service.accounts.enterprise)
    const { list } = await callAs(owner, subAccountCalls.list, { query: { grant: 'captures.start' } })
    const { id, spent } = list.find(({ ours }) => ours)!
    const budget = spent + 1_500
    await giveMoney(asker, staff, '风岛文化传播有限公司', 5_000)

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
    await Promise.all([owner.close(), sub.close()])
  })

  it('of a download is asked for before the first, and covers every later way to the package', async () => {
    const owner = await open(setting)
    await setPrice(service, staff, controller, '3', 'download')
    const who = newcomer('下载客户', 'personal')
    const words = (key: string, params?: Record<string, unknown>) => owner.say('payments', key, params)
    const evidence = (key: string, params?: Record<string, unknown>) => owner.say('evidence', key, params)
    await registerByCalls(owner, service, who, '/evidence')
    await giveMoney(asker, staff, who.name, 600)
    const names = ['第一份', '第二份']
    for (const name of names) await depositFileByCalls(owner, name)
    const listed = async () => (await callAs(owner, evidenceCalls.list, { body: { sort: 'name' } })).list
    await expect
      .poll(async () => (await listed()).map((e) => e.certified), { timeout: captureTime })
      .toEqual([true, true])
    const first = (await listed()).find(({ name }) => name === names[0])!

    await owner.go(`/attestation/${first.ano}`)
    const packageButton = owner.page.getByRole('button', { name: evidence('package') })
    await packageButton.click()
    const dialog = owner.page.getByRole('dialog')
    await dialog.getByText(words('quote.left', { amount: formatMoney(300) })).waitFor()
    await expectAccessible(owner)
    const [file] = await Promise.all([
      owner.page.waitForEvent('download'),
      dialog.getByRole('button', { name: named(evidence('pay.pay')) }).click(),
    ])
    expect(file.suggestedFilename()).toBe(`${first.ano}.asice`)
    const [again] = await Promise.all([owner.page.waitForEvent('download'), packageButton.click()])
    expect(again.suggestedFilename(), 'paid for once').toBe(`${first.ano}.asice`)

    await owner.go('/evidence')
    if (setting.device === 'desktop') {
      for (const name of names) await rowOf(owner, name).getByText(evidence('choice.status.collected')).waitFor()
      await owner.page.locator('thead').getByRole('checkbox').check()
      await owner.page.getByRole('button', { name: named(evidence('action.download.label')) }).click()
      await dialog.getByText(words('quote.left', { amount: formatMoney(0) })).waitFor()
      await expectAccessible(owner)
      const [archive] = await Promise.all([
        owner.page.waitForEvent('download'),
        dialog.getByRole('button', { name: named(evidence('pay.pay')) }).click(),
      ])
      expect(archive.suggestedFilename()).toBe(`${evidence('index.bundleName', { count: 2 })}.zip`)
      expect((await callAs(owner, walletCalls.info, {})).balance).toBe(0)
      return
    }
    await owner.page.getByRole('link', { name: names[1]! }).first().click()
    await owner.page.getByRole('button', { name: named(evidence('share.open')) }).click()
    await owner.page.getByRole('button', { name: named(evidence('share.create')) }).waitFor()
    await owner.page.getByText(evidence('share.withPackage')).click()
    await owner.page.getByRole('button', { name: named(evidence('pay.link')) }).waitFor()
    await expectAccessible(owner)
    await owner.page.getByRole('button', { name: named(evidence('pay.link')) }).click()
    await owner.page.getByText(evidence('share.made')).waitFor()
    await owner.page.getByRole('button', { name: named(evidence('code.make')) }).waitFor()
    expect((await callAs(owner, walletCalls.info, {})).balance).toBe(0)
  })
})
