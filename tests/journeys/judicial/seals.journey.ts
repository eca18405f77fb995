import { readFile } from 'node:fs/promises'
import { describe, expect, inject, it } from 'vitest'
import { addressCalls } from '../../../contract/addresses/addresses.ts'
import { formatMoney } from '../../../contract/kit/money.ts'
import { walletCalls } from '../../../contract/payments/wallet.ts'
import { expectAccessible } from '../../kit/browser/axe.ts'
import { named, type Visitor } from '../../kit/browser/browser.ts'
import { callAs, registerByCalls, signInByCalls } from '../../kit/browser/by-calls.ts'
import { dressed } from '../../kit/browser/dress.ts'
import { rowOf } from '../../kit/browser/evidence-list.ts'
import { addFile, downloadPaper, drawName, openAt, tab, take, waitFor, words } from '../../kit/browser/order-page.ts'
import { draftSealByCalls } from '../../kit/browser/orders-by-calls.ts'
import { topUpByCalls } from '../../kit/browser/money/pay-by-calls.ts'
import { verifyByFile } from '../../kit/browser/public-check.ts'
import { newcomer } from '../../kit/browser/sign-in.ts'
import { bothLanguages, openVisitors } from '../../kit/browser/visitors.ts'

const { service } = inject('world')
const open = openVisitors(service)
const fee = 80_000
const institute = '衡正司法鉴定所'

/** From the services over the notice to a draft, with the files that it needs. */
async function draft(owner: Visitor, sealName: string) {
  const say = words(owner)
  const { page } = owner
  await owner.go('/judicialEvidence')
  await page.getByText(say('resource.judicialOrders.empty')).waitFor()
  await expectAccessible(owner)
  await page.getByRole('link', { name: say('form.officialSeal.title'), exact: true }).click()
  await page.getByText(say('notice.officialSeal.one-seal')).waitFor()
  await expectAccessible(owner)
  await page.getByRole('checkbox', { name: say('notice.accept') }).check()
  await page.getByRole('button', { name: named(say('notice.next')) }).click()
  await page.waitForURL('**/officialSeal/apply')
  expect(await page.getByRole('checkbox', { name: say('notice.accept') }).isChecked()).toBe(true)
  await page.getByRole('button', { name: named(say('apply.save')) }).click()
  await page.getByText(owner.say('common', 'required')).first().waitFor()
  await expectAccessible(owner)
  await page.getByRole('combobox', { name: named(say('field.officeId')) }).click()
  await page
    .locator('.ant-select-item-option')
    .filter({ hasText: `${institute} · ${formatMoney(fee)}` })
    .click()
  for (const [field, text] of [
    ['sealName', sealName],
    ['description', '对方提交的合同上盖有申请人的公章，申请人否认盖过。'],
    ['recipient', '林晓'],
    ['recipientPhone', '13800000000'],
  ] as const)
    await page.getByLabel(say(`field.${field}`), { exact: true }).fill(text)
  await page.getByRole('button', { name: named(say('apply.save')) }).click()
  await page.waitForURL(/officialSeal\/[0-9a-f-]{36}/)
  for (const [part, name] of [
    ['identity', '营业执照.pdf'],
    ['questioned', '争议合同.pdf'],
    ['sample', '备案印文.pdf'],
  ] as const)
    await addFile(owner, part, name)
  await expectAccessible(owner)
}

const moneyOf = async (owner: Visitor) => {
  const { balance, reserved } = await callAs(owner, walletCalls.info, {})
  return { balance, reserved }
}

describe.each(dressed(bothLanguages))('the appraisal of a seal ($language, $device)', (setting) => {
  it(
    'is paid first and paid back when it is refused; another is accepted, and signed as it stands',
    { timeout: 240_000 },
    async () => {
      const who = newcomer('公章鉴定', 'enterprise', '申请人')
      const [unclear, clear] = ['模糊', '清晰'].map((word) => `${word}公章${who.phone.slice(-6)}`) as [string, string]
      const owner = await open(setting)
      await registerByCalls(owner, service, who)
      await topUpByCalls(owner, 2 * fee)
      await draft(owner, unclear)
      await take(owner, 'place', async (dialog) => {
        await dialog.getByText(words(owner)('step.placeTitle', { fee: formatMoney(fee) })).waitFor()
        await dialog.getByText(words(owner)('step.balance', { balance: formatMoney(2 * fee) })).waitFor()
      })
      await waitFor(owner, 'SUBMITTED')
      expect(await moneyOf(owner)).toEqual({ balance: fee, reserved: fee })
      await tab(owner, 'files')
      await owner.page.getByRole('link', { name: words(owner)('originals.open') }).click()
      await owner.page.getByText('争议合同.pdf').waitFor()
      await expectAccessible(owner)
      await owner.page.goBack()

      const office = await open(setting)
      await signInByCalls(office, service.accounts.institute, '/office/orders')
      await openAt(office, unclear)
      await tab(office, 'files')
      await office.page.getByText('争议合同.pdf').waitFor()
      await expectAccessible(office)
      await office.page
        .getByRole('button', { name: office.say('common', 'actionsOf', { name: unclear }), exact: true })
        .click()
      await office.page.getByRole('menuitem', { name: words(office)('action.refuse.label') }).click()
      const refusal = office.page.getByRole('dialog')
      await refusal.getByRole('combobox').click()
      await office.page
        .locator('.ant-select-item-option')
        .filter({ hasText: words(office)('choice.code.imprint-unclear') })
        .click()
      await refusal.getByLabel(words(office)('field.reason')).fill('印文断笔较多，无法比对')
      await refusal.getByRole('button', { name: named(words(office)('action.refuse.label')) }).click()
      await refusal.waitFor({ state: 'hidden' })

      await waitFor(owner, 'REJECTED')
      await tab(owner, 'course')
      await owner.page.getByText('印文断笔较多，无法比对').waitFor()
      await expectAccessible(owner)
      expect(await moneyOf(owner)).toEqual({ balance: 2 * fee, reserved: 0 })

      const id = await draftSealByCalls(owner, { sealName: clear })
      await owner.go(`/judicialEvidence/order/${id}`)
      await take(owner, 'place')
      await openAt(office, clear)
      await take(office, 'approve')
      await waitFor(owner, 'SIGNING')
      await take(owner, 'sign', async (dialog) => {
        const shown = dialog.getByRole('region', { name: words(owner)('sign.what') })
        for (const text of [clear, institute, words(owner)('notice.officialSeal.truth')])
          await shown.getByText(text).first().waitFor()
        await drawName(owner, dialog, { step: 'sign', password: who.password })
      })
      await waitFor(owner, 'EXAMINING')
      const verdict = await verifyByFile(
        owner,
        'entrustment.pdf',
        await readFile(await downloadPaper(owner, 'officialSeal', 'application')),
      )
      await verdict.getByRole('heading', { name: owner.say('proof', 'verdict.valid'), exact: true }).waitFor()
      await owner.go('/judicialEvidence/officialSeal')
      await rowOf(owner, clear).getByText(words(owner)('choice.orderState.EXAMINING')).waitFor()
      await rowOf(owner, unclear).getByText(words(owner)('choice.orderState.REJECTED')).waitFor()
      await expectAccessible(owner)
    },
  )
})

describe.each(dressed(bothLanguages))('a judicial form ($language, $device)', (setting) => {
  it('is filled in from the account’s own addresses, where it has some, by the keyboard too', async () => {
    const owner = await open(setting)
    const { page, say } = owner
    const field = (name: string) => page.getByLabel(words(owner)(`field.${name}`), { exact: true })
    const saved = page.getByRole('combobox', { name: say('addresses', 'saved.label'), exact: true })
    await registerByCalls(owner, service, newcomer('地址簿公司', 'enterprise', '申请人'))
    await owner.go('/judicialEvidence/officialSeal/apply')
    await field('recipient').waitFor()
    expect(await saved.count()).toBe(0)
    await callAs(owner, addressCalls.create, {
      body: {
        name: '林晓',
        phone: '0591-87654321',
        provinceCode: '350000',
        cityCode: '350100',
        regionCode: '350102',
        detail: '示例路 1 号 2 层',
      },
    })
    await owner.go('/judicialEvidence/officialSeal/apply')
    await saved.focus()
    await page.keyboard.press('ArrowDown')
    await page.locator('.ant-select-item-option').filter({ hasText: '示例路 1 号 2 层' }).waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(() => field('recipient').inputValue()).toBe('林晓')
    expect(await field('recipientPhone').inputValue()).toBe('0591-87654321')
    expect(await field('mailTo').inputValue()).toBe('福建省 福州市 鼓楼区 示例路 1 号 2 层')
    await expectAccessible(owner)
    // It is a draft like what was typed.
    await page.reload()
    await expect.poll(() => field('recipient').inputValue()).toBe('林晓')
  })
})
