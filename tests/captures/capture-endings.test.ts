import { readdir } from 'node:fs/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startFixtureSite } from '../kit/fixture-site/start.ts'
import type { FixtureSite } from '../kit/fixture-site/start.ts'
import { capture, leftovers } from './capture-kit.ts'
import type { Attempt } from './capture-kit.ts'

let site: FixtureSite
const attempts: Attempt[] = []
beforeAll(async () => {
  site = await startFixtureSite()
})
afterAll(async () => {
  for (const attempt of attempts.splice(0)) await attempt.remove()
  await site.close()
})
afterEach(async () => {
  const left = await leftovers()
  if (left.length > 0) throw new Error(`left behind: ${left.join(', ')}`)
})

type Args = Parameters<typeof capture>
const start = async (path: string, overrides: Args[1] = {}, request: Partial<Args[0]> = {}): Promise<Attempt> => {
  const attempt = await capture({ ...request, url: `${site.url}${path}` }, overrides)
  attempts.push(attempt)
  return attempt
}
const failure = async (path: string, overrides: Args[1] = {}): Promise<unknown> => {
  const attempt = await start(path, overrides)
  const error: unknown = await attempt.result.then(
    () => null,
    (reason: unknown) => reason,
  )
  expect(await readdir(attempt.outDir).catch(() => [])).toEqual([])
  return error
}
const shopOnly = { allowPrivate: ['127.0.0.1'] }

describe('what may not be reached', () => {
  it('refuses a private address at once when nobody allowed it', async () => {
    const before = site.log.length
    expect(await failure('/', { allowPrivate: [] })).toMatchObject({
      code: 'address-refused',
      params: { host: '127.0.0.1' },
    })
    expect(site.log.length).toBe(before)
  })

  it.each(['/to-trap', '/js-to-trap'])('refuses %s, which leads there, without a packet', async (path) => {
    expect(await failure(path, shopOnly)).toMatchObject({
      code: 'address-refused',
      params: { host: '127.0.0.66', reason: 'loopback' },
    })
    expect(site.trapped()).toBe(0)
  })

  it('captures a page that embeds it, without a packet, and says so', async () => {
    const result = await (await start('/embeds-trap', shopOnly)).result
    expect(result.completeness).toBe('partial')
    expect(result.missing).toEqual([
      { code: 'resources-refused', params: { hosts: ['127.0.0.66'] } },
      { code: 'frames-failed', params: { count: 1 } },
    ])
    expect(site.trapped()).toBe(0)
  })

  it('holds without a namespace too', async () => {
    expect(await failure('/to-trap', { ...shopOnly, without: ['namespace'] })).toMatchObject({
      code: 'address-refused',
    })
    const result = await (await start('/landing', { without: ['namespace', 'uid'] })).result
    expect(result.isolation).not.toContain('namespace')
    expect(site.trapped()).toBe(0)
  })
})

describe.concurrent('what a page may turn out to be', () => {
  it('an error page is captured with its status', async () => {
    expect(await (await start('/error')).result).toMatchObject({
      httpStatus: 500,
      title: '服务器错误',
      completeness: 'full',
    })
  })

  it('a download becomes a file', async () => {
    const result = await (await start('/download')).result
    expect(result.files.map(({ path }) => path)).toContain('download/合同.bin')
    expect(result.tiles).toEqual([])
  })

  it.each(['/json', '/image'])('%s is captured as shown', async (path) => {
    const result = await (await start(path)).result
    expect(result).toMatchObject({ httpStatus: 200, completeness: 'full' })
    expect(result.tiles).toHaveLength(1)
  })

  it.each(['/meta-refresh', '/js-redirect'])('%s is followed', async (path) => {
    const result = await (await start(path)).result
    expect(result.finalUrl).toBe(`${site.url}/landing`)
    expect(result.redirects.map(({ kind }) => kind)).toEqual(['client', 'final'])
  })

  it('dialogs are closed and opened windows filed', async () => {
    const attempt = await start('/alert')
    await attempt.result
    const operations = attempt.lines<{ operation: string }>('operations.jsonl').map(({ operation }) => operation)
    expect(operations.filter((operation) => operation === 'dialog-closed')).toHaveLength(2)
    expect(operations).toContain('window-closed')
  })

  it('a layout by the window is not changed for a frame below it, and that is said', async () => {
    const result = await (await start('/full-height')).result
    expect(result.missing).toEqual([{ code: 'frames-unpainted', params: {} }])
    expect(result.tiles.reduce((sum, { height }) => sum + height, 0)).toBeLessThan(4_000)
  })

  it('an empty page is no evidence', async () => {
    expect(await failure('/blank')).toMatchObject({ code: 'blank-page' })
  })

  it('an empty page is none either where its hidden parts take long to read', async () => {
    expect(await failure('/blank-but-large')).toMatchObject({ code: 'blank-page' })
  })

  it('a circle of redirects ends', async () => {
    expect(await failure('/loop')).toMatchObject({ code: 'too-many-redirects' })
  })
})

it('a phone sees the phone layout', async () => {
  const result = await (await start('/landing', {}, { device: 'mobile' })).result
  expect(result.tiles[0]?.width).toBe(780)
  expect(site.log.findLast(({ url }) => url.endsWith('/landing'))?.headers['user-agent']).toContain('Mobile')
})

describe('limits of size', () => {
  it.each(['/huge', '/huge-unsized'])('an endless body at %s ends at the byte limit', async (path) => {
    expect(await failure(path, { limits: { bytes: 3_000_000 } })).toMatchObject({ code: 'too-large' })
  })

  it.each(['/bomb', '/memory'])('%s is killed at the memory limit', async (path) => {
    expect(await failure(path, { limits: { memoryMb: 500 } })).toMatchObject({
      code: 'memory-limit',
      params: { limit: 500 },
    })
  })

  it('a response above the cap is listed and not stored', async () => {
    const result = await (await start('/image', { limits: { bodyBytes: 100 } })).result
    expect(result.missing).toEqual([{ code: 'body-truncated', params: { count: 1 } }])
  })
})

describe('an order to stop', () => {
  it.each(['browser', 'load', 'settle', 'record'])(
    'at step %s leaves nothing behind within two seconds',
    async (step) => {
      const controller = new AbortController()
      let aborted = 0
      const attempt = await start('/', {
        signal: controller.signal,
        onProgress: (progress) => {
          if (progress.step !== step || aborted > 0) return
          aborted = performance.now()
          setTimeout(() => controller.abort(), 30)
        },
      })
      await expect(attempt.result).rejects.toMatchObject({ code: 'cancelled' })
      expect(performance.now() - aborted).toBeLessThan(2_000)
      expect(await leftovers()).toEqual([])
      expect(await readdir(attempt.outDir).catch(() => [])).toEqual([])
    },
  )

  it('given before the start starts nothing', async () => {
    expect(await failure('/', { signal: AbortSignal.abort() })).toMatchObject({ code: 'cancelled' })
  })
})
