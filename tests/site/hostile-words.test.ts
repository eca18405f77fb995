import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import pg from 'pg'
import type { Browser, BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contentCalls } from '../../contract/content/content.ts'
import { staffLawyerCalls } from '../../contract/content/directory.ts'
import { lawyerCalls, mostCase } from '../../contract/content/lawyers.ts'
import { type Call, type CallRequest, pathOf } from '../../contract/kit/call.ts'
import { fileCalls } from '../../contract/platform/files.ts'
import { settingsOfPlatformCalls } from '../../contract/platform/settings.ts'
import { sessionCookie } from '../../server/app/mount/authenticate.ts'
import { launchBrowser } from '../kit/browser/browser.ts'
import { buildPagesIfStale } from '../kit/built/build-pages.ts'
import { buildTestApp, type Member, type TestApp } from '../kit/build-test-app.ts'
import { hostileMarkup, hostileNames } from '../kit/hostile-markup.ts'
import { liftLimits } from '../kit/people/lift-limits.ts'
import { dataUrl, formOf, png } from '../kit/pictures.ts'
import { isSoak, randomness, sized } from '../kit/randomness.ts'
import { pieces } from './content/content-kit.ts'
import { lawyer } from './lawyers/lawyer-kit.ts'

const names = hostileNames.filter((name) => name.length <= 60)
/** Places of those that are tried one page after the other: a dozen, each time others. */
const tried = () => {
  const first = randomness('hostile words').below(names.length)
  return Array.from({ length: sized(12, names.length) }, (_, i) => (first + i) % names.length)
}

/** As many vectors to a text as fit. */
function packed(most: number): string[] {
  const texts: string[] = []
  for (const vector of hostileMarkup.filter((v) => v.length < most && v.trim() === v)) {
    const last = texts.at(-1)
    if (last !== undefined && last.length + vector.length + 1 <= most) texts[texts.length - 1] = `${last}\n${vector}`
    else texts.push(vector)
  }
  return texts
}
const intros = packed(5_000)
const cases = packed(mostCase)

let t: TestApp
let owner: pg.Client
let browser: Browser
let url: string
let operator: Member
let administrator: Member
const lawyers: string[] = []
const news: string[] = []
const forms: string[] = []

async function must<C extends Call>(call: C, request: CallRequest<C>, as: Member = operator) {
  const reply = await t.call(call, request, as)
  if (!reply.success) throw new Error(`${call.path}: ${JSON.stringify(reply)}`)
  return reply.data
}

beforeAll(async () => {
  buildPagesIfStale()
  t = await buildTestApp()
  owner = new pg.Client({ connectionString: t.databaseUrl })
  await owner.connect()
  await liftLimits(owner)
  operator = await t.member({ name: '运营', role: 'operator' })
  administrator = await t.member({ name: '管理员', role: 'administrator' })
  await t.app.listen({ port: 0, host: '127.0.0.1' })
  url = `http://localhost:${(t.app.server.address() as AddressInfo).port}`
  browser = await launchBrowser()
  await writeAll()
}, 180_000)
afterAll(async () => {
  await browser?.close()
  await owner?.end()
  await t?.close()
})

const named = (i: number) => names[i % names.length]!

/** Every place where somebody's words are shown, filled with what tries to run. */
async function writeAll() {
  for (const [i, name] of names.entries())
    for (const piece of Object.values(pieces)) {
      const text = { summaryZh: named(i + 1), summaryEn: named(i + 2) }
      const content = { contentZh: `<p>正文</p>${hostileMarkup[i]}`, contentEn: `<p>Text</p>${hostileMarkup[i + 20]}` }
      const body = { ...piece, titleZh: name, titleEn: named(i + 3), ...text, ...content, sort: i }
      const { id } = await must(contentCalls.create, { body })
      await must(contentCalls.publish, { params: { id } })
      if (piece.kind === 'NEWS') news.push(id)
    }
  for (const [i, intro] of intros.entries()) {
    const body = { ...lawyer, name: named(i), firm: named(i + 1), licenceNo: named(i + 2).slice(0, 40), intro }
    const { id } = await must(staffLawyerCalls.create, { body: { ...body, cases: intros[(i + 1) % intros.length]! } })
    await must(staffLawyerCalls.setShown, { params: { id }, body: { shown: true } })
    lawyers.push(id)
  }
  for (const [i, content] of cases.entries()) {
    const asks = await t.member()
    const body = { name: named(i), phone: asks.phone, title: named(i + 1), content, consent: true }
    forms.push((await must(lawyerCalls.submit, { body }, asks)).caseId)
  }
}

const nameOfPlatform = (i: number) => {
  const texts = { fullName: named(i), fullNameEn: named(i + 1), officeTime: named(i + 2), officePlace: named(i + 3) }
  const body = { nameZh: named(i), nameEn: named(i), ...texts, officePlaceEn: named(i + 4), region: named(i + 5) }
  return must(settingsOfPlatformCalls.save, { body }, administrator)
}

/** With the page's policy out of the way: what keeps words from running is how they are written, not what stands behind that. */
async function opened(language: string, as?: Member): Promise<BrowserContext> {
  const context = await browser.newContext({ bypassCSP: true, locale: language })
  if (as) await context.addCookies([{ name: sessionCookie, value: as.token, url }])
  return context
}

const wrong = `(() => [
  ...(window.ran === undefined ? [] : ['it ran']),
  ...[...document.querySelectorAll('*')].flatMap((element) => [...element.attributes].filter(({ name, value }) =>
    /^(on|srcdoc$)/i.test(name) || (/^(href|src|action|formaction|xlink:href|data)$/i.test(name) && /^[\\s\\u0000-\\u001f]*(javascript|vbscript|data:text)/i.test(value)),
  ).map(({ name, value }) => element.tagName + ' ' + name + ' ' + value.slice(0, 60))),
])()`

interface Look {
  language: string
  as?: Member
  /** Something of a page that has been drawn. */
  drawn?: string
}

/** What is wrong with pages, in words; and how often each shows the word that stands in every vector. */
async function look(paths: readonly string[], { language, as, drawn = 'h1' }: Look) {
  const context = await opened(language, as)
  const page = await context.newPage()
  const found: string[] = []
  const shown: number[] = []
  page.on('dialog', (dialog) => void dialog.dismiss().then(() => found.push('it asked')))
  for (const path of paths) {
    await page.goto(`${url}${path}`)
    await page.locator(drawn).first().waitFor({ state: 'attached' })
    await page.waitForLoadState('networkidle')
    // The network is also quiet where a busy machine has not asked yet.
    await page.waitForFunction("!document.querySelector('[aria-busy=true]')")
    for (const problem of await page.evaluate<string[]>(wrong)) found.push(`${path}: ${problem}`)
    shown.push(await page.evaluate<number>("document.body.innerText.split('canary').length - 1"))
  }
  await context.close()
  return { found, shown }
}

const languages = ['zh-CN', 'en']

describe('words that try to run', () => {
  it.each(languages)('are text on the website, in %s', async (language) => {
    await nameOfPlatform(0)
    const paths = ['/', '/website-show/news', '/website-show/help-document', '/website-show/lawyers']
    const { found } = await look([...paths, ...news.slice(0, sized(4, 40)).map((id) => `/website-show/news/${id}`)], {
      language,
    })
    expect(found).toEqual([])
  })

  it('are text in what lawyers write of themselves, all of them', async () => {
    const paths = lawyers.map((id) => `/website-show/lawyers/${id}`)
    const { found, shown } = await look(paths, { language: 'en' })
    expect(found).toEqual([])
    const written = (text: string) => text.split('canary').length - 1
    expect(shown).toEqual(intros.map((intro, i) => written(intro) + written(intros[(i + 1) % intros.length]!)))
    expect(shown.reduce((sum, n) => sum + n, 0)).toBeGreaterThan(800)
  })

  it('are text where they stand for the platform: in title, head and data of each page', async () => {
    for (const i of tried()) {
      await nameOfPlatform(i)
      for (const language of isSoak ? languages : [languages[i % 2]!]) {
        const { found } = await look(['/'], { language })
        expect({ name: named(i), found }).toEqual({ name: named(i), found: [] })
      }
    }
  })

  it('are text where an address brings them', async () => {
    const paths = tried().flatMap((i) => {
      const word = encodeURIComponent(named(i))
      const all = [`/exception?errorMessage=${word}`, `/website-show/news?q=${word}`, `/${word}`]
      return isSoak ? all : [all[i % all.length]!]
    })
    expect((await look(paths, { language: 'zh-CN' })).found).toEqual([])
  })

  it('are text in the console, where staff read what visitors sent', async () => {
    await nameOfPlatform(0)
    const paths = ['content', 'lawyers', 'case-forms', `content/${news[0]}`, `lawyers/${lawyers[0]}`, 'audit']
    const some = forms.slice(0, sized(4, 80)).map((id) => `case-forms/${id}`)
    const { found, shown } = await look(
      [...paths, ...some].map((path) => `/operator/${path}`),
      { language: 'en', as: operator },
    )
    expect(found).toEqual([])
    expect(Math.min(...shown.slice(paths.length))).toBeGreaterThan(0)
  })
})

describe('headers that try to run', () => {
  const headers = ['x-forwarded-host', 'x-forwarded-proto', 'forwarded', 'referer', 'user-agent', 'origin', 'x-lang']

  it.each(headers)('as %s change no page', async (header) => {
    const page = (more: Record<string, string>) => t.inject({ url: '/login', headers: more })
    const usual = (await page({})).body
    for (const name of names) expect((await page({ [header]: name })).body).toBe(usual)
  })

  it('as cookie or wish for a language change no page', async () => {
    const usual = (await t.inject({ url: '/login' })).body
    for (const name of names)
      for (const more of [
        { 'accept-language': name },
        { cookie: `shimakaze-lang=${name}; shimakaze-appearance=${name}` },
        { cookie: `shimakaze-appearance=${encodeURIComponent(name)}` },
      ])
        expect((await t.inject({ url: '/login', headers: more })).body).toBe(usual)
  })
})

describe('a logo that is SVG', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="window.ran=1"><script>window.ran=1</script></svg>'
  const utf16 = Buffer.from(`\ufeff${svg}`, 'utf16le')
  const guises: [string, Buffer][] = [
    ['as it is', Buffer.from(svg)],
    ['with a prologue', Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n${svg}`)],
    ['with a document type', Buffer.from(`<!DOCTYPE svg [<!ENTITY e "x">]>${svg}`)],
    ['behind a comment', Buffer.from(`<!-- ${'x'.repeat(5_000)} -->${svg}`)],
    ['behind spaces', Buffer.from(`${' \n'.repeat(2_000)}${svg}`)],
    ['with a mark of byte order', Buffer.from(`\ufeff${svg}`)],
    ['in UTF-16', utf16],
    ['in UTF-16, the other way round', Buffer.from(utf16).swap16()],
    ['packed', gzipSync(svg)],
    ['with a prefix', Buffer.from(svg.replace('<svg xmlns', '<s:svg xmlns:s').replace('</svg', '</s:svg'))],
    ['in capitals', Buffer.from(svg.toUpperCase())],
    ['within HTML', Buffer.from(`<!doctype html>${svg}`)],
    ['behind the first bytes of a PNG', Buffer.concat([png().subarray(0, 8), Buffer.from(svg)])],
    ['behind those of a GIF', Buffer.from(`GIF89a${svg}`)],
  ]

  it.each(guises)('is refused %s, whatever it calls itself', async (_, bytes) => {
    for (const scene of ['platform', 'content'] as const) {
      for (const mediaType of ['image/svg+xml', 'image/png']) {
        const imgBase = dataUrl(bytes, mediaType as never)
        const as = scene === 'platform' ? administrator : operator
        expect((await t.call(fileCalls.uploadPicture, { body: { imgBase, scene } }, as)).success).toBe(false)
      }
      const sent = { file: bytes, scene, name: '"><svg onload=window.ran=1>.png' }
      const form = formOf(sent, (scene === 'platform' ? administrator : operator).token)
      expect((await t.inject({ method: 'POST', url: pathOf(fileCalls.upload), ...form })).json()).toMatchObject({
        success: false,
      })
    }
  })

  it('behind a whole picture is cut off, and the picture is shown as one', async () => {
    const bytes = Buffer.concat([png(), Buffer.from(svg)])
    const body = { imgBase: dataUrl(bytes), scene: 'platform' as const }
    const reply = await t.call(fileCalls.uploadPicture, { body }, administrator)
    if (!reply.success) return expect(reply.errorCode).toBe('bad-parameter')
    const shown = await t.inject({ url: reply.data.url! })
    expect(shown.headers).toMatchObject({ 'content-type': 'image/png', 'x-content-type-options': 'nosniff' })
    expect(shown.rawPayload.includes('<svg')).toBe(false)
  })
})
