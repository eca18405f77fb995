import { readFile } from 'node:fs/promises'
import { describe, expect, inject, it } from 'vitest'
import { formatMoney } from '../../../contract/kit/money.ts'
import { walletCalls } from '../../../contract/payments/wallet.ts'
import { expectAccessible } from '../../kit/browser/axe.ts'
import { named, type Visitor } from '../../kit/browser/browser.ts'
import { callAs, registerByCalls, signInByCalls } from '../../kit/browser/by-calls.ts'
import { dressed } from '../../kit/browser/dress.ts'
import { rowOf } from '../../kit/browser/evidence-list.ts'
import { addFile, downloadPaper, drawName, openAt, tab, take, waitFor, words } from '../../kit/browser/order-page.ts'
import { topUpByCalls } from '../../kit/browser/money/pay-by-calls.ts'
import { verifyByFile } from '../../kit/browser/public-check.ts'
import { newcomer } from '../../kit/browser/sign-in.ts'
import { bothLanguages, openVisitors } from '../../kit/browser/visitors.ts'

const { service } = inject('world')
const open = openVisitors(service)
const [advance, genuine, infringing, spent] = [70_000, 30_000, 150_000, 59_700]
const deposit = advance + infringing

/** From the list to a draft with what it needs, handed in. */
async function apply(owner: Visitor, title: string, password: string) {
  const say = words(owner)
  const { page } = owner
  await owner.go('/judicialEvidence/purchaseNotarization')
  await page
    .getByRole('link', { name: named(say('resource.purchases.add')) })
    .first()
    .click()
  await page.getByLabel(say('field.shopName'), { exact: true }).waitFor()
  await page.getByRole('button', { name: named(say('apply.save')) }).click()
  await page.getByText(owner.say('common', 'required')).first().waitFor()
  await page.getByRole('combobox', { name: named(say('field.officeId')) }).click()
  await page.locator('.ant-select-item-option').filter({ hasText: '上海市明理公证处' }).click()
  for (const [field, text] of [
    ['title', title],
    ['prove', '该店铺销售的商品使用了申请人的注册商标。'],
    ['shopName', '某某旗舰店'],
    ['shopUrl', 'https://shop.example.com/'],
    ['goodsUrl', 'https://shop.example.com/1'],
    ['priceCeiling', '399'],
    ['recipient', '林晓'],
    ['recipientPhone', '13800000000'],
  ] as const)
    await page.getByLabel(say(`field.${field}`), { exact: true }).fill(text)
  await page.getByRole('textbox', { name: named(say('field.goodsName')) }).fill('运动鞋')
  await expectAccessible(owner)
  await page.getByRole('button', { name: named(say('apply.save')) }).click()
  await page.waitForURL('**/purchaseNotarization/detail/*')
  await tab(owner, 'files')
  await addFile(owner, 'identity', '营业执照.pdf')
  await addFile(owner, 'interest', '商标注册证.pdf')
  await take(owner, 'submit', (dialog) => drawName(owner, dialog, { step: 'submit', password }))
  await waitFor(owner, 'SUBMITTED')
}

/** A link of the chain: its photographs, and the step that hands them in. */
async function link(notary: Visitor, part: string, step: string, state: string, fill?: Parameters<typeof take>[2]) {
  await tab(notary, 'files')
  await addFile(notary, part, `${part}.pdf`)
  await take(notary, step, fill)
  await waitFor(notary, state)
}

describe.each(dressed(bothLanguages))('a purchase ($language, $device)', (setting) => {
  it(
    'is quoted, paid for, bought, opened and certified; what was not spent goes back',
    { timeout: 300_000 },
    async () => {
      const who = newcomer('购买公证', 'enterprise', '申请人')
      const title = `购买公证${who.phone.slice(-6)}`
      const [owner, notary] = [await open(setting), await open(setting)]
      await registerByCalls(owner, service, who)
      await topUpByCalls(owner, deposit)
      await apply(owner, title, who.password)

      await signInByCalls(notary, service.accounts.notary, '/office/orders')
      await openAt(notary, title)
      await tab(notary, 'matter')
      await notary.page.getByText('https://shop.example.com/1').waitFor()
      await take(notary, 'quote', async (dialog) => {
        for (const [name, fen] of Object.entries({ advance, genuine, infringing }))
          await dialog.getByLabel(words(notary)(`field.${name}`), { exact: true }).fill(String(fen / 100))
      })
      await waitFor(owner, 'QUOTED')
      await take(owner, 'pay', async (dialog) => {
        await dialog.getByText(words(owner)('step.payTitle', { fee: formatMoney(deposit) })).waitFor()
        await dialog.getByText(words(owner)('step.depositLead')).waitFor()
      })
      await waitFor(notary, 'BUYING')
      await link(notary, 'buying', 'order', 'ORDERED', (dialog) =>
        dialog.getByLabel(words(notary)('field.spent'), { exact: true }).fill(String(spent / 100)),
      )
      await link(notary, 'parcel', 'receive', 'RECEIVED')
      await link(notary, 'unboxing', 'unbox', 'UNBOXED')
      await tab(notary, 'course')
      await expectAccessible(notary)
      await link(notary, 'certificate', 'draft', 'DRAFTED')

      const approver = await open(setting)
      await signInByCalls(approver, service.accounts.approver)
      await openAt(approver, title)
      await take(approver, 'issue')
      await waitFor(owner, 'ISSUED')
      expect((await callAs(owner, walletCalls.info, {})).balance).toBe(deposit - spent - infringing)
      await tab(owner, 'matter')
      await owner.page.getByText(formatMoney(spent)).waitFor()
      await expectAccessible(owner)
      const verdict = await verifyByFile(
        owner,
        'certificate.pdf',
        await readFile(await downloadPaper(owner, 'purchase', 'certificate')),
      )
      await verdict.getByRole('heading', { name: owner.say('proof', 'verdict.valid'), exact: true }).waitFor()
      await owner.go('/judicialEvidence/purchaseNotarization')
      await rowOf(owner, title).getByText(words(owner)('choice.orderState.ISSUED')).waitFor()
      await rowOf(owner, title).getByText(words(owner)('choice.rightsType.trademark')).waitFor()
      await expectAccessible(owner)
    },
  )
})
