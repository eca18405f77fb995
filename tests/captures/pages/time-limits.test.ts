import { readdir } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import type { TestContext } from 'vitest'
import { startFixtureSite } from '../../kit/fixture-site/start.ts'
import { capture } from '../capture-kit.ts'
import type { Attempt } from '../capture-kit.ts'
import { closingAfter } from '../hard-page-kit.ts'

type Overrides = Parameters<typeof capture>[1]
const start = async (context: TestContext, path: string, overrides: Overrides): Promise<Attempt> => {
  const closing = closingAfter(context)
  const site = await startFixtureSite()
  closing(() => site.close())
  const attempt = await capture({ url: `${site.url}${path}` }, overrides)
  closing(() => attempt.remove())
  return attempt
}
const failure = async (context: TestContext, path: string, overrides: Overrides): Promise<unknown> => {
  const attempt = await start(context, path, overrides)
  const error: unknown = await attempt.result.then(
    () => null,
    (reason: unknown) => reason,
  )
  expect(await readdir(attempt.outDir).catch(() => [])).toEqual([])
  return error
}
const quick = { limits: { loadMs: 3_000, idleMs: 1_000, scrollMs: 2_000 } }

// Beside each other: they wait for what does not come.
describe.concurrent('limits of time', () => {
  it.for(['/never', '/drip'])('%s ends as timed out', async (path, context) => {
    expect(await failure(context, path, quick)).toMatchObject({ code: 'timed-out' })
  })

  it('the total deadline ends everything', async (context) => {
    expect(await failure(context, '/busy', { limits: { totalMs: 2_500, idleMs: 60_000 } })).toMatchObject({
      code: 'timed-out',
      params: { step: 'total' },
    })
  })

  it('an image that never comes makes the capture partial', async (context) => {
    const result = await (await start(context, '/slow-image', quick)).result
    expect(result).toMatchObject({ completeness: 'partial', httpStatus: 200 })
    expect(result.missing.map(({ code }) => code)).toContain('load-incomplete')
  })

  it('a page that never rests makes it partial', async (context) => {
    const result = await (await start(context, '/busy', quick)).result
    expect(result.missing.map(({ code }) => code)).toEqual(['network-busy'])
  })

  it('a page without an end is cut, and said to be', async (context) => {
    const result = await (await start(context, '/endless', quick)).result
    expect(result.missing.map(({ code }) => code)).toContain('goes-on')
  })

  describe('while others wait', () => {
    const crowded = () => {
      const seen = { asked: 0 }
      return {
        seen,
        limits: { silentMs: 1_000, loadMs: 8_000, idleMs: 1_000, scrollMs: 2_000 },
        othersWait: async () => ++seen.asked > 0,
      }
    }
    it('a page that never answers gives its place up, and says so', async (context) => {
      const { seen, ...others } = crowded()
      const begin = performance.now()
      expect(await failure(context, '/never', others)).toMatchObject({
        code: 'gave-way',
        params: { seconds: expect.toSatisfy((n: number) => n < 8), limit: 8 },
      })
      expect([seen.asked > 0, performance.now() - begin < 8_000]).toEqual([true, true])
    })

    it('an image that never comes makes the capture partial sooner', async (context) => {
      const { seen: _, ...others } = crowded()
      const result = await (await start(context, '/slow-image', others)).result
      expect(result.missing).toContainEqual({
        code: 'load-incomplete',
        params: { seconds: expect.toSatisfy((n: number) => n < 8) },
      })
    })

    it('a page that answers slowly keeps its time', async (context) => {
      const { seen: _, ...others } = crowded()
      expect(await failure(context, '/drip', others)).toMatchObject({ code: 'timed-out' })
    })
  })
})
