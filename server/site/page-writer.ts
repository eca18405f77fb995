import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Language } from '../../contract/kit/language.ts'
import type { Dictionary } from '../../contract/platform/dictionary.ts'
import type { SitePath } from '../../contract/site/entries.ts'
import type { Renderer } from '../../contract/site/rendering.ts'
import { indexedPath, sitePageOf } from '../../contract/site/site-pages.ts'
import { BoundedCache } from './bounded-cache.ts'
import { pageHead } from './page-head.ts'

export interface PageWish {
  /** The declared path, never the address as it came: a share link's token does not get further than the router. */
  page: SitePath | undefined
  query: URLSearchParams
  language: Language
  inAddress: boolean
  platform: Dictionary
  /** Where its addresses begin. */
  publicUrl: string
}

export interface WrittenPage {
  html: string
  etag: string
  /** Everybody who asks in this language gets the same. */
  shared: boolean
}

export type PageWriter = (wish: PageWish) => Promise<WrittenPage>

/** Pages that everybody gets alike, for a handful of platforms; a rendering takes a few milliseconds at most. */
const kept = 300

/** Only what the page declares to show reaches it; all else in an address is somebody's own. */
function searchOf({ page, query }: PageWish): string {
  const shown = (sitePageOf(page).reads ?? [])
    .filter((name) => query.has(name))
    .map((name): [string, string] => [name, query.get(name)!])
  return shown.length ? `?${new URLSearchParams(shown).toString()}` : ''
}

/** Where nothing is declared the catch-all page is drawn, whatever the address was. */
const pathOf = (page: SitePath | undefined) => page?.replace(/:\w+/g, '-') ?? '/-'

const keyOf = (wish: PageWish) =>
  JSON.stringify([wish.page, wish.language, wish.inAddress, wish.platform, wish.publicUrl])

function fill(template: string, language: Language, head: string, html: string): string {
  return template
    .replace('<html lang="zh-CN">', () => `<html lang="${language}">`)
    .replace(/<!--head-->[^]*<!--\/head-->/, () => head)
    .replace('<!--page-->', () => html)
}

const etagOf = (html: string) => `W/"${createHash('sha256').update(html).digest('base64url').slice(0, 27)}"`

/** Writes website pages with the built bundle, which is loaded when the first page is asked for. */
export function openPageWriter(pagesDir: string): PageWriter {
  const template = readFileSync(join(pagesDir, 'site.html'), 'utf8')
  const cache = new BoundedCache<WrittenPage>(kept)
  let renderer: Promise<Renderer> | undefined
  const load = () => (renderer ??= import(pathToFileURL(join(pagesDir, 'render/render.js')).href) as Promise<Renderer>)

  async function write(wish: PageWish, search: string): Promise<WrittenPage> {
    const { language, inAddress, platform, publicUrl } = wish
    const { html, ...head } = await (await load()).render({ path: pathOf(wish.page), search, language, platform })
    const whole = fill(
      template,
      language,
      pageHead({ ...head, publicUrl, platform, language, inAddress, indexed: indexedPath(wish.page) }),
      html,
    )
    return { html: whole, etag: etagOf(whole), shared: search === '' }
  }

  return async (wish) => {
    const search = searchOf(wish)
    if (search) return write(wish, search)
    return cache.getOr(keyOf(wish), () => write(wish, search))
  }
}
