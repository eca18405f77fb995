import { describe, expect, inject, it } from 'vitest'
import { formatMoney } from '../../../contract/kit/money.ts'
import { walletCalls } from '../../../contract/payments/wallet.ts'
import { expectAccessible } from '../../kit/browser/axe.ts'
import { named } from '../../kit/browser/browser.ts'
import { callAs, registerByCalls, signInByCalls } from '../../kit/browser/by-calls.ts'
import { dressed } from '../../kit/browser/dress.ts'
import { rowOf, takeRowAction } from '../../kit/browser/evidence-list.ts'
import { newcomer } from '../../kit/browser/sign-in.ts'
import { bothLanguages, openVisitors } from '../../kit/browser/visitors.ts'

const { service } = inject('world')
const open = openVisitors(service)

describe.each(dressed(bothLanguages))('money that arrived at the bank ($language, $device)', (setting) => {
  it('is asked for by one, applied by another, and stands in the owner’s bill while they look', async () => {
    const who = newcomer('汇款公司', 'enterprise', '汇款人')
    const { name } = who
    const owner = await open(setting)
    await registerByCalls(owner, service, who, '/accountSetting/costCenter')
    await owner.page.getByText(owner.say('payments', 'resource.bill.empty')).waitFor()
    await expectAccessible(owner)

    const asker = await open(setting)
    const money = (key: string, params?: Record<string, unknown>) => asker.say('payments', key, params)
    await signInByCalls(asker, service.accounts.operator, `/operator/accounts?keyWord=${name}`)
    await takeRowAction(asker, name, money('joins.operator.action.balance.label'))
    const dialog = asker.page.getByRole('dialog')
    const send = dialog.getByRole('button', { name: named(money('form.send')) })
    await send.click()
    await dialog.getByText(asker.say('common', 'required')).first().waitFor()
    await expectAccessible(asker)
    await dialog.getByLabel(money('field.amount')).fill('-12.34')
    await dialog.getByLabel(money('form.reference')).fill(`ICBC ${name}`)
    await dialog.getByLabel(money('form.reason')).fill('银行到账')
    await send.click()
    await dialog.getByText(asker.say('errors', 'field.amountNegative')).waitFor()
    await dialog.getByLabel(money('field.amount')).fill('1234.56')
    await send.click()
    await asker.page.getByText(money('form.done')).waitFor()
    await asker.go(`/operator/adjustments?keyWord=${name}`)
    await rowOf(asker, name).getByText(money('choice.state.waiting')).waitFor()
    await takeRowAction(asker, name, money('action.withdraw.label'))
    await asker.page
      .getByRole('dialog')
      .getByRole('button', { name: named(asker.say('common', 'cancel')) })
      .click()

    const decider = await open(setting)
    await signInByCalls(decider, service.accounts.administrator, `/operator/adjustments?keyWord=${name}`)
    await expectAccessible(decider)
    await takeRowAction(decider, name, money('action.apply.label'))
    await decider.page
      .getByRole('dialog')
      .getByRole('button', { name: named(money('action.apply.label')) })
      .click()
    await rowOf(decider, name).getByText(money('choice.state.applied')).waitFor()

    const amount = formatMoney(123_456)
    await owner.page.locator('.skz-sum').getByText(amount).waitFor()
    await rowOf(owner, owner.say('payments', 'choice.purpose.credit')).getByText(amount).first().waitFor()
    expect((await callAs(owner, walletCalls.info, {})).balance).toBe(123_456)
    await expectAccessible(owner)
  })
})
