import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findBrowser } from '../../server/captures/engine/browser/browser-path.ts'
import { startFixtureSite } from '../kit/fixture-site/start.ts'
import type { FixtureSite } from '../kit/fixture-site/start.ts'
import { capture, leftovers } from './capture-kit.ts'

let site: FixtureSite
beforeAll(async () => {
  site = await startFixtureSite()
})
afterAll(async () => {
  await site.close()
})

describe('the browser that comes with the set-up', () => {
  it('is found when the machine has none', async () => {
    expect(await findBrowser({ searchPath: '', prefer: 'packaged' })).toMatchObject({ kind: 'packaged' })
  })

  it('is not put in place of one that was configured and is missing', async () => {
    await expect(findBrowser({ configured: '/nowhere/chromium' })).rejects.toMatchObject({ code: 'browser-missing' })
  })

  it('captures the shop in full with the packaged fonts alone', async () => {
    const attempt = await capture({ url: `${site.url}/` }, { browser: { prefer: 'packaged' }, packagedFonts: true })
    try {
      const result = await attempt.result
      expect(result).toMatchObject({ completeness: 'full', title: '岛风百货 — 春季特卖' })
      expect(result.browser.build).toContain('packaged')
      const environment = JSON.parse(attempt.text('environment.json')) as {
        items: { code: string; facts: Record<string, unknown> }[]
      }
      expect(environment.items.find(({ code }) => code === 'fonts')?.facts).toMatchObject({
        source: 'packaged',
        coverage: {
          hans: true,
          hant: true,
          'han-b': false,
          hangul: true,
          tibetan: true,
          arabic: true,
          uighur: true,
          mongolian: true,
          yi: true,
          thai: true,
          devanagari: true,
          emoji: true,
        },
      })
      expect(await leftovers()).toEqual([])
    } finally {
      await attempt.remove()
    }
  })
})
