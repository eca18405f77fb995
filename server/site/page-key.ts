import { createHash } from 'node:crypto'
import type { Language } from '../../contract/kit/language.ts'
import type { Appearance } from '../../contract/platform/colours.ts'
import type { Dictionary } from '../../contract/platform/dictionary.ts'
import type { Answer, Question } from '../../contract/site/answers.ts'
import type { SitePath } from '../../contract/site/entries.ts'
import { shownPath, sitePageOf } from '../../contract/site/site-pages.ts'

export interface PageWish {
  /** The declared path, never the address as it came: a share link's token does not get further than the router. */
  page: SitePath | undefined
  /** The address's path, of which the page is drawn with what it declares to show. */
  path: string
  query: URLSearchParams
  language: Language
  inAddress: boolean
  /** Undefined where the system decides. */
  appearance: Appearance | undefined
  platform: Dictionary
  /** Where its addresses begin. */
  publicUrl: string
  /** Changes when what pages are written with was changed here. */
  revision: number
  /** What the service says to a page's question. */
  answer(question: Question): Promise<Answer>
}

/** Only what the page declares to show reaches it; all else in an address is somebody's own. */
export function searchOf({ page, query }: Pick<PageWish, 'page' | 'query'>): string {
  const shown = (sitePageOf(page).reads ?? [])
    .filter((name) => query.has(name))
    .map((name): [string, string] => [name, query.get(name)!])
  return shown.length ? `?${new URLSearchParams(shown).toString()}` : ''
}

/** Where nothing is declared the catch-all page is drawn, whatever the address was. */
export const drawnPath = ({ page, path }: Pick<PageWish, 'page' | 'path'>) => (page ? shownPath(page, path) : '/-')

const digests = new WeakMap<Dictionary, string>()

/** A platform is long, and the same object for some seconds. */
function digestOf(platform: Dictionary): string {
  const digest = digests.get(platform) ?? createHash('sha256').update(JSON.stringify(platform)).digest('base64url')
  digests.set(platform, digest)
  return digest
}

/** By whatever a page is written with. */
export const keyOf = (wish: Omit<PageWish, 'query'>) =>
  JSON.stringify([
    drawnPath(wish),
    wish.language,
    wish.inAddress,
    wish.appearance,
    digestOf(wish.platform),
    wish.publicUrl,
    wish.revision,
  ])
