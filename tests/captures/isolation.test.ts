import { captureQueue } from '../../server/captures/capture.queue.ts'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import writeSheet from 'write-excel-file/node'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { batchCalls, type Import } from '../../contract/captures/batch.ts'
import { webCaptureCalls } from '../../contract/captures/web.ts'
import { evidenceCalls } from '../../contract/evidence/evidence.ts'
import { pathOf } from '../../contract/kit/call.ts'
import { runCapture } from '../../server/captures/captures.jobs.ts'
import type { IsolationLayer } from '../../server/captures/engine/browser/isolation.ts'
import { kindTable } from '../../server/kinds/kind-table.ts'
import type { Resolver } from '../../server/kit/egress/resolve.ts'
import { newId } from '../../server/kit/ids.ts'
import type { Authority } from '../../server/trust/keys/authority.service.ts'
import { buildTestApp, type Member, type TestApp } from '../kit/build-test-app.ts'
import { startFixtureSite } from '../kit/fixture-site/start.ts'
import type { FixtureSite } from '../kit/fixture-site/start.ts'
import { dealRows } from '../kit/sweep/deal.ts'
import { capture, leftovers } from './capture-kit.ts'
import type { Attempt } from './capture-kit.ts'
import { captureSources } from './hard-page-kit.ts'
import { answers, FORMS, NAMES, resolver, SPELLINGS } from './inner-places.ts'
import { readArchive } from './reading/read-archive.ts'

let site: FixtureSite
let folder: string
let file: string
const attempts: Attempt[] = []
/** What a file of this machine holds; it may no more leave than the trap's word. */
const FILE_CANARY = 'canary-of-a-local-file'

beforeAll(async () => {
  site = await startFixtureSite()
  folder = await mkdtemp(join(tmpdir(), 'isolation-test-'))
  // Under /tmp itself, where the browser's own user may read it.
  file = `${folder}-file.html`
  await writeFile(file, `<h1>${FILE_CANARY}</h1>`, { mode: 0o644 })
})
afterAll(async () => {
  for (const attempt of attempts.splice(0)) await attempt.remove()
  await rm(folder, { recursive: true, force: true })
  await rm(file, { force: true })
  await site.close()
})
afterEach(async () => {
  expect(site.trap.caught.splice(0)).toEqual([])
  expect(await leftovers()).toEqual([])
})

/** The shop and its neighbour may be reached, as the outside world; the trap may not. */
const OUTSIDE = ['127.0.0.1/32', '127.0.0.2/32']
const start = async (url: string, overrides: Parameters<typeof capture>[1] = {}): Promise<Attempt> => {
  const attempt = await capture(
    { url, scroll: false },
    { allowPrivate: OUTSIDE, resolver, ...overrides, limits: { loadMs: 6_000, idleMs: 1_500, ...overrides.limits } },
  )
  attempts.push(attempt)
  return attempt
}
const codeOf = (attempt: Attempt): Promise<string> =>
  attempt.result.then(
    () => 'collected',
    (error: { code?: string }) => error.code ?? String(error),
  )

function filesUnder(path: string): string[] {
  return readdirSync(path).flatMap((name) =>
    statSync(join(path, name)).isDirectory() ? filesUnder(join(path, name)) : [join(path, name)],
  )
}

/** Artefacts of a capture in which a word of the inner network stands; the archive is unpacked. */
function tainted({ outDir }: Attempt): string[] {
  const words = [site.trap.canary, FILE_CANARY].map((word) => Buffer.from(word))
  const plain = filesUnder(outDir).filter((path) => words.some((word) => readFileSync(path).includes(word)))
  const records = readArchive(outDir).filter(({ block }) => words.some((word) => block.includes(word)))
  return [...plain, ...records.map(({ type, url }) => `${type} ${url}`)]
}

const typed = (): string[] => [
  ...SPELLINGS.map((host) => `http://${host}:${site.trap.port}/typed`),
  `https://127.0.0.66:${site.trap.port}/`,
  ...FORMS(site.trap.port),
]
const ways = <T extends string>(all: readonly T[]) => dealRows(all, { name: String, sources: captureSources })
const REFUSED = /^(address-refused|url-malformed|scheme-refused|credentials-refused|port-refused)$/

describe('an inner place that somebody asks for', () => {
  it('is refused as an address, however it is spelled', async () => {
    for (const url of typed())
      expect([url, await codeOf(await start(url))]).toEqual([url, expect.stringMatching(REFUSED)])
  })

  it('is refused as a name, whatever it resolves to', async () => {
    for (const name of Object.keys(NAMES).filter((key) => key !== 'shop.test')) {
      expect([name, await codeOf(await start(`http://${name}:${site.trap.port}/named`))]).toEqual([
        name,
        'address-refused',
      ])
    }
  })

  it.concurrent.each(
    ways(['301', '302', '303', '307', '308', 'twice', 'meta', 'refresh', 'script', 'late-script', 'form', 'link']),
  )('is refused where a page leads there: %s', async (lead) => {
    const [to, six, named] = [
      `${site.trap.url}/led`,
      `${site.trap.url6}/led`,
      `http://mixed.test:${site.trap.port}/led`,
    ]
    const target = { '302': six, script: named, '307': named, meta: six }[lead] ?? to
    expect(await codeOf(await start(`${site.url}/lead-${lead}?${encodeURIComponent(target)}`))).toBe('address-refused')
  })
})

describe('a page that was reached', () => {
  const aims = (): Record<string, { to: string; place: string }> => ({
    'by address': { to: site.trap.url, place: site.trap.url.slice(7) },
    'by IPv6': { to: site.trap.url6, place: site.trap.url6.slice(7) },
    'by name': { to: `http://inner.test:${site.trap.port}`, place: `inner.test:${site.trap.port}` },
  })
  const MATRIX: readonly (readonly [string, readonly IsolationLayer[]])[] = [
    ['by address', []],
    ['by IPv6', []],
    ['by name', []],
    ['by address', ['namespace']],
    ['by name', ['namespace', 'uid']],
  ]

  it.concurrent.each(dealRows(MATRIX, { name: String, sources: captureSources }))(
    'cannot load anything from an inner place %s, without the layers %j',
    async (aim, without) => {
      const query = new URLSearchParams({ ...aims()[aim], file })
      const attempt = await start(`${site.url}/vectors?${query}`, { without })
      const result = await attempt.result
      expect(attempt.text('page.txt')).toContain('全部试过')
      expect(result.missing.map(({ code }) => code)).toContain('resources-refused')
      expect(
        attempt.lines<{ verdict: string }>('connections.jsonl').filter(({ verdict }) => verdict === 'refused').length,
      ).toBeGreaterThan(20)
      for (const layer of without) expect(result.isolation).not.toContain(layer)
      expect(tainted(attempt)).toEqual([])
    },
  )

  it.concurrent.each(ways(['svg', 'xslt', 'pdf', 'blob', 'data']))(
    'cannot load it as another kind of document either: %s',
    async (lead) => {
      const attempt = await start(`${site.url}/lead-${lead}?${encodeURIComponent(`${site.trap.url}/in`)}`)
      // A document whose style was refused shows nothing at all.
      expect(await codeOf(attempt)).toBe(lead === 'xslt' ? 'blank-page' : 'collected')
      if (lead !== 'xslt') expect(tainted(attempt)).toEqual([])
    },
  )

  it.concurrent.each(ways(['file', 'view-source', 'chrome', 'ftp']))(
    'cannot move on to what is no web page: %s',
    async (scheme) => {
      const target =
        {
          file: `file://${file}`,
          'view-source': `view-source:${site.trap.url}/`,
          chrome: 'chrome://version',
          ftp: `ftp://${site.trap.url.slice(7)}/`,
        }[scheme] ?? ''
      const attempt = await start(`${site.url}/lead-bare?${encodeURIComponent(target)}`)
      const code = await codeOf(attempt)
      if (code !== 'collected') expect(code).toMatch(/^(scheme-refused|address-refused|blank-page|load-failed)$/)
      else expect([attempt.text('page.txt').trim(), tainted(attempt)]).toEqual(['停在此页', []])
    },
  )
})

describe('a name whose answer changes', () => {
  /** Good for so many questions, then the trap's address. */
  const turning = (good: number): Resolver & { asked: number[] } => {
    const asked: number[] = []
    const resolve: Resolver = async () => answers([asked.push(Date.now()) <= good ? '127.0.0.1' : '127.0.0.66'])
    return Object.assign(resolve, { asked })
  }

  it('between the check and the connection leads nowhere', async () => {
    expect(await codeOf(await start(`http://turns.test:${site.trap.port}/`, { resolver: turning(1) }))).toBe(
      'address-refused',
    )
  })

  it('while the page is open is asked no more', async () => {
    const names = turning(2)
    const port = new URL(site.url).port
    const query = new URLSearchParams({
      to: `http://turns.test:${site.trap.port}`,
      place: `turns.test:${site.trap.port}`,
      file,
    })
    const attempt = await start(`http://turns.test:${port}/vectors?${query}`, { resolver: names })
    const { environmentSummary } = await attempt.result
    const closed = attempt
      .lines<{ at: string; operation: string }>('operations.jsonl')
      .find(({ operation }) => operation === 'page-closed')
    expect(names.asked.map((at) => at < Date.parse(closed?.at ?? ''))).toEqual([true, true, false])
    expect(tainted(attempt)).toEqual([])
    // Asked once more when nothing could follow the answer, and told.
    expect(environmentSummary.abnormal).toContain('names-after-capture')
  })
})

describe('the walls of a capture', () => {
  it('stand in its environment report as the machine really has them', async () => {
    const attempt = await start(`${site.url}/landing`)
    const { isolation } = await attempt.result
    const { items } = JSON.parse(attempt.text('environment.json')) as {
      items: { code: string; verdict: string; facts: { layers?: string[]; uid?: number } }[]
    }
    const report = items.find(({ code }) => code === 'isolation')
    expect(report?.facts.layers).toEqual(isolation)
    expect(report?.facts.uid === null).toBe(!isolation.includes('uid'))
    expect(isolation).toContain('guard')
    expect(report?.verdict).toBe(
      isolation.includes('sandbox') ? (isolation.length === 4 ? 'clean' : 'noted') : 'abnormal',
    )
  })

  it('are missing from it where they are missing', async () => {
    const attempt = await start(`${site.url}/landing`, { without: ['sandbox', 'uid', 'namespace'] })
    const { isolation } = await attempt.result
    expect(isolation).toEqual(['guard'])
    expect(attempt.text('environment.json')).toContain('"abnormal"')
  })
})

describe('other ways to ask', () => {
  let t: TestApp
  let me: Member
  beforeAll(async () => {
    t = await buildTestApp({ SHIMAKAZE_ALLOW_PRIVATE: OUTSIDE.join(',') })
    me = await t.member()
  })
  afterAll(() => t.close())

  it('a sheet of addresses has each inner one marked and none started', async () => {
    const urls = typed().filter((url) => !/[\n\t]/.test(url))
    const path = join(folder, 'sheet.xlsx')
    await writeFile(path, await writeSheet(urls.map((url) => [{ value: url }])).toBuffer())
    const boundary = '----sheet'
    const payload = Buffer.concat([
      Buffer.from(
        `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.xlsx"\r\ncontent-type: application/octet-stream\r\n\r\n`,
      ),
      await readFile(path),
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ])
    const response = await t.inject({
      method: 'POST',
      url: pathOf(batchCalls.check),
      payload,
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, 'x-auth-token': me.token },
    })
    const { data } = response.json() as { data: Import }
    expect(data.list.map(({ url, ok }) => [url, ok])).toEqual(urls.map((url) => [url, false]))
    expect(data).toMatchObject({ okCount: 0, badCount: urls.length })
  })

  it('a second try of the same evidence asks for the name anew and judges what it gets', async () => {
    let turned = false
    const context = {
      services: t.services,
      authority: {} as Authority,
      kinds: kindTable,
      workDir: join(folder, 'work'),
      resolver: async () => answers(turned ? ['127.0.0.66'] : []),
    }
    const { data } = await t.call(webCaptureCalls.start, { body: { urls: [`http://later.test:8080/`] } }, me)
    const { id, no } = data.list[0]!
    const detail = async () => (await t.call(evidenceCalls.detail, { body: { ano: no } }, me)).data
    await runCapture(context, captureQueue, { jobId: newId(), id }, new AbortController().signal)
    expect(await detail()).toMatchObject({ status: 'failed', failReason: 'name-not-found' })
    await t.call(webCaptureCalls.retry, { body: { ids: [id] } }, me)
    turned = true
    await runCapture(context, captureQueue, { jobId: newId(), id }, new AbortController().signal)
    expect(await detail()).toMatchObject({ status: 'failed', failReason: 'address-refused' })
  })
})
