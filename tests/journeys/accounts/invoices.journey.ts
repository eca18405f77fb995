import { readFile } from 'node:fs/promises'
import { describe, expect, inject, it } from 'vitest'
import { headerCalls } from '../../../contract/invoices/headers.ts'
import { formatMoney } from '../../../contract/kit/money.ts'
import { expectAccessible } from '../../kit/browser/axe.ts'
import { named, type Visitor } from '../../kit/browser/browser.ts'
import { callAs, registerByCalls, signInByCalls } from '../../kit/browser/by-calls.ts'
import { dressed } from '../../kit/browser/dress.ts'
import { rowOf } from '../../kit/browser/evidence-list.ts'
import { topUpByCalls } from '../../kit/browser/pay-by-calls.ts'
import { newPhone } from '../../kit/browser/sign-in.ts'
import { bothLanguages, openVisitors } from '../../kit/browser/visitors.ts'
import { newInvoiceNumber, pdf } from '../../invoices/invoice-kit.ts'

const { service } = inject('world')
const open = openVisitors(service, () => ['127.0.0.1'])

const wordsOf =
  ({ say }: Visitor) =>
  (key: string, params?: Record<string, unknown>) =>
    say('invoices', key, params)

/** Opens the menu of the invoice whose page or row is shown, and takes an action. */
async function takeAction({ page, say }: Visitor, applyNo: string, label: string) {
  await page.getByRole('button', { name: say('common', 'actionsOf', { name: applyNo }), exact: true }).click()
  await page.getByRole('menuitem', { name: label, exact: true }).click()
}

const press = ({ page }: Visitor, label: string) =>
  page
    .getByRole('dialog')
    .getByRole('button', { name: named(label) })
    .click()

/** Chooses both orders, and asks for an invoice of their sum. */
async function applyFor(owner: Visitor, sum: number): Promise<string> {
  const { page } = owner
  const words = wordsOf(owner)
  await page.getByRole('link', { name: named(owner.say('payments', 'topUp.invoice')) }).click()
  await page.getByRole('button', { name: named(words('apply.send')) }).click()
  await page.getByText(owner.say('common', 'required')).first().waitFor()
  await page.getByRole('checkbox', { name: words('apply.all') }).check()
  await page.locator('.skz-sum').getByText(formatMoney(sum)).waitFor()
  await expectAccessible(owner)
  await page.getByLabel(words('apply.email')).fill('books@example.com')
  await page.getByRole('button', { name: named(words('apply.send')) }).click()
  await page.waitForURL('**/controlOverInvoices/detail/*')
  await page.getByText(words('choice.invoiceState.APPLIED')).first().waitFor()
  await page.getByText(formatMoney(sum)).first().waitFor()
  await expectAccessible(owner)
  return page.getByRole('heading', { level: 1 }).innerText()
}

describe.each(dressed(bothLanguages))('an invoice ($language, $device)', (setting) => {
  it('is asked for, refused, asked for again with another address, issued, and downloaded', async () => {
    const name = `开票公司${newPhone().slice(-6)}`
    const owner = await open(setting)
    const { page } = owner
    const words = wordsOf(owner)
    const person = { phone: newPhone(), name, person: '财务', kind: 'enterprise', password: 'Kiefer-47-Lampe' } as const
    await registerByCalls(owner, service, person, null)
    await callAs(owner, headerCalls.create, { body: { headType: 'PERSONAL', title: `抬头${name}` } })
    for (const fen of [12_345, 655]) await topUpByCalls(owner, fen)
    await owner.go('/accountSetting/costCenter')
    const applyNo = await applyFor(owner, 13_000)

    const staff = await open(setting)
    const said = wordsOf(staff)
    await signInByCalls(staff, service.accounts.operator, `/operator/invoices?keyWord=${name}`)
    await rowOf(staff, applyNo).getByText(formatMoney(13_000)).waitFor()
    await expectAccessible(staff)
    await takeAction(staff, applyNo, said('action.refuse.label'))
    await staff.page.getByRole('dialog').getByRole('textbox').fill('请改用公司邮箱')
    await expectAccessible(staff)
    await press(staff, said('joins.operator.action.refuseInvoice.label'))
    await rowOf(staff, applyNo).getByText(said('choice.invoiceState.REJECTED')).waitFor()

    await page.getByText('请改用公司邮箱').first().waitFor()
    await takeAction(owner, applyNo, words('action.reapply.label'))
    await page.getByRole('dialog').getByLabel(words('apply.email')).fill('finance@example.com')
    await expectAccessible(owner)
    await press(owner, words('reapply.send'))
    await page.getByText('finance@example.com').first().waitFor()

    await staff.go(`/operator/invoices?keyWord=${name}`)
    await takeAction(staff, applyNo, said('action.take.label'))
    await press(staff, said('action.take.label'))
    await rowOf(staff, applyNo).getByText(said('choice.invoiceState.ISSUING')).waitFor()
    await takeAction(staff, applyNo, said('action.issue.label'))
    await press(staff, said('issue.send'))
    await staff.page.getByRole('dialog').getByText(staff.say('common', 'required')).waitFor()
    const number = newInvoiceNumber()
    await staff.page.getByRole('dialog').getByLabel(said('issue.number')).fill(number)
    await press(staff, said('issue.send'))
    await staff.page.getByRole('dialog').getByText(staff.say('errors', 'field.required')).waitFor()
    await staff.page
      .locator('input[type=file]')
      .setInputFiles({ name: 'x.pdf', mimeType: 'application/pdf', buffer: pdf })
    await expectAccessible(staff)
    await press(staff, said('issue.send'))
    await rowOf(staff, applyNo).getByText(said('choice.invoiceState.ISSUED')).waitFor()

    await page.getByText(number).first().waitFor()
    await page.getByRole('tab', { name: words('tab.course') }).click()
    await page.getByText(words('course.reason', { reason: '请改用公司邮箱' })).waitFor()
    await expectAccessible(owner)
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: named(words('course.download')) }).click(),
    ])
    expect(file.suggestedFilename()).toBe(`${number}.pdf`)
    expect(await readFile(await file.path())).toEqual(pdf)
    await page.getByRole('tab', { name: words('tab.orders') }).click()
    for (const fen of [12_345, 655]) await page.getByText(formatMoney(fen)).first().waitFor()
    await owner.go('/accountSetting/controlOverInvoices/invoices')
    await rowOf(owner, applyNo).getByText(words('choice.invoiceState.ISSUED')).waitFor()
    await expectAccessible(owner)
  })
})
