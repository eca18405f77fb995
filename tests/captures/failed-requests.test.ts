import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lastConnection } from '../../server/captures/web/net-errors.ts'
import { sealableWebCapture } from '../../server/captures/web/seal-web-capture.ts'
import type { WebCapture } from '../../server/captures/web/web-capture.ts'
import { startFixtureSite } from '../kit/fixture-site/start.ts'
import type { EgressGuard, GuardedConnection } from '../../server/kit/egress/guard.ts'
import type { FixtureSite } from '../kit/fixture-site/start.ts'
import { capture } from './capture-kit.ts'
import { leavingNothing } from './hard-page-kit.ts'

leavingNothing()

let site: FixtureSite
beforeAll(async () => void (site = await startFixtureSite()))
afterAll(() => site?.close())

async function captured(path: string): Promise<WebCapture> {
  // The trap, beyond the site's own addresses, stays forbidden.
  const attempt = await capture({ url: `${site.url}${path}` }, { allowPrivate: ['127.0.0.1', '127.0.0.2'] })
  try {
    return await attempt.result
  } finally {
    await attempt.remove()
  }
}

const cautionsOf = (result: WebCapture) => (sealableWebCapture(result).shown as { cautions: unknown }).cautions

describe('what a page asked for and did not get', () => {
  it('is listed with whose fault it was; a frame that stayed empty makes the capture partial', async () => {
    const result = await captured('/holes')
    const found = result.failures.map(({ url, type, fault, status }) => [
      type,
      new URL(url).pathname,
      fault,
      ...(status === null ? [] : [status]),
    ])
    expect(found.toSorted()).toEqual(
      [
        ['Document', '/frame', 'connection-refused'],
        ['Document', '/no-such-frame', 'status', 404],
        ['Fetch', '/api/stock', 'page-rules', 200],
        ['Image', '/missing.png', 'status', 404],
        ['Image', '/picture.png', 'name-not-found'],
        ['Image', '/pixel.png', 'platform'],
        ['Script', '/other.js', 'page-rules'],
        ['Script', '/script.js', 'connection-refused'],
      ].toSorted(),
    )
    expect(result.stats.failed).toBe(found.length)
    expect(result).toMatchObject({ completeness: 'partial' })
    expect(result.missing).toContainEqual({ code: 'frames-failed', params: { count: 2 } })
  })

  it('is said of a page that only shows that it could not load', async () => {
    const result = await captured('/viewer')
    expect(result).toMatchObject({ completeness: 'full', stats: { failed: 2 } })
    expect(cautionsOf(result)).toEqual([
      { code: 'requests-failed', params: { failed: 2, requests: result.stats.requests } },
    ])
  })

  it('is not what the page left behind on its way, such as a check of the visitor', async () => {
    const result = await captured('/challenge')
    expect(result).toMatchObject({ completeness: 'full', httpStatus: 200, failures: [], missing: [] })
    expect(result.redirects.map(({ status }) => status)).toEqual([403, 200])
    expect(cautionsOf(result)).toEqual([])
  })

  it('is not the page itself: of an error page it is said what it is', async () => {
    const result = await captured('/error')
    expect(result).toMatchObject({ completeness: 'full', httpStatus: 500, stats: { failed: 0 } })
    expect(cautionsOf(result)).toEqual([{ code: 'page-status', params: { status: 500 } }])
  })
})

describe('whom each request reached', () => {
  it('is the last connection to its place, and each connection is looked at once', () => {
    let looked = 0
    const connection = (host: string, port: number, dialledAddress: string) =>
      ({
        get host() {
          looked += 1
          return host
        },
        port,
        dialledAddress,
      }) as GuardedConnection
    const connections = [
      connection('shop.example', 443, '192.0.2.1'),
      connection('SHOP.example.', 443, '192.0.2.2'),
      connection('shop.example', 8443, '192.0.2.3'),
      ...Array.from({ length: 500 }, (_, n) => connection(`h${n}.example`, 443, '192.0.2.4')),
    ]
    const guard = { connections } as unknown as EgressGuard
    const reached = (url: string) => lastConnection(guard, url)?.dialledAddress ?? null
    const all = Array.from({ length: 500 }, (_, n) => reached(`https://shop.example/${n}`))
    expect(new Set(all)).toEqual(new Set(['192.0.2.2']))
    expect(looked).toBeLessThanOrEqual(connections.length)
    connections.push(connection('shop.example', 443, '192.0.2.5'))
    const later = ['https://shop.example/', 'https://shop.example:8443/', 'https://none.example/'].map(reached)
    expect(later).toEqual(['192.0.2.5', '192.0.2.3', null])
  })
})
