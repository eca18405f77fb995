import { describe, expect, inject, it } from 'vitest'
import { headerCalls } from '../../../contract/invoices/headers.ts'
import { invoiceCalls } from '../../../contract/invoices/invoices.ts'
import { formatMoney } from '../../../contract/kit/money.ts'
import { transferCalls } from '../../../contract/payments/transfers.ts'
import { walletCalls } from '../../../contract/payments/wallet.ts'
import { expectAccessible } from '../../kit/browser/axe.ts'
import { named, type Visitor } from '../../kit/browser/browser.ts'
import { callAs, registerByCalls, signInByCalls } from '../../kit/browser/by-calls.ts'
import { dressed } from '../../kit/browser/dress.ts'
import { rowOf, takeRowAction } from '../../kit/browser/evidence-list.ts'
import { newcomer } from '../../kit/browser/sign-in.ts'
import { bothLanguages, openVisitors } from '../../kit/browser/visitors.ts'
import { png } from '../../kit/pictures.ts'

const { service } = inject('world')
const open = openVisitors(service)

const money =
  ({ say }: Visitor) =>
  (key: string, params?: Record<string, unknown>) =>
    say('payments', key, params)

const course = ({ page, say }: Visitor) =>
  page.getByRole('tab', { name: say('payments', 'tab.course'), exact: true }).click()

/** From the cost center to the form, which is filled in and sent; gives the number of the transfer. */
async function send(owner: Visitor, yuan: string) {
  const { page } = owner
  const words = money(owner)
  await owner.go('/accountSetting/costCenter')
  await page.getByRole('button', { name: named(words('topUp.button')) }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('spinbutton', { name: named(words('topUp.amount')) }).fill(yuan)
  await dialog.getByRole('radio', { name: named(words('way.bank.transfer')) }).check()
  await expectAccessible(owner)
  await dialog.getByRole('button', { name: named(words('topUp.bankGo')) }).click()
  await page.getByText('某银行福州分行').waitFor()
  await expectAccessible(owner)
  const press = () => page.getByRole('button', { name: named(words('transfer.send')) }).click()
  await press()
  await page.getByText(owner.say('common', 'required')).first().waitFor()
  await expectAccessible(owner)
  await page.getByLabel(words('transfer.payerName')).fill('汇款人有限公司')
  const day = page.getByLabel(words('transfer.sentOn'))
  await day.fill('2999-01-02')
  await press()
  // The browser itself says so, and sends nothing.
  expect(await day.evaluate((input: { validity: { rangeOverflow: boolean } }) => input.validity.rangeOverflow)).toBe(
    true,
  )
  await day.fill('2026-01-02')
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'slip.png', mimeType: 'image/png', buffer: png(300, 200) })
  await page.getByRole('img', { name: words('transfer.picture', { n: 1 }) }).waitFor()
  await expectAccessible(owner)
  await press()
  await page.waitForURL('**/costCenter/transfers/*')
  await course(owner)
  await page.getByText(words('transfer.sentIn'), { exact: true }).waitFor()
  await page.getByRole('img', { name: words('transfer.picture', { n: 1 }) }).waitFor()
  await expectAccessible(owner)
  const id = new URL(page.url()).pathname.split('/').pop()!
  return (await callAs(owner, transferCalls.get, { params: { id } })).transferNumber
}

const enter = async (staff: Visitor, number: string, yuan: string, reference: string) => {
  const words = money(staff)
  const dialog = staff.page.getByRole('dialog')
  await takeRowAction(staff, number, words('action.arrive.label'))
  await dialog.getByRole('button', { name: named(words('form.send')) }).click()
  await dialog.getByText(staff.say('common', 'required')).first().waitFor()
  await expectAccessible(staff)
  await dialog.getByRole('spinbutton', { name: named(words('transfer.arrived')) }).fill(yuan)
  await dialog.getByLabel(words('transfer.bankNumber')).fill(reference)
  await dialog.getByRole('button', { name: named(words('form.send')) }).click()
}

/** What was paid with money can be invoiced automatically: one of staff presses, the tax gateway does the rest. */
async function invoiced(owner: Visitor, staff: Visitor, name: string) {
  const said = (key: string) => staff.say('invoices', key)
  const { id: headerId } = await callAs(owner, headerCalls.create, { body: { headType: 'PERSONAL', title: name } })
  const [order] = (await callAs(owner, invoiceCalls.orders, { query: {} })).list
  const body = { orderIds: [order!.id], headerId, email: 'books@example.com' }
  const { id, applyNo } = await callAs(owner, invoiceCalls.apply, { body })
  await staff.go(`/operator/invoices?keyWord=${name}`)
  await takeRowAction(staff, applyNo, said('action.submit.label'))
  const dialog = staff.page.getByRole('dialog')
  await expectAccessible(staff)
  await dialog.getByRole('button', { name: named(said('action.submit.label')) }).click()
  await rowOf(staff, applyNo)
    .getByText(said('choice.invoiceState.ISSUED'), { exact: true })
    .waitFor({ timeout: 60_000 })
  await owner.go(`/accountSetting/controlOverInvoices/detail/${id}`)
  await owner.page.getByRole('tab', { name: owner.say('invoices', 'tab.course') }).click()
  await owner.page.getByRole('link', { name: named(owner.say('invoices', 'course.download')) }).waitFor()
}

describe.each(dressed(bothLanguages))('a bank transfer ($language, $device)', (setting) => {
  it('is sent in with its slip, found by one of staff, applied by another, and stands in the bill while they look', async () => {
    const who = newcomer('转账公司', 'enterprise', '汇款人')
    const { name } = who
    const owner = await open(setting)
    const words = money(owner)
    await registerByCalls(owner, service, who)
    const number = await send(owner, '1234.56')
    const { pathname } = new URL(owner.page.url())

    const finder = await open(setting)
    await signInByCalls(finder, service.accounts.operator, `/operator/transfers?keyWord=${name}`)
    await rowOf(finder, name).getByText(money(finder)('choice.transferState.waiting')).waitFor()
    await expectAccessible(finder)
    await enter(finder, number, '1234.50', `icbc ${name}`)
    await finder.page.getByText(money(finder)('transfer.entered')).waitFor()
    await rowOf(finder, name).getByText(money(finder)('choice.transferState.checking')).waitFor()
    await owner.page.getByText(words('transfer.looked')).waitFor()

    const decider = await open(setting)
    await signInByCalls(decider, service.accounts.administrator, `/operator/adjustments?keyWord=${name}`)
    await rowOf(decider, name).getByText(money(decider)('choice.purpose.transfer')).waitFor()
    await takeRowAction(decider, name, money(decider)('action.apply.label'))
    await decider.page
      .getByRole('dialog')
      .getByRole('button', { name: named(money(decider)('action.apply.label')) })
      .click()
    await rowOf(decider, name).getByText(money(decider)('choice.state.applied')).waitFor()

    const [said, arrived] = [formatMoney(123_456), formatMoney(123_450)]
    await owner.page.getByText(words('transfer.other', { said, amount: arrived })).waitFor()
    await expectAccessible(owner)
    expect((await callAs(owner, walletCalls.info, {})).balance).toBe(123_450)
    await owner.page
      .getByRole('tabpanel')
      .getByRole('link', { name: named(words('transfer.toOrder')) })
      .click()
    await owner.page.getByText(words('pay.paid', { amount: arrived })).waitFor()
    await expectAccessible(owner)
    await finder.go(`/operator/orders?keyWord=${name}`)
    await finder.page.getByText(money(finder)('choice.channel.bank')).first().waitFor()

    await invoiced(owner, finder, name)

    // Another with the same number of the bank is not entered, and refused with a reason.
    const second = await send(owner, '88.00')
    await finder.go(`/operator/transfers?transferState=waiting&keyWord=${name}`)
    await enter(finder, second, '88', `ICBC${name}`)
    await finder.page.getByText(finder.say('errors', 'field.slipKnown')).waitFor()
    await finder.page
      .getByRole('dialog')
      .getByRole('button', { name: named(finder.say('common', 'cancel')) })
      .click()
    await takeRowAction(finder, second, money(finder)('action.refuseTransfer.label'))
    const dialog = finder.page.getByRole('dialog')
    await dialog.getByRole('textbox').fill('没有查到这笔款项')
    await dialog.getByRole('button', { name: named(money(finder)('action.refuseTransfer.label')) }).click()
    await owner.page.getByText(words('transfer.refused', { why: '没有查到这笔款项' })).waitFor()
    await owner.go('/accountSetting/costCenter/transfers')
    await owner.page.getByText(words('choice.transferState.refused')).first().waitFor()
    await expectAccessible(owner)
    await finder.go(pathname.replace('/accountSetting/costCenter', '/operator'))
    await course(finder)
    await finder.page.getByRole('img', { name: money(finder)('transfer.picture', { n: 1 }) }).waitFor()
    await expectAccessible(finder)
  })
})
