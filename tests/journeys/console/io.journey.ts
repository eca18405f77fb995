import { readFile } from 'node:fs/promises'
import { unzipSync } from 'fflate'
import type { Download } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import writeSheet from 'write-excel-file/node'
import type { Cell } from '../../../src/kit/io/sheet/cells.ts'
import { readFile as readSheet } from '../../../src/kit/io/sheet/read-file.ts'
import { expectAccessible } from '../../kit/browser/axe.ts'
import { named, openVisitor, shareBrowser, type SharedBrowser, type Visitor } from '../../kit/browser/browser.ts'
import { registerByCalls, signInByCalls } from '../../kit/browser/by-calls.ts'
import { allRows, rowOf } from '../../kit/browser/evidence-list.ts'
import { somebody } from '../../kit/browser/sign-in.ts'
import { tellOnFailure } from '../../kit/browser/tell-on-failure.ts'

const { service } = inject('world')
const customer = somebody('榕城代理所', 'enterprise')
const headers = '/accountSetting/controlOverInvoices/header'
const creditCode = '91350100M000100Y43'
let browser: SharedBrowser
let visitor: Visitor
tellOnFailure(service, () => [visitor])

/** Text as Chinese Excel writes it; Node has no encoder for it. */
const gb = (text: string) => {
  const table = new Map<string, number[]>()
  const decoder = new TextDecoder('gb18030')
  for (let a = 0xb0; a <= 0xf7; a++)
    for (let b = 0xa1; b <= 0xfe; b++) table.set(decoder.decode(new Uint8Array([a, b])), [a, b])
  return Buffer.from([...text].flatMap((c) => (c < '\x80' ? [c.charCodeAt(0)] : table.get(c)!)))
}

beforeAll(async () => {
  browser = await shareBrowser()
})
afterAll(() => browser.close())

const drawer = () => visitor.page.getByRole('dialog')
const say = (key: string, params?: Record<string, unknown>) => visitor.say('common', key, params)
const press = (key: string, params?: Record<string, unknown>) =>
  drawer()
    .getByRole('button', { name: named(say(key, params)) })
    .click()
/** The button at the end, not the cross. */
const close = () =>
  drawer()
    .getByRole('button', { name: named(say('close')) })
    .last()
    .click()
const open = (what: 'export' | 'import') =>
  visitor.page.getByRole('button', { name: say(`${what}.open`), exact: true }).click()
const choose = (name: string, buffer: Buffer) =>
  drawer().locator('input[type=file]').setInputFiles({ name, mimeType: 'application/octet-stream', buffer })
const cellsOf = async (file: Download): Promise<Cell[][]> =>
  (await readSheet(new Uint8Array(await readFile(await file.path())))).grid
async function saved(act: () => Promise<void>): Promise<Download> {
  const [file] = await Promise.all([visitor.page.waitForEvent('download'), act()])
  return file
}
const counts = () => drawer().locator('.skz-counts dd').allTextContents()
const numbers = (...wanted: number[]) => expect.poll(counts).toEqual(wanted.map(String))

describe('sheets in Chinese on a desktop', () => {
  beforeAll(async () => {
    visitor = await openVisitor(browser, service.url, { language: 'zh-CN', device: 'desktop', theme: 'light' })
    await registerByCalls(visitor, service, customer)
    await visitor.go(headers)
  })
  afterAll(async () => {
    expect(visitor.problems).toEqual([])
    await visitor.close()
  })

  it('begin with a template that says what goes where, and is not taken for rows', async () => {
    await open('import')
    await expectAccessible(visitor)
    const template = await saved(() => press('import.template'))
    const rows = await cellsOf(template)
    expect(rows[0]!.slice(0, 2)).toEqual(['类型 *', '抬头名称 *'])
    expect(rows).toHaveLength(3)
    await choose('模板.xlsx', await readFile(await template.path()))
    await visitor.page.getByText(say('import.noRows')).waitFor()
    await press('import.another')
  })

  it('that cannot be read say what to do', async () => {
    await choose('x.xlsx', Buffer.from('PK\u0003\u0004 nothing of the kind'))
    await drawer().getByText(say('import.file.unreadable')).waitFor()
    await expectAccessible(visitor)
  })

  it('are tried first: what is new, what repeats, what is wrong and in which row and column', async () => {
    await choose(
      '抬头.csv',
      gb(
        `类型,抬头,税号\r\n个人,张三,\r\n企业普票,福州公司,${creditCode}\r\n公司,李四,\r\n个人,张三,\r\n企业普票,某公司,123\r\n`,
      ),
    )
    // "抬头" is no field's heading: the person says what it is.
    await drawer()
      .getByText(say('import.missing', { names: '抬头名称 *' }))
      .waitFor()
    await expectAccessible(visitor)
    await drawer()
      .getByRole('combobox', { name: say('import.column', { n: 2, heading: '抬头' }) })
      .click()
    await visitor.page.locator('.ant-select-item-option').filter({ hasText: '抬头名称' }).click()
    await press('import.judge')
    await numbers(2, 0, 1, 2)
    const told = await drawer().locator('.skz-outcomes li').allTextContents()
    expect(told).toEqual([
      `${say('import.row', { n: 4 })} ${say('import.at', { name: '类型', message: visitor.say('errors', 'field.notAChoice') })}`,
      `${say('import.row', { n: 6 })} ${say('import.at', { name: '税号', message: visitor.say('errors', 'field.taxNo') })}`,
      `${say('import.row', { n: 5 })} ${say('import.sameAs', { n: 2 })}`,
    ])
    await expectAccessible(visitor)
    expect(await allRows(visitor).count()).toBe(0)
  })

  it('are imported, and the rows to mend come back as a sheet that is taken again', async () => {
    const refused = await saved(() => press('import.saveRefused', { count: 2 }))
    await press('import.begin', { count: 2 })
    await drawer().getByText(say('import.done')).waitFor()
    await numbers(2, 0, 1, 2)
    await expectAccessible(visitor)
    const rows = await cellsOf(refused)
    expect(rows[0]).toEqual(['类型', '抬头', '税号', say('import.reason')])
    const mended = rows.map((row, i) =>
      [i === 1 ? '个人' : row[0], i === 0 ? '抬头名称' : row[1], i === 2 ? '350100123456789' : row[2], row[3]].map(
        (cell) => (cell === null || typeof cell === 'object' ? null : cell),
      ),
    )
    await press('import.another')
    await choose('修改后.xlsx', await writeSheet([...mended, ['ENTERPRISE', '数字公司', 9.135e17]]).toBuffer())
    await press('import.judge')
    await numbers(2, 0, 0, 1)
    await drawer().getByText(say('import.cell.asText')).waitFor()
    await press('import.begin', { count: 2 })
    await drawer().getByText(say('import.done')).waitFor()
    await press('import.finish')
    await expect.poll(() => allRows(visitor).count()).toBe(4)
  })

  it('go out with all rows in the list’s order, or those chosen', async () => {
    await visitor.go(`${headers}?sort=title`)
    const titles = async (file: Download) => (await cellsOf(file)).map((row) => row[0])
    await expect.poll(() => allRows(visitor).count()).toBe(4)
    await open('export')
    await expectAccessible(visitor)
    const all = await saved(() => press('export.begin'))
    await drawer()
      .getByText(say('export.done', { n: '4' }))
      .waitFor()
    await expectAccessible(visitor)
    await close()
    expect(all.suggestedFilename()).toMatch(/^发票抬头 \d{4}年\d{1,2}月\d{1,2}日\.xlsx$/)
    const shown = await allRows(visitor).evaluateAll((rows: { querySelector(s: string): { textContent: string } }[]) =>
      rows.map((r) => r.querySelector('a').textContent),
    )
    expect(await titles(all)).toEqual(['抬头名称', ...shown])
    await rowOf(visitor, '张三').getByRole('checkbox').check()
    await rowOf(visitor, '福州公司').getByRole('checkbox').check()
    await open('export')
    await drawer()
      .getByRole('radio', { name: say('export.every') })
      .check()
    await drawer()
      .getByRole('radio', { name: say('export.csv') })
      .check()
    const some = await saved(() => press('export.begin'))
    await close()
    expect(await readFile(await some.path(), 'utf8')).toMatch(/^\uFEFF抬头名称,类型,税号,.*\r\n/)
    const rows = await cellsOf(some)
    expect(
      rows
        .slice(1)
        .map((r) => r.slice(0, 3))
        .toSorted(),
    ).toEqual([
      ['张三', '个人', ''],
      ['福州公司', '企业普票', creditCode],
    ])
  })
})

/** A list of any length, as the service would give it by cursor; the last page waits until it is let go. */
async function pretendRows(total: number, lastWaits: Promise<void>) {
  const at = '2026-11-21T08:05:09.000Z'
  await visitor.page.route('**/shimakaze/invoice/header?**', async (route) => {
    const asked = new URL(route.request().url()).searchParams
    if (asked.get('pageSize') !== '500') return route.fallback()
    const from = Number(asked.get('cursor') ?? 0)
    const list = Array.from({ length: Math.min(500, total - from) }, (_, i) => ({
      id: String(from + i),
      headType: 'PERSONAL',
      title: `第 ${from + i} 个抬头`,
      taxNo: null,
      address: null,
      phone: null,
      bank: null,
      account: null,
      isDefault: false,
      version: 1,
      createdAt: at,
      updatedAt: at,
    }))
    const end = from + 500 >= total
    if (end) await lastWaits
    await route
      .fulfill({
        json: {
          flag: true,
          success: true,
          statusCode: '000000',
          errorMessage: '',
          data: { list, total, totalIsEstimate: false, cursor: end ? null : String(from + 500) },
        },
      })
      .catch(() => {})
  })
}

describe('a long list', () => {
  beforeAll(async () => {
    visitor = await openVisitor(browser, service.url, { language: 'en', device: 'desktop', theme: 'light' })
    await signInByCalls(visitor, customer, headers)
    await rowOf(visitor, '福州公司').waitFor()
  })
  afterAll(async () => {
    expect(visitor.problems).toEqual([])
    await visitor.close()
  })

  it('can be stopped on its way out, and saves nothing then', async () => {
    await pretendRows(1_200, new Promise(() => {}))
    await open('export')
    await press('export.begin')
    await drawer()
      .getByText(say('export.count', { n: '1,000', total: '1,200' }))
      .waitFor()
    await expectAccessible(visitor)
    await press('export.stop')
    await drawer()
      .getByRole('radio', { name: say('export.all') })
      .waitFor()
    await press('cancel')
    await visitor.page.unrouteAll({ behavior: 'ignoreErrors' })
  })

  it('goes out in several files, with every row once', async () => {
    const files: Download[] = []
    visitor.page.on('download', (file) => files.push(file))
    await pretendRows(50_700, Promise.resolve())
    await open('export')
    await press('export.begin')
    await drawer()
      .getByText(say('export.done', { n: '50,700' }))
      .waitFor({ timeout: 60_000 })
    await expect.poll(() => files.length).toBe(2)
    await close()
    const parts = await Promise.all(
      files.map(async (file) =>
        new TextDecoder().decode(
          unzipSync(new Uint8Array(await readFile(await file.path())))['xl/worksheets/sheet1.xml'],
        ),
      ),
    )
    expect(parts.map((xml) => xml.match(/<row /g)!.length)).toEqual([50_001, 701])
    expect(files.map((f) => f.suggestedFilename().replace(/.*\(/, '('))).toEqual(['(1-2).xlsx', '(2-2).xlsx'])
  })
})

describe('sheets in English on a phone', () => {
  beforeAll(async () => {
    visitor = await openVisitor(browser, service.url, { language: 'en', device: 'phone', theme: 'dark' })
    await signInByCalls(visitor, customer, `${headers}?headType=PERSONAL`)
  })
  afterAll(async () => {
    expect(visitor.problems).toEqual([])
    await visitor.close()
  })

  it('go out with what fits the filters', async () => {
    await expect.poll(() => allRows(visitor).count()).toBe(2)
    await open('export')
    await drawer()
      .getByRole('radio', { name: say('export.fitting') })
      .waitFor()
    await expectAccessible(visitor)
    const file = await saved(() => press('export.begin'))
    const rows = await cellsOf(file)
    expect(rows[0]!.slice(0, 2)).toEqual(['Title', 'Kind'])
    expect(rows.slice(1).map((r) => r[1])).toEqual(['Personal', 'Personal'])
    await close()
  })

  it('come in the same way', async () => {
    await open('import')
    await choose('again.csv', Buffer.from('Kind,Title\nPersonal,张三\n'))
    await expectAccessible(visitor)
    await press('import.judge')
    await drawer().getByText(say('import.nothingNew')).waitFor()
    await numbers(0, 1, 0, 0)
    await expectAccessible(visitor)
    expect(await visitor.page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
  })
})
