import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Visitor } from '../kit/browser/browser.ts'
import { shareBrowser, type SharedBrowser } from '../kit/browser/browser.ts'
import { hashOfSkeleton, isFirstOfItsKind } from '../kit/browser/page-skeleton.ts'

// Journeys look at the accessibility of a page once: whatever of it could be another finding must make it another page.

let browser: SharedBrowser
beforeAll(async () => {
  browser = await shareBrowser()
})
afterAll(() => browser?.close())

async function hashOf(body: string, theme: 'light' | 'dark' = 'light'): Promise<string> {
  const page = await (await browser.newContext()).newPage()
  await page.setContent(`<html lang="zh-CN" data-theme="${theme}"><title>证据</title><main>${body}</main></html>`)
  return hashOfSkeleton({ page, setting: { language: 'zh-CN', device: 'desktop', theme } } as Visitor)
}

const row = (name: string) =>
  `<tr class="row"><td>${name}</td><td><button aria-label="删除 ${name}">×</button></td></tr>`
const form = '<label for="name">名称</label><input id="name" type="text" class="field">'

it('takes a page with other words and more rows of a kind for the same', async () => {
  expect(await hashOf(`<table>${row('甲')}</table>`)).toBe(await hashOf(`<table>${row('乙')}${row('丙')}</table>`))
})

it.each([
  ['a field lost its label', form.replace('for="name"', 'for="other"')],
  ['a label is empty', form.replace('名称', '')],
  ['a class is another', form.replace('class="field"', 'class="field pale"')],
  ['a colour is given in place', form.replace('class="field"', 'class="field" style="color: #ccc"')],
  ['a role is there', form.replace('type="text"', 'type="text" role="combobox"')],
  ['a state is another', form.replace('type="text"', 'type="text" aria-invalid="true"')],
  ['something can have the focus', form.replace('type="text"', 'type="text" tabindex="-1"')],
  ['a picture came without a text', `${form}<img src="data:,">`],
])('takes it for another where %s', async (_, changed) => {
  expect(await hashOf(changed)).not.toBe(await hashOf(form))
})

it('takes a page in another theme for another', async () => {
  expect(await hashOf(form, 'dark')).not.toBe(await hashOf(form))
})

it('tells the first of a kind from those that follow', () => {
  const folder = mkdtempSync(join(tmpdir(), 'skz-looked-'))
  expect([isFirstOfItsKind(folder, 'a'), isFirstOfItsKind(folder, 'b'), isFirstOfItsKind(folder, 'a')]).toEqual([
    true,
    true,
    false,
  ])
  rmSync(folder, { recursive: true })
})
