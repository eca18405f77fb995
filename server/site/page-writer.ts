import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Answers, keyOfQuestion } from '../../contract/site/answers.ts'
import type { RenderedPage, Renderer } from '../../contract/site/rendering.ts'
import { indexedPath, shownPath, sitePageOf } from '../../contract/site/site-pages.ts'
import { BoundedCache } from '../kit/bounded-cache.ts'
import { pageHead } from './page-head.ts'
import { drawnPath, keyOf, type PageWish, searchOf } from './page-key.ts'

export interface WrittenPage {
  html: string
  etag: string
  /** Everybody who asks in this language gets the same. */
  shared: boolean
  /** There is nothing at this address. */
  missing: boolean
}

export interface PageWriter {
  write(wish: PageWish): Promise<WrittenPage>
  /** It has to be drawn, of something that whoever asks wrote into the address: others are not answered by what that costs. */
  isOwnWish(wish: PageWish): boolean
}

/** Pages that everybody gets alike, for a handful of platforms; a rendering takes a few milliseconds at most. */
const kept = 300
/** What was changed elsewhere, or begins by the clock, is seen after so long. */
const lifetime = 5_000
/** A page may ask for what an answer leads to. */
const mostTurns = 3

function fill(
  template: string,
  { language, appearance }: Pick<PageWish, 'language' | 'appearance'>,
  head: string,
  html: string,
): string {
  const theme = appearance ? ` data-theme="${appearance}"` : ''
  return template
    .replace('<html lang="zh-CN">', () => `<html lang="${language}"${theme}>`)
    .replace(/<!--head-->[^]*<!--\/head-->/, () => head)
    .replace('<!--page-->', () => html)
}

const etagOf = (html: string) => `W/"${createHash('sha256').update(html).digest('base64url').slice(0, 27)}"`

/** Draws a page, answers what it asks, and draws it again, until it asks nothing new. */
async function draw(
  { render }: Renderer,
  wish: Omit<PageWish, 'query'>,
  search: string,
): Promise<RenderedPage & { answers: Answers }> {
  const { language, platform } = wish
  const answers: Answers = {}
  for (let turn = 1; ; turn++) {
    const drawn = await render({ path: drawnPath(wish), search, language, platform, answers })
    if (!drawn.asks.length || turn === mostTurns) return { ...drawn, answers }
    const asked = new Map(drawn.asks.map((question) => [keyOfQuestion(question), question]))
    const answered = await Promise.all(
      [...asked].map(async ([key, question]) => [key, await wish.answer(question)] as const),
    )
    // In the order of the questions, whichever was answered first: the same page is the same bytes, and its validator holds.
    for (const [key, answer] of answered) answers[key] = answer
  }
}

/** Writes website pages with the built bundle, which is loaded when the first page is asked for. */
export function openPageWriter(pagesDir: string): PageWriter {
  const template = readFileSync(join(pagesDir, 'site.html'), 'utf8')
  const cache = new BoundedCache<WrittenPage>(kept, lifetime)
  let renderer: Promise<Renderer> | undefined
  const load = () => (renderer ??= import(pathToFileURL(join(pagesDir, 'render/render.js')).href) as Promise<Renderer>)

  /** `search` is all that a page learns of its address's query: whatever else stands there would be kept for others under their own address. */
  async function write(wish: Omit<PageWish, 'query'>, search: string): Promise<WrittenPage> {
    const { language, inAddress, platform, publicUrl, page } = wish
    const drawn = await draw(await load(), wish, search)
    const { html, title, description, facts, answers } = drawn
    const missing = facts.missing === true
    // A preview is for whoever was given its address.
    const isListed = indexedPath(page) !== undefined && !missing && !new URLSearchParams(search).has('preview')
    const indexed = isListed ? shownPath(indexedPath(page)!, wish.path) : undefined
    const head = { title, description, facts, publicUrl, platform, language, inAddress, indexed, answers }
    const whole = fill(template, wish, pageHead(head), html)
    return { html: whole, etag: etagOf(whole), shared: search === '', missing }
  }

  /** Anybody may invent names of what there is not: those are not kept in the place of pages that are read. */
  async function writeKept(wish: PageWish): Promise<WrittenPage> {
    const key = keyOf(wish)
    const written = await cache.getOr(key, () => write(wish, ''))
    if (written.missing) cache.forget(key)
    return written
  }

  return {
    write(wish) {
      const search = searchOf(wish)
      return search ? write(wish, search) : writeKept(wish)
    },
    isOwnWish: (wish) =>
      searchOf(wish) !== '' || (sitePageOf(wish.page).names !== undefined && !cache.has(keyOf(wish))),
  }
}
