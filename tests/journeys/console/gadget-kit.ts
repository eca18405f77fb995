import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import {
  named,
  openVisitor,
  type Setting,
  shareBrowser,
  type SharedBrowser,
  type Visitor,
} from '../../kit/browser/browser.ts'
import { builtSampleConsole } from '../../kit/sample-console/build-console.ts'
import { type GadgetService, startGadgetService } from '../../kit/sample-console/service.ts'
import { tellOnFailure } from '../../kit/browser/tell-on-failure.ts'
import { gadgetWords } from '../../kit/sample-console/words.ts'

export const setting: Setting = { language: 'en', device: 'desktop', theme: 'light' }
export const w = gadgetWords.en
export let browser: SharedBrowser
export let service: GadgetService
export let visitor: Visitor

/** A console with resources of a sample, and for every test of a file a service that has just begun and somebody who looks for the first time. */
export function withGadgets() {
  beforeAll(async () => {
    browser = await shareBrowser()
    service = await startGadgetService(builtSampleConsole(), 42)
  })
  afterAll(async () => {
    await browser?.close()
    await service?.close()
  })
  beforeEach(async () => {
    await service.beginAnew(42)
    visitor = await openVisitor(browser, service.url, setting)
  })
  afterEach(async () => {
    expect(visitor.problems).toEqual([])
    await visitor.close()
  })
  tellOnFailure({}, () => [visitor])
}

export const row = (n: number) =>
  visitor.page.getByRole('row', { name: `Gadget ${String(n).padStart(6, '0')}`, exact: true })
const names = () =>
  visitor.page
    .locator('.skz-table tbody tr[data-index]')
    .evaluateAll((rows: { getAttribute(name: string): string }[]) =>
      rows.map((r) => Number(r.getAttribute('aria-label').slice(7))),
    )
export const shows = (wanted: number[]) => expect.poll(names).toEqual(wanted)
export const button = (name: string) => visitor.page.getByRole('button', { name: named(name) })

export const lists = () => service.asked.filter((a) => a.path === 'gadgets/list')
export const common = (key: string, values?: Record<string, unknown>) => visitor.say('common', key, values)
export const dialog = () => visitor.page.getByRole('dialog')
