import { readFile } from 'node:fs/promises'
import { describe, expect, inject, it } from 'vitest'
import { evidenceCalls } from '../../../contract/evidence/evidence.ts'
import { formatMoney } from '../../../contract/kit/money.ts'
import { walletCalls } from '../../../contract/payments/wallet.ts'
import { expectAccessible } from '../../kit/browser/axe.ts'
import { named, type Visitor } from '../../kit/browser/browser.ts'
import { callAs, captureByCalls, registerByCalls, signInByCalls } from '../../kit/browser/by-calls.ts'
import { dressed } from '../../kit/browser/dress.ts'
import { captureTime, rowOf } from '../../kit/browser/evidence-list.ts'
import { topUpByCalls } from '../../kit/browser/money/pay-by-calls.ts'
import { verifyByFile } from '../../kit/browser/public-check.ts'
import { newcomer } from '../../kit/browser/sign-in.ts'
import { bothLanguages, openVisitors } from '../../kit/browser/visitors.ts'
import {
  addFile,
  downloadPaper,
  drawName,
  openAt,
  tab,
  take,
  typeName,
  waitFor,
  words,
} from '../../kit/browser/order-page.ts'

const { service, shop } = inject('world')
const open = openVisitors(service)

/** From the list over the choice of evidence to a draft with its letter, handed in. */
async function apply(owner: Visitor, { title, page, password }: { title: string; page: string; password: string }) {
  const say = words(owner)
  const { page: browser } = owner
  await owner.go('/judicialEvidence/expertise')
  await browser.getByText(say('resource.appraisals.empty')).waitFor()
  await expectAccessible(owner)
  await browser
    .getByRole('link', { name: named(say('resource.appraisals.add')) })
    .first()
    .click()
  await browser.getByRole('checkbox', { name: say('pick.choose', { name: page }) }).check()
  await expectAccessible(owner)
  await browser.getByRole('button', { name: named(say('pick.next')) }).click()
  await browser.getByText(page).waitFor()
  await browser.getByRole('button', { name: named(say('apply.save')) }).click()
  await browser.getByText(owner.say('common', 'required')).first().waitFor()
  await expectAccessible(owner)
  await browser.getByRole('combobox', { name: named(say('field.officeId')) }).click()
  await browser.locator('.ant-select-item-option').filter({ hasText: '衡正司法鉴定所' }).click()
  for (const [field, text] of [
    ['title', title],
    ['question', '送检网页中的图片与申请人作品是否来源于同一底片？'],
    ['description', '对方网站使用了申请人的摄影作品，双方对图片是否同一有争议。'],
    ['recipient', '林晓'],
    ['recipientPhone', '13800000000'],
  ] as const)
    await browser.getByLabel(say(`field.${field}`), { exact: true }).fill(text)
  await browser.getByRole('button', { name: named(say('apply.save')) }).click()
  await browser.waitForURL('**/expertiseDetail/*')
  await tab(owner, 'files')
  await addFile(owner, 'entrustment', '委托书.pdf')
  await expectAccessible(owner)
  await take(owner, 'submit', async (dialog) => {
    await dialog.getByText(words(owner)('sign.sees')).waitFor()
    await drawName(owner, dialog, { step: 'submit', password })
  })
  await waitFor(owner, 'SUBMITTED')
}

describe.each(dressed(bothLanguages))('an appraisal ($language, $device)', (setting) => {
  it(
    'goes from its evidence to a report: returned, handed in again, paid, examined by two, received',
    { timeout: 300_000 },
    async () => {
      const who = newcomer('鉴定申请', 'enterprise', '申请人')
      const title = `图片鉴定${who.phone.slice(-6)}`
      const owner = await open(setting)
      await registerByCalls(owner, service, who)
      await captureByCalls(owner, { urls: [`${shop}/landing`], name: '侵权页面' })
      const finished = async () => (await callAs(owner, evidenceCalls.list, { body: { issuable: true } })).list.length
      await topUpByCalls(owner, 500_000)
      await expect.poll(finished, { timeout: captureTime }).toBe(1)
      await apply(owner, { title, page: '侵权页面', password: who.password })

      const institute = await open(setting)
      await signInByCalls(institute, service.accounts.institute, '/browse')
      await institute.page
        .getByRole('link', { name: new RegExp(words(institute)('resource.officeOrders.waits')) })
        .click()
      await institute.page.waitForURL('**/office/orders?waiting=true')
      await rowOf(institute, title).getByText(words(institute)('choice.orderState.SUBMITTED')).waitFor()
      await expectAccessible(institute)
      await openAt(institute, title)
      for (const name of ['matter', 'evidence', 'files', 'course']) {
        await tab(institute, name)
        await institute.page.getByRole('tabpanel').locator('table, dl, ul, .ant-timeline').first().waitFor()
        await expectAccessible(institute)
      }
      await tab(institute, 'evidence')
      await institute.page.getByRole('tabpanel').getByRole('button', { name: '侵权页面', exact: true }).click()
      const looked = institute.page.getByRole('dialog')
      await looked.getByText(words(institute)('evidence.asHandedIn')).waitFor()
      await looked.getByRole('img').first().waitFor()
      await expectAccessible(institute)
      await institute.page.keyboard.press('Escape')
      await looked.waitFor({ state: 'hidden' })
      const [download] = await Promise.all([
        institute.page.waitForEvent('download'),
        institute.page.getByRole('link', { name: named(words(institute)('evidence.package')) }).click(),
      ])
      expect(download.suggestedFilename()).toMatch(/^\d{18}\.asice$/)
      await take(institute, 'return', (dialog) =>
        dialog.getByLabel(words(institute)('field.reason')).fill('委托书没有盖章，请补正'),
      )

      await waitFor(owner, 'RETURNED')
      await tab(owner, 'course')
      await owner.page.getByText('委托书没有盖章，请补正').waitFor()
      await owner.page
        .getByText(words(owner)('clock.paused', { left: words(owner)('clock.workingDays', { n: 7 }) }))
        .waitFor()
      await expectAccessible(owner)
      await tab(owner, 'files')
      await addFile(owner, 'entrustment', '盖章委托书.pdf')
      await take(owner, 'submit', (dialog) => typeName(owner, dialog, who.password))

      await waitFor(institute, 'SUBMITTED')
      await take(institute, 'accept', (dialog) =>
        dialog.getByRole('spinbutton', { name: named(words(institute)('field.fee')) }).fill('1200.50'),
      )
      await waitFor(owner, 'TO_PAY')
      await take(owner, 'pay', async (dialog) => {
        await dialog.getByText(words(owner)('step.balance', { balance: formatMoney(500_000) })).waitFor()
      })
      await waitFor(owner, 'EXAMINING')
      expect((await callAs(owner, walletCalls.info, {})).reserved).toBe(120_050)

      await waitFor(institute, 'EXAMINING')
      await tab(institute, 'files')
      await addFile(institute, 'report', '鉴定意见书.pdf')
      await take(institute, 'draft')
      await waitFor(institute, 'DRAFTED')
      expect(
        await institute.page
          .getByRole('main')
          .getByRole('button', { name: named(words(institute)('action.report.label')) })
          .count(),
      ).toBe(0)
      const second = await open(setting)
      await signInByCalls(second, service.accounts.examiner, '/office/orders')
      await openAt(second, title)
      await take(second, 'report')

      await waitFor(owner, 'REPORTED')
      await tab(owner, 'files')
      await owner.page.getByText('鉴定意见书.pdf').waitFor()
      const report = await downloadPaper(owner, 'expertise', 'report')
      await expectAccessible(owner)
      await owner.page.getByRole('button', { name: named(words(owner)('papers.make')) }).click()
      const record = await downloadPaper(owner, 'expertise', 'record')
      const whole = await verifyByFile(owner, 'record.zip', await readFile(record))
      await whole.getByRole('heading', { name: owner.say('proof', 'verdict.valid'), exact: true }).waitFor()
      await whole.getByText(owner.say('proof', 'fact.record-packages')).waitFor()
      await owner.page.goBack()
      await tab(owner, 'files')
      const verdict = await verifyByFile(owner, 'report.pdf', await readFile(report))
      await verdict.getByRole('heading', { name: owner.say('proof', 'verdict.valid'), exact: true }).waitFor()
      await verdict.getByText(owner.say('proof', 'fact.paper-original')).waitFor()
      await expectAccessible(owner)
      await owner.page.goBack()
      await take(owner, 'confirm')
      await waitFor(owner, 'DELIVERED')
      expect((await callAs(owner, walletCalls.info, {})).reserved).toBe(0)
      await owner.go('/judicialEvidence/expertise')
      await rowOf(owner, title).getByText(words(owner)('choice.orderState.DELIVERED')).waitFor()
      await expectAccessible(owner)

      // From the evidence to what was said of it.
      const { list } = await callAs(owner, evidenceCalls.list, { body: { issuable: true } })
      await owner.go(`/attestation/${list[0]!.ano}`)
      await owner.page.getByRole('link', { name: owner.say('evidence', 'judicial') }).click()
      const row = owner.page.getByRole('row').filter({ hasText: title })
      await row.getByText(words(owner)('choice.orderState.DELIVERED')).waitFor()
      await owner.page.getByRole('link', { name: words(owner)('form.expertise.title') }).waitFor()
      await expectAccessible(owner)
    },
  )
})
