import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { expect, it } from 'vitest'
import { addressCalls } from '../../../contract/addresses/addresses.ts'
import { headerCalls } from '../../../contract/invoices/headers.ts'
import { depositCalls } from '../../../contract/registry/deposits.ts'
import { callAs } from '../../kit/browser/by-calls.ts'
import { builtSampleConsole } from '../../kit/sample-console/build-console.ts'
import { chineseDesk, come, stored, visitor, withBrowser } from './newcomer-kit.ts'

withBrowser()

const types: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml' }

/** Forms of Refine leave what a refused save throws to nobody. */
const forgive = (message: string) =>
  expect(visitor.problems.splice(0).filter((p) => p !== `script error: ${message}`)).toEqual([])

/** The sample console's pages over the real service: what is no call comes from its build. */
async function visitStock(path: string) {
  const dist = builtSampleConsole()
  await visitor.context.route(/\/(stock|assets)\//, async (route) => {
    const { pathname } = new URL(route.request().url())
    const type = types[extname(pathname)]
    const body = await readFile(join(dist, type ? pathname : 'console.html')).catch(() => undefined)
    // The page that is left loads parts of its own meanwhile, which are the service's.
    if (!body) return route.continue()
    await route.fulfill({ body, contentType: type ?? 'text/html; charset=utf-8' })
  })
  await visitor.go(path)
}
const rows = () => visitor.page.locator('.ant-table-row')
const titles = () => rows().locator('td:first-child').allTextContents()

it('lists, adds, changes, chooses and removes records by the hooks of Refine alone', async () => {
  await come(chineseDesk, ['甲', '乙', '丙'])
  await visitStock('/stock/headers')
  const { page } = visitor
  await expect.poll(titles).toEqual(['丙', '乙'])
  await page.getByTitle('2', { exact: true }).click()
  await expect.poll(titles).toEqual(['甲'])
  await page.reload()
  await expect.poll(titles, { message: 'a list stands in its address' }).toEqual(['甲'])

  await page.getByRole('button', { name: 'Add' }).click()
  const modal = page.getByRole('dialog')
  await modal.locator('.ant-modal-footer .ant-btn-primary').click()
  await modal.getByText(visitor.say('errors', 'field.required')).waitFor()
  forgive(visitor.say('errors', 'code.bad-parameter'))
  await modal.getByLabel('Name').fill('丁')
  await modal.locator('.ant-modal-footer .ant-btn-primary').click()
  await expect.poll(titles).toEqual(['乙', '甲'])

  await page.getByRole('button', { name: 'Edit 甲' }).click()
  const name = page.getByLabel('Changed name')
  await expect.poll(() => name.inputValue()).toBe('甲')
  await name.fill('甲甲')
  // Somebody else saves it first: what a stock form shows is older than what is saved.
  const header = (await stored()).find((h) => h.title === '甲')!
  await callAs(visitor, headerCalls.update, { params: { id: header.id }, body: { ...header, title: '甲乙' } })
  await page.getByRole('button', { name: 'Keep' }).click()
  await page.getByText(visitor.say('errors', 'code.conflict')).first().waitFor()
  expect((await stored()).map((h) => h.title)).toContain('甲乙')
  forgive(visitor.say('errors', 'code.conflict'))

  await page.goto(`${visitor.page.url().split('?')[0]}`)
  await page.getByRole('combobox', { name: 'Choose' }).fill('乙')
  await page.locator('.ant-select-item-option', { hasText: /^乙$/ }).waitFor()
  await page.keyboard.press('Escape')
  const removed = (await titles())[0]!
  await page.getByRole('button', { name: `Delete ${removed}` }).click()
  await page.locator('.ant-popconfirm-buttons .ant-btn-dangerous').click()
  await expect.poll(async () => (await stored()).map((h) => h.title)).not.toContain(removed)
})

it('adds a record in steps', async () => {
  await come(chineseDesk)
  await visitStock('/stock/addresses')
  const { page } = visitor
  await page.getByLabel('name').fill('林晓')
  await page.getByLabel('phone').fill('13900000000')
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByLabel('provinceCode').fill('350000')
  await page.getByLabel('cityCode').fill('350100')
  await page.getByLabel('regionCode').fill('350102')
  await page.getByLabel('detail').fill('东街 1 号')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => rows().allTextContents()).toEqual(['林晓鼓楼区'])
  const { list } = await callAs(visitor, addressCalls.list, { query: {} })
  expect(list).toMatchObject([{ name: '林晓', detail: '东街 1 号' }])
})

it('knows rights at once, tells refusals as the service words them, and offers to undo', async () => {
  await come(chineseDesk)
  const { no } = await callAs(visitor, depositCalls.hash, {
    body: { fileName: '合同.pdf', sha256: 'ab'.repeat(32), fileSize: 1 },
  } as never)
  await visitStock('/stock/evidence')
  const { page } = visitor
  await page.getByText(`${no} true false`).waitFor()
  await page.getByRole('button', { name: 'Refused' }).click()
  await page.locator('.ant-message').getByText(visitor.say('errors', 'code.not-found')).waitFor()
  await page.getByRole('button', { name: 'Undoable' }).click()
  await page.locator('.ant-notification').getByText('Undo me').waitFor()
})
