import { afterAll, beforeAll, expect } from 'vitest'
import { openVisitor, type Setting, shareBrowser, type SharedBrowser, type Visitor } from './browser.ts'
import type { ServiceInfo } from './start-service.ts'
import { tellOnFailure } from './tell-on-failure.ts'

/** Both languages, both widths, both appearances, in two. */
export const bothLanguages = [
  { language: 'zh-CN', device: 'desktop', theme: 'light' },
  { language: 'en', device: 'phone', theme: 'dark' },
] as const satisfies readonly Setting[]

/**
 * A browser for a file's journeys, and the way to open it for somebody; nobody's page may have complained in the end. A service
 * that the file starts itself is asked for once it runs, and `foreign` names hosts that its pages lead to.
 */
export function openVisitors(
  service: ServiceInfo | (() => ServiceInfo),
  foreign: () => string[] = () => [],
): (setting: Setting) => Promise<Visitor> {
  let browser: SharedBrowser
  const visitors: Visitor[] = []
  tellOnFailure(service, () => visitors)
  beforeAll(async () => {
    browser = await shareBrowser()
  })
  afterAll(async () => {
    expect(visitors.flatMap((v) => v.problems).filter((p) => !foreign().some((host) => p.includes(host)))).toEqual([])
    await browser.close()
  })
  return async (setting) => {
    const visitor = await openVisitor(browser, (typeof service === 'function' ? service() : service).url, setting)
    visitors.push(visitor)
    return visitor
  }
}
