import { headerCalls } from '../../../contract/invoices/headers.ts'
import { callAs } from '../../kit/browser/by-calls.ts'
import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import writeSheet from 'write-excel-file/node'
import { readFile as readSheet } from '../../../src/kit/io/sheet/read-file.ts'
import { expectAccessible } from '../../kit/browser/axe.ts'
import { named, openVisitor, type Setting } from '../../kit/browser/browser.ts'
import { signInByCalls } from '../../kit/browser/by-calls.ts'
import { allRows } from '../../kit/browser/evidence-list.ts'
import {
  account,
  browser,
  button,
  chineseDesk,
  choose,
  come,
  common,
  dialog,
  fitsTheScreen,
  numbers,
  press,
  service,
  stored,
  visitor,
  withBrowser,
} from './newcomer-kit.ts'

withBrowser()

const chinesePhone: Setting = { language: 'zh-CN', device: 'phone', theme: 'light' }

describe('on a phone, in Chinese', () => {
  it('a sheet comes in: its columns matched, tried first, what is wrong told and given back as a sheet', async () => {
    await come(chinesePhone)
    const { page, say } = visitor
    await page.getByRole('button', { name: common('import.open'), exact: true }).click()
    await expectAccessible(visitor)
    await fitsTheScreen()
    await choose(
      '抬头.xlsx',
      await writeSheet([
        ['类型', '抬头', '税号'],
        ['个人', '张三', null],
        ['企业普票', '福州公司', '91350100M000100Y43'],
        ['公司', '李四', null],
        ['个人', '张三', null],
        ['企业普票', '某公司', '123'],
      ]).toBuffer(),
    )
    await dialog()
      .getByText(common('import.missing', { names: '抬头名称 *' }))
      .waitFor()
    await fitsTheScreen()
    await dialog()
      .getByRole('combobox', { name: common('import.column', { n: 2, heading: '抬头' }) })
      .click()
    await page.locator('.ant-select-item-option').filter({ hasText: '抬头名称' }).waitFor()
    await expectAccessible(visitor)
    await page.locator('.ant-select-item-option').filter({ hasText: '抬头名称' }).click()
    await press('import.judge')
    await numbers(2, 0, 1, 2)
    await dialog()
      .getByText(common('import.at', { name: '税号', message: say('errors', 'field.taxNo') }))
      .waitFor()
    await dialog()
      .getByText(common('import.sameAs', { n: 2 }))
      .waitFor()
    await expectAccessible(visitor)
    await fitsTheScreen()
    expect(await stored()).toEqual([])
    await press('import.begin', { count: 2 })
    await dialog().getByText(common('import.done')).waitFor()
    await numbers(2, 0, 1, 2)
    await expectAccessible(visitor)
    const [file] = await Promise.all([page.waitForEvent('download'), press('import.saveRefused', { count: 2 })])
    const { grid: rows } = await readSheet(new Uint8Array(await readFile(await file.path())))
    expect(rows[0]).toEqual(['类型', '抬头', '税号', common('import.reason')])
    expect(rows.slice(1).map((r) => r.slice(0, 2))).toEqual([
      ['公司', '李四'],
      ['企业普票', '某公司'],
    ])
    await press('import.finish')
    await expect.poll(() => allRows(visitor).count()).toBe(2)
    await expectAccessible(visitor)
  })
})

describe('many at once, in Chinese', () => {
  it('each is told what became of it, where one was removed elsewhere meanwhile', async () => {
    await come(chineseDesk, ['甲', '乙', '丙'])
    const { page, say } = visitor
    await page.getByRole('checkbox', { name: common('list.selectPage') }).check()
    await button(say('invoices', 'action.remove.label')).click()
    await dialog().waitFor()
    await expectAccessible(visitor)
    const gone = (await stored()).find((h) => h.title === '乙')!
    await callAs(visitor, headerCalls.remove, { params: { id: gone.id } })
    await dialog()
      .getByRole('button', { name: named(say('invoices', 'action.remove.label')) })
      .click()
    await dialog()
      .getByText(common('bulk.count', { done: 2, refused: 1, all: 3 }))
      .waitFor()
    await dialog().getByRole('listitem').filter({ hasText: '乙' }).getByText(say('errors', 'code.not-found')).waitFor()
    await expectAccessible(visitor)
    expect(await stored()).toEqual([])
  })

  it('a view is kept and its link shows the same to whoever opens it, on a phone too', async () => {
    await come(chineseDesk, ['甲公司', '乙公司', '丙所'])
    const { page } = visitor
    await page.getByRole('textbox', { name: visitor.say('invoices', 'resource.invoiceHeaders.search') }).fill('公司')
    await expect.poll(() => allRows(visitor).count()).toBe(2)
    await button(common('views.title')).click()
    await page.getByRole('menuitem', { name: common('views.keep') }).click()
    await dialog().getByLabel(common('views.name')).fill('各公司')
    await dialog()
      .getByRole('checkbox', { name: common('views.share') })
      .check()
    await expectAccessible(visitor)
    await press('save')
    await button('各公司').waitFor()
    await expectAccessible(visitor)
    const phone = await openVisitor(browser, service.url, chinesePhone)
    await signInByCalls(phone, account, page.url())
    await phone.page.getByRole('button', { name: named('各公司') }).waitFor()
    await expect.poll(() => allRows(phone).count()).toBe(2)
    await expectAccessible(phone)
    expect(phone.problems).toEqual([])
    await phone.close()
  })
})
