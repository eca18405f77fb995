import { afterAll, beforeAll, expect, it } from 'vitest'
import { entryOf } from '../../contract/site/entries.ts'
import { writeStarterContent } from '../../server/content/starter-content.service.ts'
import { buildPagesIfStale } from '../kit/built/build-pages.ts'
import { buildTestApp, type TestApp } from '../kit/build-test-app.ts'
import { forgetLimits } from '../kit/people/forget-limits.ts'

let t: TestApp
beforeAll(async () => {
  buildPagesIfStale()
  t = await buildTestApp()
  await writeStarterContent(t.services, t.platformId)
})
afterAll(() => t.close())

interface Crawled {
  path: string
  from: string
}

/** Addresses of this site that a page leads to: its text links, its pictures, and what its forms ask. */
const linksIn = (html: string) =>
  [...html.matchAll(/<(?:a|img|form|source)\b[^>]*?\b(?:href|src|action)="([^"]*)"/g)]
    .map(([, to]) => to!.replaceAll('&amp;', '&'))
    .filter((to) => /^(?:\/(?!\/)|#|\?)/.test(to))

/** Follows everything from the home page on, as somebody without scripts does; what is wrong, in words. */
async function crawl(language: string) {
  const headers = { 'accept-language': language }
  const waiting: Crawled[] = [{ path: '/', from: 'the start' }]
  const pages = new Map<string, string>()
  const wrong: string[] = []
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { path, from } = next
    const [address = '', part] = path.split('#')
    if (!pages.has(address)) {
      if (pages.size % 200 === 199) await forgetLimits(t)
      const { statusCode, headers: answered, body } = await t.inject({ url: address, headers })
      // What is for somebody who signed in is known by its path: it draws itself.
      const isConsole = entryOf(address.split('?')[0]!).entry === 'console' && entryOf(address.split('?')[0]!).known
      if (statusCode !== 200) wrong.push(`${address} answers ${statusCode}, from ${from}`)
      const isPage = statusCode === 200 && !isConsole && String(answered['content-type']).startsWith('text/html')
      pages.set(address, isPage ? body : '')
      if (isPage)
        for (const to of linksIn(body)) {
          const { pathname, search, hash } = new URL(to, `http://site.example${address}`)
          waiting.push({ path: `${pathname}${search}${hash}`, from: address })
        }
    }
    const html = pages.get(address)!
    if (part && html && !html.includes(`id="${decodeURIComponent(part)}"`))
      wrong.push(`${path} is nowhere, from ${from}`)
  }
  return { wrong, pages: [...pages].flatMap(([address, html]) => (html ? [address] : [])) }
}

it.each(['zh-CN', 'en'])('every link and every part of a page leads somewhere, in %s', async (language) => {
  const { wrong, pages } = await crawl(language)
  expect(wrong).toEqual([])
  for (const path of [
    '/website-show/news',
    '/website-show/lawyers',
    '/website-show/help-document',
    '/privacy-three',
    '/docs',
  ])
    expect(pages).toContain(path)
  expect(pages.some((path) => /^\/website-show\/news\/[\w-]{36}/.test(path))).toBe(true)
  expect(pages.some((path) => /^\/website-show\/lawyers\/[\w-]{36}/.test(path))).toBe(true)
})

it.each(['zh-CN', 'en'])('no page has the phone or mail of a lawyer in its source, in %s', async (language) => {
  const [phone, mail] = ['13987650001', 'chen@lawyers.example']
  const lawyers = await t.services.db.system.updateTable('lawyer').set({ phone, mail }).returning('id').execute()
  await forgetLimits(t)
  for (const path of ['/website-show/lawyers', ...lawyers.map(({ id }) => `/website-show/lawyers/${id}`)]) {
    const { statusCode, body } = await t.inject({ url: path, headers: { 'accept-language': language } })
    expect({ path, statusCode }).toEqual({ path, statusCode: 200 })
    expect({ path, told: [phone, phone.slice(3, 9), mail].filter((text) => body.includes(text)) }).toEqual({
      path,
      told: [],
    })
  }
})
