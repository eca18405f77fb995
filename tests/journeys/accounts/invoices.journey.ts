import { readFile } from 'node:fs/promises'
import { describe, expect, inject, it } from 'vitest'
import { invoiceCalls, mostOrders } from '../../../contract/invoices/invoices.ts'
import { textOf } from '../../../src/kit/io/sheet/cells.ts'
import { readFile as readSheet } from '../../../src/kit/io/sheet/read-file.ts'
import { headerCalls } from '../../../contract/invoices/headers.ts'
import { formatMoney } from '../../../contract/kit/money.ts'
import { expectAccessible } from '../../kit/browser/axe.ts'
import { named, type Visitor } from '../../kit/browser/browser.ts'
import { callAs, registerByCalls, signInByCalls } from '../../kit/browser/by-calls.ts'
import { dressed } from '../../kit/browser/dress.ts'
import { rowOf } from '../../kit/browser/evidence-list.ts'
import { topUpByCalls } from '../../kit/browser/money/pay-by-calls.ts'
import { newcomer } from '../../kit/browser/sign-in.ts'
import { bothLanguages, openVisitors } from '../../kit/browser/visitors.ts'
import { pdf } from '../../kit/invoice-files.ts'
import { newInvoiceNumber } from '../../invoices/invoice-kit.ts'

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

/** The list as it is exported, with every column; gives its rows. */
async function exported({ page, say }: Visitor) {
  await page.getByRole('button', { name: say('common', 'export.open'), exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: say('common', 'export.every') }).check()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: named(say('common', 'export.begin')) }).click(),
  ])
  const { grid: cells } = await readSheet(new Uint8Array(await readFile(await file.path())))
  await dialog.getByText(say('common', 'export.done', { n: String(cells.length - 1) })).waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  return cells.map((row) => row.map((cell) => textOf(cell)))
}

/** What accounting made of it comes back. */
async function importSheet(staff: Visitor, rows: string[][]) {
  const { page, say } = staff
  const counts = page.getByRole('dialog').locator('.skz-counts dd')
  await page.getByRole('button', { name: say('common', 'import.open'), exact: true }).click()
  const csv = rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\n')
  await page
    .getByRole('dialog')
    .locator('input[type=file]')
    .setInputFiles({ name: '开票.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await press(staff, say('common', 'import.judge'))
  await expect.poll(() => counts.allTextContents()).toEqual([String(rows.length - 1), '0', '0', '0'])
  await expectAccessible(staff)
  await press(staff, say('common', 'import.begin', { count: rows.length - 1 }))
  await page.getByRole('dialog').getByText(say('common', 'import.done')).waitFor()
  await expect.poll(() => counts.allTextContents()).toEqual([String(rows.length - 1), '0', '0', '0'])
  await press(staff, say('common', 'close'))
}

describe.each(dressed(bothLanguages))('many invoices ($language, $device)', (setting) => {
  it('are issued by the sheet that the list exports, and their files find them by their names', async () => {
    const who = newcomer('批量公司', 'enterprise', '财务')
    const { name } = who
    const owner = await open(setting)
    const words = wordsOf(owner)
    await registerByCalls(owner, service, who)
    const { id: headerId } = await callAs(owner, headerCalls.create, {
      body: { headType: 'PERSONAL', title: `抬头${name}` },
    })
    for (const fen of [12_300, 4_500]) await topUpByCalls(owner, fen)
    const { list } = await callAs(owner, invoiceCalls.orders, { query: {} })
    const made = await Promise.all(
      list.map(({ id }) =>
        callAs(owner, invoiceCalls.apply, { body: { orderIds: [id], headerId, email: 'books@example.com' } }),
      ),
    )

    const staff = await open(setting)
    const said = wordsOf(staff)
    await signInByCalls(staff, service.accounts.operator, `/operator/invoices?keyWord=${name}`)
    for (const { applyNo } of made) await rowOf(staff, applyNo).waitFor()
    const [heading = [], ...rows] = await exported(staff)
    const column = heading.indexOf(said('field.invoiceNumber'))
    const numbers = rows.map(() => newInvoiceNumber())
    await importSheet(staff, [heading, ...rows.map((row, i) => row.with(column, numbers[i]!))])
    for (const { applyNo } of made)
      await rowOf(staff, applyNo).getByText(said('choice.invoiceState.ISSUED')).first().waitFor()
    await owner.go(`/accountSetting/controlOverInvoices/detail/${made[0]!.id}?tab=course`)
    await owner.page.getByRole('tab', { name: words('tab.course') }).click()
    await owner.page.getByText(words('course.fileFollows')).waitFor()
    await expectAccessible(owner)

    await staff.page
      .locator('input[type=file]')
      .setInputFiles([
        ...numbers.map((number) => ({ name: `dzfp_${number}.pdf`, mimeType: 'application/pdf', buffer: pdf })),
        { name: '合同.pdf', mimeType: 'application/pdf', buffer: pdf },
      ])
    const dialog = staff.page.getByRole('dialog')
    await dialog.getByText(said('files.counts', { count: 3, filed: 2, refused: 1 })).waitFor()
    await dialog.getByText(staff.say('errors', 'field.invoiceNameless')).waitFor()
    await expectAccessible(staff)
    await owner.page.getByRole('link', { name: named(words('course.download')) }).waitFor()
    await expectAccessible(owner)
  })
})

describe.each(dressed(bothLanguages))('an invoice ($language, $device)', (setting) => {
  it('is asked for, refused, asked for again with another address, issued, and downloaded', async () => {
    const who = newcomer('开票公司', 'enterprise', '财务')
    const { name } = who
    const owner = await open(setting)
    const { page } = owner
    const words = wordsOf(owner)
    await registerByCalls(owner, service, who)
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
      .getByRole('dialog')
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
    await owner.go('/accountSetting/controlOverInvoices')
    await rowOf(owner, applyNo).getByText(words('choice.invoiceState.ISSUED')).waitFor()
    await expectAccessible(owner)
  })

  it('is asked for as a general one where the header could have a special one', async () => {
    const who = newcomer('普票公司', 'enterprise', '财务')
    const owner = await open(setting)
    const { page } = owner
    const words = wordsOf(owner)
    await registerByCalls(owner, service, who)
    await callAs(owner, headerCalls.create, { body: { headType: 'PERSONAL', title: '个人抬头', isDefault: true } })
    await callAs(owner, headerCalls.create, {
      body: {
        headType: 'ENTERPRISE_SPECIAL',
        title: '专票抬头',
        taxNo: '91350100M000100Y43',
        address: '示例路 1 号',
        phone: '0591-87654321',
        bank: '示例银行',
        account: '6222020200112230',
      },
    })
    await topUpByCalls(owner, 12_345)
    await owner.go('/accountSetting/costCenter/applyInvoice')
    const type = page.getByRole('radio', { name: words('choice.invoiceType.ENTERPRISE') })
    await page.getByText('个人抬头').first().waitFor()
    expect(await type.count()).toBe(0)
    await page.getByRole('combobox', { name: words('apply.header') }).fill('专票')
    await page.getByTitle(/专票抬头/).click()
    await page.getByText(words('apply.verify')).waitFor()
    await expectAccessible(owner)
    // A radio in the shape of a button is pressed by its words.
    await page.getByText(words('choice.invoiceType.ENTERPRISE'), { exact: true }).click()
    await page.getByText(words('apply.verify')).waitFor({ state: 'detached' })
    await page.getByRole('checkbox', { name: words('apply.all') }).check()
    await page.getByLabel(words('apply.email')).fill('books@example.com')
    await page.getByRole('button', { name: named(words('apply.send')) }).click()
    await page.waitForURL('**/controlOverInvoices/detail/*')
    const { list } = await callAs(owner, invoiceCalls.list, { body: {} })
    expect(list).toMatchObject([{ title: '专票抬头', invoiceType: 'ENTERPRISE' }])
  })

  it('holds orders of several pages, and no more than it may', async () => {
    const owner = await open(setting)
    const { page } = owner
    const words = wordsOf(owner)
    await registerByCalls(owner, service, newcomer('多单公司', 'enterprise', '财务'))
    const orders = Array.from({ length: 130 }, (_, i) => ({
      id: `018f0000-0000-7000-8000-${String(i).padStart(12, '0')}`,
      orderNumber: String(26_112_400_000_000 + i),
      amount: 100,
      channel: 'wechat',
      isSandbox: true,
      paidAt: '2026-11-24T04:00:00.000Z',
    }))
    await page.route('**/invoice/orders?*', async (route) => {
      const from = (Number(new URL(route.request().url()).searchParams.get('pageNum')) - 1) * mostOrders
      const list = orders.slice(from, from + mostOrders)
      const data = { list, total: orders.length, totalIsEstimate: false, cursor: null }
      await route.fulfill({ json: { flag: true, success: true, statusCode: '000000', errorMessage: '', data } })
    })
    await owner.go('/accountSetting/costCenter/applyInvoice')
    const box = (i: number) =>
      page.getByRole('checkbox', { name: words('apply.order', { number: orders[i]!.orderNumber }) })
    const sum = (fen: number) => page.locator('.skz-sum').getByText(formatMoney(fen), { exact: true }).waitFor()
    await box(0).check()
    await page.locator('.ant-pagination-next').focus()
    await page.keyboard.press('Enter')
    await box(129).check()
    await sum(200)
    await page.getByRole('checkbox', { name: words('apply.all') }).check()
    await sum(3_100)
    await expectAccessible(owner)
    await page.locator('.ant-pagination-prev').focus()
    await page.keyboard.press('Enter')
    await box(0).waitFor()
    expect(await box(0).isChecked()).toBe(true)
    // As many of this page as there is room for.
    await page.getByRole('checkbox', { name: words('apply.all') }).click()
    await sum(100 * mostOrders)
    expect(await box(99).isDisabled()).toBe(true)
    await page.unroute('**/invoice/orders?*')
  })
})
