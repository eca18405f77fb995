import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest'
import { headerCalls } from '../../../contract/invoices/headers.ts'
import {
  named,
  openVisitor,
  type Setting,
  shareBrowser,
  type SharedBrowser,
  type Visitor,
} from '../../kit/browser/browser.ts'
import { callAs, registerByCalls } from '../../kit/browser/by-calls.ts'
import { allRows } from '../../kit/browser/evidence-list.ts'
import { somebody } from '../../kit/browser/sign-in.ts'
import { tellOnFailure } from '../../kit/browser/tell-on-failure.ts'

export const { service } = inject('world')
export const headers = '/accountSetting/controlOverInvoices/header'
export const chineseDesk: Setting = { language: 'zh-CN', device: 'desktop', theme: 'light' }
export const englishDesk: Setting = { language: 'en', device: 'desktop', theme: 'light' }

export let browser: SharedBrowser
export let visitor: Visitor
export let account: { phone: string; password: string }

/** A browser for the tests of a file, each with somebody of its own. */
export function withBrowser() {
  beforeAll(async () => {
    browser = await shareBrowser()
  })
  afterAll(() => browser.close())
  afterEach(async () => {
    expect(visitor.problems).toEqual([])
    await visitor.close()
  })
  tellOnFailure(service, () => [visitor])
}

/** Somebody with an account of their own, in which so many invoice headers stand, before any page; of a `fresh` one no part is loaded. */
export async function arrive(setting: Setting, titles: string[] = [], fresh = false) {
  const newcomer = somebody('榕城代理所', 'enterprise')
  account = newcomer
  visitor = await openVisitor(browser, service.url, setting, fresh)
  await registerByCalls(visitor, service, newcomer)
  for (const title of titles) await callAs(visitor, headerCalls.create, { body: { headType: 'PERSONAL', title } })
}

/** The same at the list of invoice headers. */
export async function come(setting: Setting, titles: string[] = [], fresh = false) {
  await arrive(setting, titles, fresh)
  await visitor.go(`${headers}?sort=title`)
  if (titles.length) await expect.poll(() => allRows(visitor).count()).toBe(Math.min(10, titles.length))
  else await visitor.page.getByText(visitor.say('invoices', 'resource.invoiceHeaders.empty'), { exact: true }).waitFor()
}

export const stored = async () =>
  (await callAs(visitor, headerCalls.list, { query: { pageSize: '500', sort: 'title' } })).list

export const common = (key: string, params?: Record<string, unknown>) => visitor.say('common', key, params)
export const dialog = () => visitor.page.getByRole('dialog')
export const button = (name: string) => visitor.page.getByRole('button', { name: named(name) })
export const press = (key: string, params?: Record<string, unknown>) =>
  dialog()
    .getByRole('button', { name: named(common(key, params)) })
    .click()
export const numbers = (...wanted: number[]) =>
  expect.poll(() => dialog().locator('.skz-counts dd').allTextContents()).toEqual(wanted.map(String))
export const choose = (name: string, buffer: Buffer) =>
  dialog().locator('input[type=file]').setInputFiles({ name, mimeType: 'application/octet-stream', buffer })
export const fitsTheScreen = async () =>
  expect(await visitor.page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
export const titleField = (page: Page = visitor.page) =>
  page.getByRole('dialog').getByLabel(visitor.say('invoices', 'field.title'), { exact: true })
