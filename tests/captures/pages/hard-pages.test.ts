import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PNG } from 'pngjs'
import { describe, expect, it } from 'vitest'
import { isDataPath } from '../../../proof/package/paths.ts'
import type { WebCapture, WebCaptureLimits, WebCaptureRequest } from '../../../server/captures/web/web-capture.ts'
import { limits as product } from '../../../server/captures/web/limits.ts'
import type { FixtureSite } from '../../kit/fixture-site/start.ts'
import { dealRows } from '../../kit/sweep/deal.ts'
import type { Attempt } from '../capture-kit.ts'
import { notArchived, readArchive, wrongDigests } from '../reading/read-archive.ts'
import { captureSources, closingAfter, start, WORDS } from '../hard-page-kit.ts'

interface Done {
  readonly result: WebCapture
  readonly attempt: Attempt
  readonly site: FixtureSite
}

const operations = (attempt: Attempt) =>
  attempt.lines<{ operation: string; params: Record<string, unknown> }>('operations.jsonl')
const pictures = ({ attempt, result }: Done) =>
  result.tiles.map(({ path }) => PNG.sync.read(readFileSync(join(attempt.outDir, path))))

/** Pixels of one exact colour in all tiles together. */
function pixels(done: Done, [red, green, blue]: readonly [number, number, number]): number {
  let count = 0
  for (const { data } of pictures(done))
    for (let at = 0; at < data.length; at += 4)
      if (data[at] === red && data[at + 1] === green && data[at + 2] === blue) count += 1
  return count
}
const MAGENTA = [255, 0, 255] as const
const CYAN = [0, 255, 255] as const
const body = (done: Done, path: string) =>
  readArchive(done.attempt.outDir).find(({ type, url }) => type === 'response' && url.endsWith(path))?.payload

interface Row {
  readonly request?: Partial<WebCaptureRequest>
  readonly limits?: Partial<WebCaptureLimits>
  /** Codes of what is lacking; none for a full capture. */
  readonly lacks?: readonly string[]
  /** It goes from one document to the next for ever. */
  readonly movesOn?: boolean
  readonly check?: (done: Done) => void
}

const COLLECTED: Readonly<Record<string, Row>> = {
  '/tall': {
    check: ({ attempt, result }) => {
      expect(result.tiles.reduce((sum, { height }) => sum + height, 0)).toBe(60_000)
      expect(attempt.text('page.pdf').match(/\/Type\s*\/Page\b/g)?.length).toBeGreaterThan(40)
    },
  },
  '/paragraphs': {
    request: { scroll: true },
    limits: { memoryMb: 1_000, scrollMs: 1_000 },
    lacks: ['scroll-incomplete', 'page-unbounded', 'picture-in-windows', 'pdf-too-long'],
    check: ({ attempt, result }) => {
      expect(result.tiles.reduce((sum, { height }) => sum + height, 0)).toBe(120_000)
      expect(attempt.text('page.txt').match(/x/g)).toHaveLength(100_000)
      expect(attempt.text('dom.html').length).toBeGreaterThan(800_000)
    },
  },
  '/tall-sticky': {
    lacks: ['page-unbounded', 'picture-in-windows'],
    check: (done) => {
      const { attempt, result } = done
      // Nothing was done to the page to hide it: it stands in every window, and the count that is told is theirs.
      expect(pixels(done, MAGENTA)).toBe(result.tiles.length * 60 * 1_280)
      expect(result.missing).toContainEqual({ code: 'picture-in-windows', params: { windows: result.tiles.length } })
      expect(operations(attempt).find(({ operation }) => operation === 'screenshot')?.params).toMatchObject({
        windowed: true,
        tiles: result.tiles.length,
      })
    },
  },
  '/restless': {
    lacks: ['screenshot-moved', 'page-moved'],
    movesOn: true,
    check: ({ attempt, result }) => {
      expect(result.missing.map(({ code }) => code)).not.toContain('screenshot')
      expect(result.tiles).toEqual([])
      expect(operations(attempt).filter(({ operation }) => operation === 'moved-while-pictured')).toHaveLength(3)
    },
  },
  '/wide-tree': { check: ({ attempt }) => expect(attempt.text('page.txt').match(/字/g)).toHaveLength(100_000) },
  '/wide': {
    lacks: ['page-wide'],
    check: ({ result }) => expect(result.missing[0]?.params).toEqual({ width: 10_000, kept: 4_096 }),
  },
  '/vertical': {
    check: (done) =>
      expect([pixels(done, MAGENTA), pixels(done, CYAN)].map((count) => count > 50_000)).toEqual([true, true]),
  },
  '/right-to-left': {
    check: (done) =>
      expect([pixels(done, MAGENTA), pixels(done, CYAN)].map((count) => count > 15_000)).toEqual([true, true]),
  },
  '/sticky': {
    check: (done) => {
      // Once each, but for the ink of their words.
      expect(pixels(done, MAGENTA) / 1_280).toBeGreaterThan(58)
      expect(pixels(done, MAGENTA) / 1_280).toBeLessThanOrEqual(60)
      expect(pixels(done, CYAN) / 1_280).toBeGreaterThan(78)
      expect(pixels(done, CYAN) / 1_280).toBeLessThanOrEqual(80)
    },
  },
  '/late': { check: ({ attempt }) => expect(attempt.text('page.txt')).toContain('尚未到达') },
  '/late?dwell': {
    request: { delaySeconds: 5 },
    check: ({ attempt }) => expect(attempt.text('page.txt')).toContain('来自线程'),
  },
  '/dialogs': {
    check: ({ attempt, result, site }) => {
      expect(
        operations(attempt)
          .filter(({ operation }) => operation === 'dialog-closed')
          .map(({ params }) => params['type']),
      ).toEqual(expect.arrayContaining(['alert', 'confirm', 'prompt']))
      expect(result.finalUrl).toBe(`${site.url}/landing`)
    },
  },
  // Content that an address holds itself is no request.
  '/long-data': {
    limits: { toldMb: 10 },
    check: ({ attempt }) => expect(attempt.lines('requests.jsonl').length).toBeLessThan(5),
  },
  '/hands-out': { check: ({ attempt }) => expect(attempt.text('download/清单.csv')).toContain('龙井,38') },
  '/hands-out-names': {
    check: ({ attempt, result }) => {
      const paths = result.files.map(({ path }) => path).filter((path) => path.startsWith('download/'))
      expect(paths).toHaveLength(8)
      expect(new Set(paths).size).toBe(8)
      for (const path of paths) expect([path, isDataPath(`data/${path}`)]).toEqual([path, true])
      expect(paths.map((path) => attempt.text(path))).toEqual(expect.arrayContaining(['4-a.txt', 'a.txt', 'A.txt']))
      expect(paths).toContain('download/合同_终稿_.pdf')
    },
  },
  '/many-messages': {
    limits: { bodyBytes: 50_000 },
    lacks: ['socket-frames'],
    check: ({ attempt, result }) => {
      const frames = attempt.lines<{ frames?: unknown[] }>('requests.jsonl').flatMap((line) => line.frames ?? [])
      const { params } = result.missing.find(({ code }) => code === 'socket-frames')!
      expect(frames).toHaveLength(250)
      expect(params['count']).toBeGreaterThanOrEqual(50)
    },
  },
  '/hands-out-many': {
    lacks: ['downloads-left'],
    check: ({ result }) => {
      expect(result.files.filter(({ path }) => path.startsWith('download/'))).toHaveLength(100)
      expect(result.missing).toContainEqual({ code: 'downloads-left', params: { count: 30, limit: 100 } })
    },
  },
  '/pdf': {
    check: ({ attempt, result }) =>
      expect(attempt.text(result.files.find(({ path }) => path.startsWith('download/'))?.path ?? '')).toContain(
        '%PDF-1.4',
      ),
  },
  '/text': { check: ({ attempt }) => expect(attempt.text('page.txt')).toContain('第二行') },
  '/svg': { check: (done) => expect(pixels(done, [204, 0, 0])).toBeGreaterThan(40_000) },
  '/xml': { check: ({ attempt }) => expect(attempt.text('page.txt')).toContain('A-1001') },
  '/video': {
    check: (done) =>
      expect(body(done, '/video')).toEqual(readFileSync(new URL('../../kit/fixture-site/clip.webm', import.meta.url))),
  },
  '/sound': {},
  '/video-page': { check: (done) => expect(body(done, '/video')?.length).toBeGreaterThan(1_000) },
  '/gb18030': {
    check: (done) => {
      expect(done.result.title).toBe(
        '证据㐀'.replace('㐀', new TextDecoder('gb18030').decode(Buffer.from('8139ef30', 'hex'))),
      )
      expect(body(done, '/gb18030')?.includes(Buffer.from('d6a4bedd', 'hex'))).toBe(true)
      // Its own charset stands in the document; the file's mark outranks it.
      expect(done.attempt.text('dom.html').charCodeAt(0)).toBe(0xfeff)
    },
  },
  '/big5': { check: ({ result }) => expect(result.title).toBe('證據') },
  '/basic': {
    check: ({ attempt, result }) =>
      expect([result.httpStatus, attempt.text('page.txt').trim()]).toEqual([401, '请登录']),
  },
  '/helpers': {
    check: ({ attempt, site }) => {
      const made = attempt
        .lines<{ url: string; remoteAddress?: null }>('requests.jsonl')
        .find(({ url }) => url.endsWith('/made-by-service'))
      expect(made).toMatchObject({ remoteAddress: null, fromServiceWorker: true })
      for (const said of ['专用来自线程导入', '共享来自线程', '套接字收到：你好', '事件开始', '服务线程所造'])
        expect(attempt.text('page.txt')).toContain(said)
      for (const path of ['/service.js', '/shared.js', '/dedicated.js', '/imported.js', '/api/stock?cached'])
        expect(site.log.some(({ url }) => url.endsWith(path))).toBe(true)
    },
  },
  '/nested': {
    request: { scroll: true },
    check: ({ site }) => expect(site.log.filter(({ url }) => /\/nested|77\.png/.test(url))).toHaveLength(6),
  },
  '/trees': {
    check: (done) => {
      expect(pixels(done, [0, 170, 0])).toBe(80_000)
      for (const said of ['双层影子', '开放影子']) expect(done.attempt.text('dom.html')).toContain(said)
    },
  },
  '/chain': {
    check: ({ result }) =>
      expect(result.redirects.map(({ kind }) => kind)).toEqual(['client', 'client', 'http', 'client', 'http', 'final']),
  },
  // A window is closed once what it asked for is filed, not after a second.
  '/slow-window': { check: (done) => expect(body(done, '/slow-popup')?.includes('迟到的窗口')).toBe(true) },
  '/some-windows': {
    check: ({ site }) => expect(site.log.filter(({ url }) => url.includes('/popup'))).toHaveLength(30),
  },
  '/moving': { request: { scroll: true }, lacks: ['scroll-interrupted'], movesOn: true },
  '/stuck': {
    limits: { loadMs: 2_000 },
    lacks: ['load-incomplete', 'script-stopped'],
    check: ({ attempt }) => expect(attempt.text('page.txt')).toContain('开始'),
  },
  '/stuck-again': {
    limits: { loadMs: 2_000 },
    lacks: ['script-stopped'],
    check: ({ attempt }) => expect(attempt.text('page.txt')).toContain('开始'),
  },
  '/alerts': {
    limits: { loadMs: 2_000 },
    lacks: ['load-incomplete', 'script-stopped'],
    check: ({ attempt }) => {
      expect(operations(attempt).filter(({ operation }) => operation === 'dialog-closed')).toHaveLength(50)
      expect(
        Number(operations(attempt).find(({ operation }) => operation === 'dialogs')?.params['count']),
      ).toBeGreaterThan(50)
    },
  },
}

describe('a hard page is collected, and what it lacks is said', () => {
  // Beside each other, as a service runs them: many of them mostly wait.
  const rows = dealRows(Object.entries(COLLECTED), { name: ([path]) => path, sources: captureSources })
  it.concurrent.for(rows)('%s', async ([path, row], context) => {
    const { request, limits, lacks = [], movesOn = false, check } = row
    // A page that is to be had whole is given the time that a customer's page is given; short limits are for what ends at one.
    const { loadMs, idleMs, scrollMs } = product
    const given = limits ?? (lacks.length === 0 ? { loadMs, idleMs, scrollMs } : {})
    const { attempt, site } = await start(path, request, { limits: given }, closingAfter(context))
    const result = await attempt.result
    const lacking = result.missing.map(({ code }) => code)
    for (const code of lacks) expect(lacking).toContain(code)
    if (lacks.length === 0) expect(lacking).toEqual([])
    expect(result.completeness).toBe(lacks.length === 0 ? 'full' : 'partial')
    for (const code of lacking) for (const words of WORDS) expect(words['missing']?.[code]).toBeTruthy()
    const records = readArchive(attempt.outDir)
    // A page that never stops asks while the browser is closed: that reaches its site, and is no part of the capture any more.
    expect(notArchived(movesOn ? site.log.slice(0, -1) : site.log, records)).toEqual([])
    expect(wrongDigests(records)).toEqual([])
    check?.({ attempt, result, site })
  })

  it('a page that moves on while it is saved is not passed off as one', async (context) => {
    let tell: () => Promise<unknown> = () => Promise.resolve()
    const { attempt, site } = await start(
      '/mover',
      {},
      { onProgress: ({ detail }) => void (detail === 'screenshot' && tell()) },
      closingAfter(context),
    )
    tell = () => fetch(`${site.url}/tell`)
    const { missing } = await attempt.result
    expect(missing).toContainEqual({ code: 'page-moved', params: { url: `${site.url}/landing` } })
  })

  it('a page that moves to another site under its picture is pictured again where it arrived', async (context) => {
    let tell: () => Promise<unknown> = () => Promise.resolve()
    const pictured = ({ detail }: { detail?: string }) =>
      void (detail === 'screenshot' && setTimeout(() => void tell(), 300))
    const { attempt, site } = await start('/mover-away', {}, { onProgress: pictured }, closingAfter(context))
    tell = () => fetch(`${site.url}/tell`)
    const result = await attempt.result
    const there = `${site.otherUrl}/arrival`
    expect(result.missing).toEqual([{ code: 'page-moved', params: { url: there } }])
    expect(
      operations(attempt)
        .filter(({ operation }) => operation === 'moved-while-pictured')
        .map(({ params }) => params),
    ).toEqual([{ tries: 1, url: there }])
    // Picture, text and address are of one page, and the window is again as tall as the device's.
    expect([result.finalUrl, attempt.text('page.txt').trim()]).toEqual([there, '到了'])
    expect(result.tiles.map(({ width, height }) => [width, height])).toEqual([[1_280, 3_000]])
    const lastRow = pictures({ attempt, result, site }).flatMap(({ data }) => [
      ...data.subarray(-4 * 1_280, -4 * 1_280 + 3),
    ])
    expect(lastRow).toEqual([...MAGENTA])
  })
})
