import type { Language } from '../../contract/kit/language.ts'
import type { Dictionary } from '../../contract/platform/dictionary.ts'
import type { Answers } from '../../contract/site/answers.ts'
import type { Head } from '../../contract/site/rendering.ts'
import { styleOf } from '../../contract/platform/colours.ts'
import { addressOf, alternatesOf } from './addresses.ts'
import { linkedData } from './linked-data.ts'
import { dataBlock, escapeText } from './markup.ts'

export interface HeadFacts extends Head {
  publicUrl: string
  platform: Dictionary
  language: Language
  /** The path under which search engines know the page; absent for pages they must not list. */
  indexed: string | undefined
  /** The language stood in the address. */
  inAddress: boolean
  /** What the page was drawn with: the browser goes on with it. */
  answers: Answers
}

/** Everything of the head that depends on page, language and platform. */
export function pageHead(facts: HeadFacts): string {
  const { title, description, indexed } = facts
  // Six digits of a colour each: nothing in it can end its element.
  const style = styleOf(facts.platform.frontPlatformInfo.colours)
  return [
    `<title>${escapeText(title)}</title>`,
    `<meta name="description" content="${escapeText(description)}" />`,
    ...(indexed ? listing(facts, indexed) : ['<meta name="robots" content="noindex" />']),
    ...(style ? [`<style id="colours">${style}</style>`] : []),
    dataBlock('type="application/json" id="platform"', facts.platform),
    ...(Object.keys(facts.answers).length ? [dataBlock('type="application/json" id="answers"', facts.answers)] : []),
  ].join('\n    ')
}

/** `data-page` marks what is true of this page alone: the browser drops it when it goes on without a reload. */
function listing(head: HeadFacts, path: string): string[] {
  const { publicUrl, language, title, description, inAddress, facts } = head
  const url = escapeText(addressOf(publicUrl, path, inAddress ? language : undefined))
  const og = {
    'og:type': facts.article ? 'article' : 'website',
    'og:title': title,
    'og:description': description,
    'og:locale': language === 'en' ? 'en_US' : 'zh_CN',
    'og:image': facts.picture ? `${publicUrl}${facts.picture}` : undefined,
    'article:published_time': facts.article?.publishedAt,
    'article:modified_time': facts.article?.modifiedAt,
  }
  return [
    `<link rel="canonical" href="${url}" data-page />`,
    ...alternatesOf(publicUrl, path).map(
      (a) => `<link rel="alternate" hreflang="${a.hreflang}" href="${escapeText(a.href)}" data-page />`,
    ),
    `<meta property="og:url" content="${url}" data-page />`,
    ...Object.entries(og).flatMap(([name, value]) =>
      value ? [`<meta property="${name}" content="${escapeText(value)}" data-page />`] : [],
    ),
    dataBlock('type="application/ld+json" data-page', linkedData({ ...head, path })),
  ]
}
