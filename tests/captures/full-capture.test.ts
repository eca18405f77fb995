import { createHash, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { PNG } from 'pngjs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { WebCapture } from '../../server/captures/web/web-capture.ts'
import { startFixtureSite } from '../kit/fixture-site/start.ts'
import type { FixtureSite } from '../kit/fixture-site/start.ts'
import { capture, leftovers } from './capture-kit.ts'
import type { Attempt } from './capture-kit.ts'
import { readWarc } from './reading/read-warc.ts'
import type { PlainRecord } from './reading/read-warc.ts'
import { readZip } from './reading/read-zip.ts'

let site: FixtureSite
let attempt: Attempt
let result: WebCapture
let zip: Map<string, Buffer>
let records: PlainRecord[]

beforeAll(async () => {
  site = await startFixtureSite()
  attempt = await capture({ url: `${site.url}/hop1` })
  result = await attempt.result
  zip = readZip(readFileSync(join(attempt.outDir, 'archive.wacz')))
  records = readWarc(zip.get('archive/data.warc.gz') ?? Buffer.alloc(0))
})
afterAll(async () => {
  await attempt?.remove()
  await site?.close()
})

interface Logged {
  readonly url: string
  readonly method: string
  readonly status: number | null
  readonly kind?: string
  readonly frames?: { payload: string }[]
  readonly failure: { error: string } | null
  readonly remoteAddress: string | null
  readonly requestBodySha256: string | null
}

const sha256 = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex')
const png = (path: string) => PNG.sync.read(readFileSync(join(attempt.outDir, path)))

/** Dark pixels in a rectangle: the ink of drawn glyphs. */
function ink(image: PNG, from: number, to: number, width = image.width): number {
  let dark = 0
  for (let y = from; y < to; y++)
    for (let x = 0; x < width; x++) if ((image.data[(y * image.width + x) * 4 + 1] ?? 255) < 100) dark += 1
  return dark
}

describe('a capture of the shop', () => {
  it('ends whole, with the facts of the page', () => {
    expect(result).toMatchObject({
      title: '岛风百货 — 春季特卖',
      httpStatus: 200,
      finalUrl: `${site.url}/`,
      completeness: 'full',
      missing: [],
      remoteAddress: '127.0.0.1',
    })
    expect(result.isolation).toContain('guard')
    expect(attempt.progress.at(-1)).toEqual({ step: 'done', percent: 100 })
    const percents = attempt.progress.map(({ percent }) => percent)
    expect(percents).toEqual(percents.toSorted((a, b) => a - b))
  })

  it('writes every file it lists, under lower-case names', () => {
    const paths = result.files.map(({ path }) => path)
    for (const path of [
      'page.pdf',
      'page.mhtml',
      'dom.html',
      'page.txt',
      'archive.wacz',
      'requests.jsonl',
      'redirects.json',
      'dns.json',
      'connections.jsonl',
      'environment.json',
      'operations.jsonl',
      'screenshot/preview.jpg',
    ])
      expect(paths).toContain(path)
    for (const path of paths) {
      expect(path).toBe(path.toLowerCase())
      expect(() => readFileSync(join(attempt.outDir, path))).not.toThrow()
    }
    expect(attempt.text('page.pdf').slice(0, 5)).toBe('%PDF-')
    expect(attempt.text('page.mhtml')).toContain('multipart/related')
  })

  it('pictures the whole page in tiles, late images and foreign frames included', () => {
    const height = result.tiles.reduce((sum, tile) => sum + tile.height, 0)
    expect(height).toBeGreaterThan(9_000)
    expect(result.tiles.length).toBeGreaterThan(1)
    for (const tile of result.tiles) {
      const image = png(tile.path)
      expect([image.width, image.height]).toEqual([tile.width, tile.height])
      expect(tile.height).toBeLessThanOrEqual(8_192)
    }
    const last = png(result.tiles.at(-1)?.path ?? '')
    let foreign = 0
    for (let at = 0; at < last.data.length; at += 4)
      if (last.data[at] === 0xef && last.data[at + 1] === 0xf6 && last.data[at + 2] === 0xff) foreign += 1
    expect(foreign).toBeGreaterThan(20_000)
    for (let index = 0; index < 40; index++)
      expect(site.log.some(({ url }) => url.endsWith(`/images/${index}.png`))).toBe(true)
  })

  it('draws Chinese, glyph by glyph', () => {
    // The line of 15 characters at 40 px stands below the header and hero.
    const image = png(result.tiles[0]?.path ?? '')
    expect(ink(image, 403, 466)).toBeGreaterThan(4_000)
    const environment = JSON.parse(attempt.text('environment.json')) as {
      items: { code: string; facts: { coverage?: Record<string, boolean> } }[]
    }
    expect(environment.items.find(({ code }) => code === 'fonts')?.facts.coverage).toMatchObject({
      hans: true,
      hant: true,
    })
  })

  it('keeps text and document with open and closed shadow trees', () => {
    expect(attempt.text('page.txt')).toContain('徽墨')
    const dom = attempt.text('dom.html')
    expect(dom).toContain('影子内容：仅存在于影子树中')
    expect(dom).toContain('封闭影子内容')
    expect(dom).toMatch(/<template shadowrootmode="closed"/)
  })

  it('holds every request the server saw', () => {
    const stored = new Set(
      records
        .filter(({ type }) => type === 'request')
        .map(({ url, block }) => `${block.toString('latin1').split(' ', 1)[0]} ${url}`),
    )
    const seen = site.log
      .filter(({ headers }) => headers.upgrade === undefined)
      .map(({ method, url }) => `${method} ${url}`)
    expect(seen.length).toBeGreaterThan(50)
    expect(seen.filter((line) => !stored.has(line))).toEqual([])
  })

  it('holds the bodies the server sent, unpacked', () => {
    const body = (path: string) =>
      records.find(({ type, url }) => type === 'response' && url.endsWith(path))?.payload.toString()
    expect(body('/api/stock?sku=1')).toBe('{"库存":42}')
    expect(body('/api/from-worker')).toBe('来自线程')
    expect(body('/api/reviews')).toBe('["好评","物流很快"]')
    expect(body('/style.css')).toContain('.hero')
    expect(body(`${site.url}/`)).toContain('春季特卖')
    const order = records.find(({ type, url }) => type === 'request' && url.endsWith('/api/order'))
    expect(order?.payload.toString()).toBe('{"商品":"龙井春茶","数量":2}')
  })

  it('keeps repeated headers apart', () => {
    const front = records.find(({ type, url }) => type === 'response' && url === `${site.url}/`)
    expect(front?.block.toString('latin1').match(/set-cookie:/gi)).toHaveLength(2)
  })

  it('has right digests in every record', () => {
    expect(records.length).toBeGreaterThan(100)
    for (const record of records.filter(({ type }) => type !== 'warcinfo')) {
      expect(record.headers['warc-block-digest']).toBe(`sha256:${sha256(record.block)}`)
    }
    for (const record of records.filter(({ type }) => type === 'request' || type === 'response')) {
      expect(record.headers['warc-payload-digest']).toBe(`sha256:${sha256(record.payload)}`)
    }
  })

  it('packs a WACZ whose digests and index agree with its content', () => {
    const datapackage = zip.get('datapackage.json') ?? Buffer.alloc(0)
    expect(JSON.parse(String(zip.get('datapackage-digest.json')))).toMatchObject({
      hash: `sha256:${sha256(datapackage)}`,
    })
    const { resources, mainPageUrl } = JSON.parse(String(datapackage)) as {
      resources: { path: string; hash: string; bytes: number }[]
      mainPageUrl: string
    }
    expect(mainPageUrl).toBe(`${site.url}/`)
    for (const { path, hash, bytes } of resources) {
      expect(path.split('/')).toHaveLength(2)
      expect(`sha256:${sha256(zip.get(path) ?? '')}`).toBe(hash)
      expect(zip.get(path)?.length).toBe(bytes)
    }
    const warc = zip.get('archive/data.warc.gz') ?? Buffer.alloc(0)
    const lines = gunzipSync(zip.get('indexes/index.cdx.gz') ?? Buffer.alloc(0))
      .toString()
      .trim()
      .split('\n')
    for (const line of lines) {
      const entry = JSON.parse(line.slice(line.indexOf('{'))) as { url: string; offset: number; length: number }
      const [record] = readWarc(warc.subarray(entry.offset, entry.offset + entry.length))
      expect(record?.url).toBe(entry.url)
    }
  })

  it('lists failures, frames of sockets and whom it talked to', () => {
    const log = attempt.lines<Logged>('requests.jsonl')
    expect(log.find(({ url }) => url.endsWith('/missing.png'))).toMatchObject({ status: 404 })
    expect(log.find(({ url }) => url.endsWith('/refused.png'))?.failure?.error).toContain('ERR_')
    expect(log.find(({ url }) => url.endsWith('/other-frame.html'))?.remoteAddress).toBe('127.0.0.2')
    expect(log.find(({ url }) => url.endsWith('/api/order'))?.requestBodySha256).toBe(
      sha256('{"商品":"龙井春茶","数量":2}'),
    )
    const socket = log.find(({ kind }) => kind === 'websocket')
    expect(socket?.frames?.map(({ payload }) => payload)).toEqual(['你好', '收到：你好'])
    expect(result.stats).toMatchObject({ failed: 2 })
    expect(result.failures).toMatchObject([
      { type: 'Image', status: 404, fault: 'status' },
      { type: 'Image', status: null, fault: 'connection-refused' },
    ])
  })

  it('follows the redirects hop by hop', () => {
    expect(result.redirects.map(({ status, kind }) => [status, kind])).toEqual([
      [301, 'http'],
      [302, 'http'],
      [307, 'http'],
      [200, 'final'],
    ])
    expect(JSON.parse(attempt.text('redirects.json'))).toEqual(result.redirects)
  })

  it('says who it was: not headless, and what it would have said', () => {
    expect(site.log.some(({ headers }) => JSON.stringify(headers).includes('Headless'))).toBe(false)
    const environment = attempt.text('environment.json')
    expect(environment).toContain('HeadlessChrome')
    expect(site.log[0]?.headers['accept-language']).toContain('zh-CN')
  })

  it('logs connections, answers and operations in order', () => {
    const connections = attempt.lines<{ verdict: string; reason: string | null }>('connections.jsonl')
    expect(connections.filter(({ verdict }) => verdict === 'failed').map(({ reason }) => reason)).toEqual(['refused'])
    const operations = attempt.lines<{ operation: string; at: string }>('operations.jsonl')
    expect(operations.map(({ at }) => at)).toEqual(operations.map(({ at }) => at).toSorted())
    for (const step of ['address-checked', 'navigate', 'walked', 'screenshot', 'pdf', 'archive'])
      expect(operations.some(({ operation }) => operation === step)).toBe(true)
  })

  it('leaves no process and no folder', async () => {
    expect(await leftovers()).toEqual([])
  })
})

describe('a capture over TLS', () => {
  it('files the chain of its own connection', async () => {
    const tls = await capture({ url: `${site.tlsUrl}/landing` }, { trustSpki: [site.tlsSpki] })
    try {
      const done = await tls.result
      expect(done.tls).toMatchObject({ protocol: 'TLS 1.3', certificates: 1 })
      const certificate = new X509Certificate(tls.text('tls.pem').replace(/^#.*$/gm, ''))
      expect(certificate.subject).toContain('岛风百货测试')
      expect(JSON.parse(tls.text('tls.json'))).toMatchObject([
        { origin: site.tlsUrl, chain: [sha256(certificate.raw)] },
      ])
    } finally {
      await tls.remove()
    }
  })

  it('refuses a certificate nobody vouches for', async () => {
    const tls = await capture({ url: `${site.tlsUrl}/landing` })
    await expect(tls.result).rejects.toMatchObject({ code: 'tls-invalid' })
    await tls.remove()
  })
})
