import { describe, expect, inject, it } from 'vitest'
import { formatMoney } from '../../../contract/kit/money.ts'
import { payOrderCalls } from '../../../contract/payments/pay-orders.ts'
import { walletCalls } from '../../../contract/payments/wallet.ts'
import { expectAccessible } from '../../kit/browser/axe.ts'
import { named, type Visitor } from '../../kit/browser/browser.ts'
import { callAs, registerByCalls, signInByCalls } from '../../kit/browser/by-calls.ts'
import { payInSandbox } from '../../kit/browser/money/pay-page.ts'
import { dressed } from '../../kit/browser/dress.ts'
import { rowOf, takeRowAction } from '../../kit/browser/evidence-list.ts'
import { newcomer } from '../../kit/browser/sign-in.ts'
import { bothLanguages, openVisitors } from '../../kit/browser/visitors.ts'

const { service } = inject('world')
// The vendors' pages stand on this machine.
const open = openVisitors(service, () => ['127.0.0.1'])

const money =
  ({ say }: Visitor) =>
  (key: string, params?: Record<string, unknown>) =>
    say('payments', key, params)

/** Fills the form in, and goes on to the page of the payment. */
async function topUp(owner: Visitor, yuan: string, channel: 'wechat' | 'alipay') {
  const words = money(owner)
  const dialog = owner.page.getByRole('dialog')
  await dialog.getByRole('spinbutton', { name: named(words('topUp.amount')) }).fill(yuan)
  await dialog.locator(`.ant-radio-wrapper:has(.skz-way-${channel})`).last().click()
  await dialog.getByRole('button', { name: named(words('topUp.go')) }).click()
  await owner.page.waitForURL('**/costCenter/wePay?id=*')
  await owner.page.getByRole('timer').waitFor()
}

/** Of the payment whose page is open. */
async function askPayback(staff: Visitor, orderNumber: string, yuan: string) {
  const words = money(staff)
  await staff.page.getByRole('button', { name: staff.say('common', 'actionsOf', { name: orderNumber }) }).click()
  await staff.page.getByRole('menuitem', { name: words('action.payback.label') }).click()
  const dialog = staff.page.getByRole('dialog')
  const send = dialog.getByRole('button', { name: named(words('payback.send')) })
  await dialog.getByRole('spinbutton', { name: named(words('field.amount')) }).fill(yuan)
  await send.click()
  await dialog.getByText(staff.say('common', 'required')).first().waitFor()
  await expectAccessible(staff)
  await dialog.getByLabel(words('form.reason')).fill('客户要求退款')
  await send.click()
  await staff.page.getByText(words('payback.done')).waitFor()
}

describe.each(dressed(bothLanguages))('topping up ($language, $device)', (setting) => {
  it('by WeChat Pay and Alipay is credited while the page is open, and what is not paid costs nothing', async () => {
    const who = newcomer('充值公司', 'enterprise', '付款人')
    const { name } = who
    const owner = await open(setting)
    const words = money(owner)
    const { page } = owner
    await registerByCalls(owner, service, who, '/accountSetting/costCenter')
    await page.getByRole('button', { name: named(words('topUp.button')) }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('spinbutton', { name: named(words('topUp.amount')) }).fill('50000.01')
    await dialog.getByRole('button', { name: named(words('topUp.go')) }).click()
    await dialog
      .getByText(owner.say('errors', 'field.recharge', { least: formatMoney(1), most: formatMoney(5_000_000) }))
      .waitFor()
    await expectAccessible(owner)

    await topUp(owner, '123.45', 'wechat')
    await expectAccessible(owner)
    await payInSandbox(owner)
    await page.getByText(words('pay.paid', { amount: formatMoney(12_345) })).waitFor()
    await page.getByText(words('pay.paidLead', { balance: formatMoney(12_345) })).waitFor()
    await expectAccessible(owner)

    await owner.go('/accountSetting/costCenter?topUp=5000')
    await topUp(owner, '50.00', 'alipay')
    await payInSandbox(owner)
    await page.getByText(words('pay.paid', { amount: formatMoney(5_000) })).waitFor()

    await owner.go('/accountSetting/costCenter?topUp=700')
    await topUp(owner, '7.00', 'alipay')
    await page.getByRole('button', { name: named(words('pay.ask')) }).click()
    await page.getByText(words('pay.notYet')).waitFor()
    await page.getByRole('button', { name: named(words('pay.cancel')) }).click()
    await page.getByText(words('pay.closedLead')).waitFor()
    await expectAccessible(owner)
    await page.getByRole('button', { name: named(words('pay.retry', { amount: formatMoney(700) })) }).click()
    await page.getByRole('timer').waitFor()

    expect((await callAs(owner, walletCalls.info, {})).balance).toBe(17_345)
    await owner.go('/accountSetting/costCenter')
    await page.locator('.skz-sum').getByText(formatMoney(17_345)).first().waitFor()
    await rowOf(owner, words('choice.purpose.credit')).getByText(formatMoney(12_345)).first().waitFor()
    await owner.go('/accountSetting/costCenter/rechargeOrderDetail')
    await page.getByText(words('choice.payState.closed')).first().waitFor()
    await expectAccessible(owner)

    const staff = await open(setting)
    await signInByCalls(staff, service.accounts.operator, `/operator/orders?keyWord=${name}`)
    await expectAccessible(staff)
    await staff.page.getByText(formatMoney(12_345)).first().waitFor()
    await staff.page.locator('a[href^="/operator/orders/"]').last().click()
    await staff.page.getByRole('tab', { name: money(staff)('tab.notices') }).click()
    await staff.page.getByText(money(staff)('choice.outcome.paid')).first().waitFor()
    await expectAccessible(staff)

    const { list } = await callAs(owner, payOrderCalls.list, { query: {} })
    const { id, orderNumber } = list.find(({ amount }) => amount === 12_345)!
    await askPayback(staff, orderNumber, '23.45')
    const decider = await open(setting)
    await signInByCalls(decider, service.accounts.administrator, `/operator/adjustments?keyWord=${name}`)
    await takeRowAction(decider, name, money(decider)('action.apply.label'))
    await decider.page
      .getByRole('dialog')
      .getByRole('button', { name: named(money(decider)('action.apply.label')) })
      .click()
    await rowOf(decider, name).getByText(money(decider)('choice.state.applied')).waitFor()
    await owner.go(`/accountSetting/costCenter/wePay?id=${id}`)
    await page.getByText(words('pay.paidBack', { amount: formatMoney(2_345) })).waitFor()
    expect((await callAs(owner, walletCalls.info, {})).balance).toBe(15_000)
    await expectAccessible(owner)
    await staff.page.getByRole('tab', { name: money(staff)('tab.paybacks') }).click()
    await staff.page.getByText(formatMoney(2_345)).first().waitFor()
    await expectAccessible(staff)
  })
})
