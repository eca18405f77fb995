import { readFileSync } from 'node:fs'
import { afterEach, expect } from 'vitest'
import type { WebCaptureRequest } from '../../server/captures/web/web-capture.ts'
import { startFixtureSite } from '../kit/fixture-site/start.ts'
import type { FixtureSite } from '../kit/fixture-site/start.ts'
import { capture, leftovers } from './capture-kit.ts'
import type { Attempt } from './capture-kit.ts'

export const WORDS = ['zh-CN', 'en'].map(
  (language) =>
    JSON.parse(readFileSync(new URL(`../../locales/${language}/captures.json`, import.meta.url), 'utf8')) as Record<
      string,
      Record<string, string>
    >,
)

type Options = Parameters<typeof capture>[1]
export const open: (() => Promise<unknown>)[] = []

/** Whatever a test of a file has opened is closed after it, and nothing of it is left. */
export function leavingNothing() {
  afterEach(async () => {
    for (const close of open.splice(0).reverse()) await close()
    expect(await leftovers()).toEqual([])
  })
}

/** A site of its own for each capture, so that its log holds what this capture asked for and nothing else. */
export async function start(
  path: string,
  request: Partial<WebCaptureRequest> = {},
  options: Options = {},
): Promise<{ attempt: Attempt; site: FixtureSite }> {
  const site = await startFixtureSite()
  open.push(() => site.close())
  const attempt = await capture(
    { scroll: false, ...request, url: `${site.url}${path}` },
    { ...options, limits: { loadMs: 8_000, idleMs: 3_000, scrollMs: 3_000, ...options?.limits } },
  )
  open.push(() => attempt.remove())
  return { attempt, site }
}
