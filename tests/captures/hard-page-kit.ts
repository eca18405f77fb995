import { readFileSync } from 'node:fs'
import { afterEach, expect } from 'vitest'
import type { TestContext } from 'vitest'
import type { WebCaptureRequest } from '../../server/captures/web/web-capture.ts'
import { startFixtureSite } from '../kit/fixture-site/start.ts'
import type { FixtureSite } from '../kit/fixture-site/start.ts'
import { libraries } from '../kit/sweep/deal.ts'
import { capture, leftovers } from './capture-kit.ts'
import type { Attempt } from './capture-kit.ts'

export const WORDS = ['zh-CN', 'en'].map(
  (language) =>
    JSON.parse(readFileSync(new URL(`../../locales/${language}/captures.json`, import.meta.url), 'utf8')) as Record<
      string,
      Record<string, string>
    >,
)

/** Folders and files that collect pages: where none of them changed, a run collects a slice of the pages. */
export const captureSources = [
  'server/captures/',
  'server/kit/egress/',
  'contract/captures/',
  ...libraries,
  'proof/package/',
  'tests/captures/',
  'tests/kit/fixture-site/',
]

type Options = Parameters<typeof capture>[1]
export const open: (() => Promise<unknown>)[] = []

/** Whatever a test of a file has opened is closed after it, and nothing of it is left. */
export function leavingNothing() {
  afterEach(async () => {
    for (const close of open.splice(0).reverse()) await close()
    expect(await leftovers()).toEqual([])
  })
}

type Closing = (close: () => Promise<unknown>) => void

/** For tests beside each other: closes what one of them has opened, and nothing of its browser is left. */
export function closingAfter({ onTestFinished }: TestContext): Closing {
  const opened: (() => Promise<unknown>)[] = []
  onTestFinished(async () => {
    for (const close of opened.reverse()) await close()
    const left = await leftovers()
    if (left.length > 0) throw new Error(`left behind: ${left.join(', ')}`)
  })
  return (close) => void opened.push(close)
}

/** A site of its own for each capture, so that its log holds what this capture asked for and nothing else. */
export async function start(
  path: string,
  request: Partial<WebCaptureRequest> = {},
  options: Options = {},
  closing: Closing = (close) => void open.push(close),
): Promise<{ attempt: Attempt; site: FixtureSite }> {
  const site = await startFixtureSite()
  closing(() => site.close())
  const attempt = await capture(
    { scroll: false, ...request, url: `${site.url}${path}` },
    { ...options, limits: { loadMs: 8_000, idleMs: 3_000, scrollMs: 3_000, ...options?.limits } },
  )
  closing(() => attempt.remove())
  return { attempt, site }
}
