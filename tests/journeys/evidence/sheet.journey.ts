import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import writeSheet from 'write-excel-file/node'
import { newId } from '../../../server/kit/ids.ts'
import { readSheet } from '../../../server/captures/batch/read-sheet.ts'
import { expectAccessible } from '../../kit/browser/axe.ts'
import { openVisitor, type Setting, shareBrowser, type SharedBrowser, type Visitor } from '../../kit/browser/browser.ts'
import { signInByCalls } from '../../kit/browser/by-calls.ts'
import { dressed } from '../../kit/browser/dress.ts'
import { allRows, captureTime } from '../../kit/browser/evidence-list.ts'
import { tellOnFailure } from '../../kit/browser/tell-on-failure.ts'

const { service, shop } = inject('world')
const settings: Setting[] = [
  { language: 'zh-CN', device: 'desktop', theme: 'light' },
  { language: 'en', device: 'phone', theme: 'dark' },
]
let browser: SharedBrowser
beforeAll(async () => {
  browser = await shareBrowser()
})
afterAll(() => browser.close())

describe.each(dressed(settings))('a sheet of addresses, $language on a $device', (setting) => {
  let visitor: Visitor
  tellOnFailure(service, () => [visitor])
  beforeAll(async () => {
    visitor = await openVisitor(browser, service.url, setting)
    await signInByCalls(visitor, service.accounts.enterprise)
  })
  afterAll(async () => {
    expect(visitor.problems).toEqual([])
    await visitor.close()
  })
  const choose = (name: string, buffer: Buffer) =>
    visitor.page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/octet-stream', buffer })
  const row = (url: string, name: string) => [{ value: url }, { value: name }]

  it('comes as a template that opens as a sheet', async () => {
    const { page, say } = visitor
    await visitor.go('/onlineForensics/web/addExcel')
    await expectAccessible(visitor)
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: new RegExp(say('console', 'sheet.template')) }).click(),
    ])
    const bytes = await readFile(await file.path())
    expect((await readSheet('journey', new Uint8Array(bytes))).cells[0]![0]).toContain(say('captures', 'sheet.url'))
  })

  it('says what is wrong with a file that is none', async () => {
    await choose('x.xlsx', Buffer.from('nothing of the kind'))
    await visitor.page.getByText(visitor.say('errors', 'field.sheet.unreadable')).waitFor()
    await expectAccessible(visitor)
  })

  it('shows each row with its problem, captures the good ones, and follows them to the end', async () => {
    const { page, say } = visitor
    const name = `${setting.device}.xlsx`
    await choose(
      name,
      await writeSheet([row(`${shop}/landing?${setting.device}`, 'First'), row('no address', 'Second')]).toBuffer(),
    )
    await page.getByText(say('errors', 'field.url.url-malformed')).waitFor()
    await page.getByText(say('console', 'sheet.good', { count: 1 })).waitFor()
    await expectAccessible(visitor)
    await page.getByRole('button', { name: say('console', 'sheet.start', { count: 1 }), exact: true }).click()
    const batch = page.getByRole('listitem').filter({ hasText: name })
    await batch
      .getByText(say('console', 'batch.counts', { done: 1, failed: 0, waiting: 0 }))
      .waitFor({ timeout: captureTime })
    await expectAccessible(visitor)
    await batch.getByRole('link').click()
    await expect.poll(() => allRows(visitor).count()).toBe(1)
    await expectAccessible(visitor)
  })

  it('leads to batches beyond the first ten, by the keyboard too', async () => {
    const { page } = visitor
    const batch = (i: number) => ({
      id: newId(),
      batchId: newId(),
      name: `sheet-${i}.xlsx`,
      operator: 'Somebody',
      date: '2026-11-24T04:00:00.000Z',
      count: 1,
      done: 1,
      failed: 0,
      waiting: 0,
    })
    await page.route('**/attestation/url/batch?*', async (route) => {
      const from = (Number(new URL(route.request().url()).searchParams.get('pageNum')) - 1) * 10
      const list = Array.from({ length: Math.min(10, 23 - from) }, (_, i) => batch(from + i + 1))
      const data = { list, total: 23, totalIsEstimate: false }
      await route.fulfill({ json: { flag: true, success: true, statusCode: '000000', errorMessage: '', data } })
    })
    await visitor.go('/onlineForensics/web/addExcel')
    const shown = page.getByRole('listitem').filter({ hasText: /sheet-\d+\.xlsx/ })
    await expect.poll(() => shown.count()).toBe(10)
    await page.locator('.ant-pagination-next').focus()
    await page.keyboard.press('Enter')
    await page.getByText('sheet-11.xlsx').waitFor()
    await page.keyboard.press('Enter')
    await page.getByText('sheet-23.xlsx').waitFor()
    expect(await shown.count()).toBe(3)
    await expectAccessible(visitor)
    await page.unroute('**/attestation/url/batch?*')
  })
})
