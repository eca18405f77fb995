import { Agent, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { brotliDecompressSync } from 'node:zlib'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { shownCalls } from '../../contract/content/shown.ts'
import { pathOf } from '../../contract/kit/call.ts'
import { platformCalls } from '../../contract/operator/platforms.ts'
import { dictionaryCalls } from '../../contract/platform/dictionary.ts'
import { fileCalls } from '../../contract/platform/files.ts'
import { buildApp } from '../../server/app/build-app.ts'
import { type Database, openDatabase } from '../../server/kit/db/db.ts'
import { buildPagesIfStale } from '../kit/built/build-pages.ts'
import { buildTestApp, type Member, type TestApp } from '../kit/build-test-app.ts'
import { until } from '../kit/browser/until.ts'
import { liftLimits } from '../kit/people/lift-limits.ts'
import { type Randomness, randomness, sized } from '../kit/randomness.ts'
import { makePlatform } from '../platform/installation-kit.ts'
import { type Edited, editPlatform, mustAt, tracesOf, writePlatform } from './edited-kit.ts'

const milliseconds = sized(10_000, 120_000)
const readers = 10
const port = 8080
const agent = new Agent({ keepAlive: true, maxSockets: readers + 2 })

let t: TestApp
let otherDb: Database
let owner: pg.Client
const ports: number[] = []
beforeAll(async () => {
  buildPagesIfStale()
  t = await buildTestApp({ SHIMAKAZE_PUBLIC_URL: `http://first.example:${port}` })
  owner = new pg.Client({ connectionString: t.databaseUrl })
  await owner.connect()
  await liftLimits(owner)
  // A second process of the same installation: it learns of changes by what it keeps becoming too old.
  otherDb = openDatabase(t.databaseUrl, { max: 6 })
  const works = async () => {}
  const probes = { database: works, storage: works, worker: works, trust: works, browser: works }
  const other = await buildApp({ ...t.services, db: otherDb }, probes)
  for (const app of [t.app, other]) {
    await app.listen({ port: 0, host: '127.0.0.1' })
    ports.push((app.server.address() as AddressInfo).port)
  }
  closeOther = () => other.close()
}, 120_000)
let closeOther = async () => {}
afterAll(async () => {
  agent.destroy()
  await closeOther()
  await otherDb?.close()
  await owner?.end()
  await t?.close()
})

interface Got {
  status: number
  type: string
  body: string
}

/** As a browser asks that was led to this host. */
const get = (host: string, path: string, { at = ports[0]!, lang = 'zh-CN', method = 'GET', packed = false } = {}) =>
  new Promise<Got>((resolve, reject) => {
    const headers = { host: `${host}:${port}`, 'accept-language': lang, 'x-lang': lang }
    const asked = request(
      {
        agent,
        port: at,
        host: '127.0.0.1',
        path,
        method,
        headers: packed ? { ...headers, 'accept-encoding': 'br' } : headers,
      },
      (response) => {
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part))
        response.on('error', reject)
        response.on('end', () => {
          const bytes = Buffer.concat(parts)
          const isPacked = response.headers['content-encoding'] === 'br'
          resolve({
            status: response.statusCode!,
            type: response.headers['content-type'] ?? '',
            body: String(isPacked ? brotliDecompressSync(bytes) : bytes),
          })
        })
      },
    )
    asked.on('error', reject)
    asked.end()
  })

const pagesOf = ({ article, passing, lawyerId }: Edited) => [
  '/',
  '/website-show/news',
  `/website-show/news/${article}`,
  `/website-show/news/${passing}`,
  '/website-show/help-document',
  '/website-show/lawyers',
  `/website-show/lawyers/${lawyerId}`,
  '/login',
]
const calls = {
  dictionary: { path: pathOf(dictionaryCalls.dictionary), method: 'GET' },
  counters: { path: pathOf(shownCalls.counters), method: 'POST' },
}

/** What is wrong with an answer, in words. */
function judge(of: Edited, others: readonly Edited[], path: string, { status, body, type }: Got): string[] {
  const wrong = others
    .flatMap((other) => tracesOf(other).map((trace) => ({ trace, mark: other.mark })))
    .filter(({ trace }) => body.includes(trace))
    .map(({ trace, mark }) => `shows ${trace} of ${mark}`)
  const mayBeGone = path.endsWith(of.passing) && status === 404
  if (status !== 200 && !mayBeGone) return [...wrong, `answers ${status}`]
  if (type.startsWith('text/html') || path === calls.dictionary.path) {
    if (!body.includes(of.mark)) wrong.push('lacks the name')
    if (!of.colours.some((colour) => body.includes(colour))) wrong.push('lacks the colour')
  }
  if (path === '/sitemap.xml' && !body.includes(`http://${of.host}:${port}/website-show/news/${of.article}`))
    wrong.push('lacks the article')
  if (path.endsWith(of.article) && !body.includes(`公告${of.mark}`) && !body.includes(`公告 ${of.mark}`))
    wrong.push('lacks the words of the article')
  if (path === calls.counters.path) {
    const { userCount } = (JSON.parse(body) as { data: { userCount: number } }).data
    if (userCount !== of.people + 2) wrong.push(`counts ${userCount} people`)
  }
  return wrong
}

interface Course {
  platforms: Edited[]
  chances: Randomness
  isOver: () => boolean
  wrong: Set<string>
}

async function read({ platforms, chances, isOver, wrong }: Course): Promise<number> {
  for (let asked = 0; ; asked++) {
    if (isOver()) return asked
    const of = chances.pick(platforms)
    const others = platforms.filter((other) => other !== of)
    const [at, lang, packed] = [chances.pick(ports), chances.pick(['zh-CN', 'en']), chances.chance(0.5)]
    const kind = chances.below(10)
    const call = chances.pick(Object.values(calls))
    const picture = pathOf(fileCalls.shown, { id: of.picture })
    const asks =
      kind === 0
        ? call
        : { path: kind === 1 ? '/sitemap.xml' : kind === 2 ? picture : chances.pick(pagesOf(of)), method: 'GET' }
    const got = await get(of.host, asks.path, { at, lang, packed, method: asks.method })
    for (const problem of judge(of, others, asks.path, got)) wrong.add(`${of.mark} ${lang} ${asks.path} ${problem}`)
    if (kind === 2) {
      const elsewhere = await get(chances.pick(others).host, picture, { at })
      if (elsewhere.status !== 404) wrong.add(`the picture of ${of.mark} elsewhere answers ${elsewhere.status}`)
    }
  }
}

async function keepEditing(of: Edited, { chances, isOver, wrong }: Course) {
  while (!isOver()) {
    await editPlatform(t, of, chances).catch((error: unknown) => wrong.add(String(error)))
    await chances.pause(60)
  }
}

/** A third platform comes, closes and opens again while the others are read. */
async function closeAndOpen(chief: Member, { platforms, isOver, wrong }: Course) {
  const body = { notaryId: 'third', nameZh: 'mkgamma第三', nameEn: 'mkgamma third', hosts: ['third.example'] }
  const { id, at } = await makePlatform(t, chief, body)
  const traces = platforms.flatMap(tracesOf)
  const look = async (port: number, allowed: readonly number[]) => {
    const { status, body: html } = await get(at.host, '/', { at: port })
    if (!allowed.includes(status)) wrong.add(`the third platform answers ${status} where ${allowed.join()} was due`)
    const shown = traces.filter((trace) => html.includes(trace))
    if (shown.length || html.includes('mkgamma') !== (status === 200))
      wrong.add(`the third platform, ${status}, shows ${shown.join()}`)
  }
  const [here, there] = [ports[0]!, ports[1]!]
  for (let isClosed = false; !isOver(); isClosed = !isClosed) {
    await mustAt(t)(isClosed ? platformCalls.open : platformCalls.close, { params: { id } }, chief, 'first.example')
    for (let i = 0; i < 5; i++) {
      // At once where it was closed; elsewhere within seconds.
      await look(here, [isClosed ? 200 : 503])
      await look(there, [200, 503, 421])
      await wait(20)
    }
  }
}

/** What was published or set is seen at once where that was done; lawyers, and all of it elsewhere, within seconds. */
async function untilNewest({ host, newest, article, lawyerId }: Edited, at: number) {
  const due: [string, string[]][] = [
    ['/', [newest.name, newest.colour]],
    [`/website-show/news/${article}`, [`公告${newest.article}`, newest.name, newest.colour]],
    ['/website-show/news', [`公告${newest.article}`]],
    ['/website-show/help-document', [`帮助${newest.help}`]],
    [`/website-show/lawyers/${lawyerId}`, [newest.lawyer]],
  ]
  for (const [path, texts] of due) {
    const shows = async () => {
      const { body } = await get(host, path, { at })
      return texts.every((text) => body.includes(text)) || undefined
    }
    const isAtOnce = at === ports[0] && !path.includes('lawyers')
    await until(`${texts.join(' and ')} at ${host}${path}`, shows, isAtOnce ? 1 : undefined)
  }
}

it(
  'readers of two platforms that are edited all the while get their own, whole and new',
  { timeout: milliseconds + 90_000 },
  async () => {
    const chances = randomness('edited under load')
    const chief = await t.member({ role: 'administrator', kind: 'enterprise' })
    const { id, at } = await makePlatform(t, chief)
    const own = { mark: 'mkalpha', host: 'first.example', id: t.platformId, people: 4 }
    const second = { mark: 'mkbeta', host: at.host, id, people: 1 }
    const platforms = [
      await writePlatform(t, { ...own, colours: ['#7a1fa2', '#6a1b9a', '#4a148c'] }),
      await writePlatform(t, { ...second, colours: ['#8a3b12', '#1b5e20', '#004d40'] }),
    ]
    // Who was there before: the administrators of the installation and of the second platform.
    for (const platform of platforms) platform.people++
    const end = performance.now() + milliseconds
    const course: Course = { platforms, chances, wrong: new Set(), isOver: () => performance.now() > end }
    const reading = Array.from({ length: readers }, () => read(course))
    await Promise.all([...platforms.map((of) => keepEditing(of, course)), closeAndOpen(chief, course)])
    const asked = (await Promise.all(reading)).reduce((sum, n) => sum + n, 0)
    const edits = platforms.map((of) => of.edits)
    console.log(`edited under load: ${asked} answers while ${edits.join(' and ')} edits were made`)
    expect([...course.wrong]).toEqual([])
    expect(Math.min(...edits)).toBeGreaterThan(3)
    expect(asked).toBeGreaterThan(100)

    const began = performance.now()
    await Promise.all(platforms.flatMap((of) => ports.map((at) => untilNewest(of, at))))
    console.log(`edited under load: all of it was seen after ${Math.round(performance.now() - began)} ms`)
  },
)
