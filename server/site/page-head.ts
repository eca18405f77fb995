import type { Language } from '../../contract/kit/language.ts'
import type { SitePath } from '../../contract/site/entries.ts'
import type { RenderedPage } from '../../contract/site/rendering.ts'
import type { Dictionary } from '../../contract/platform/dictionary.ts'
import { addressOf, alternatesOf } from './addresses.ts'
import { dataBlock, escapeText } from './markup.ts'

export interface HeadFacts extends Pick<RenderedPage, 'title' | 'description'> {
  publicUrl: string
  platform: Dictionary
  language: Language
  /** Where search engines know the page; absent for pages they must not list. */
  indexed: SitePath | undefined
  /** The language stood in the address. */
  inAddress: boolean
}

/** Everything of the head that depends on page, language and platform. */
export function pageHead(facts: HeadFacts): string {
  const { title, description, indexed } = facts
  return [
    `<title>${escapeText(title)}</title>`,
    `<meta name="description" content="${escapeText(description)}" />`,
    ...(indexed ? listing(facts, indexed) : ['<meta name="robots" content="noindex" />']),
    dataBlock('type="application/json" id="platform"', facts.platform),
  ].join('\n    ')
}

/** `data-page` marks what is true of this page alone: the browser drops it when it goes on without a reload. */
function listing(facts: HeadFacts, path: SitePath): string[] {
  const { publicUrl, language, title, description, inAddress } = facts
  const url = escapeText(addressOf(publicUrl, path, inAddress ? language : undefined))
  return [
    `<link rel="canonical" href="${url}" data-page />`,
    ...alternatesOf(publicUrl, path).map(
      (a) => `<link rel="alternate" hreflang="${a.hreflang}" href="${escapeText(a.href)}" data-page />`,
    ),
    `<meta property="og:type" content="website" data-page />`,
    `<meta property="og:url" content="${url}" data-page />`,
    `<meta property="og:title" content="${escapeText(title)}" data-page />`,
    `<meta property="og:description" content="${escapeText(description)}" data-page />`,
    `<meta property="og:locale" content="${language === 'en' ? 'en_US' : 'zh_CN'}" data-page />`,
    dataBlock('type="application/ld+json" data-page', linkedData(facts, path)),
  ]
}

/** What the page is, in the words of schema.org. */
function linkedData({ publicUrl, platform, language, title, description }: HeadFacts, path: SitePath) {
  const { platformName, platformNameEn } = platform.frontPlatformInfo.basicInfo
  const [home, organization] = [`${publicUrl}/`, `${publicUrl}/#organization`]
  const name = language === 'en' ? platformNameEn : platformName
  const site = {
    '@type': 'WebSite',
    '@id': `${publicUrl}/#website`,
    url: home,
    name,
    inLanguage: language,
    publisher: { '@id': organization },
  }
  const page = {
    '@type': 'WebPage',
    url: addressOf(publicUrl, path, language),
    name: title,
    description,
    inLanguage: language,
    isPartOf: { '@id': site['@id'] },
  }
  const owner = { '@type': 'Organization', '@id': organization, name, url: home, logo: `${publicUrl}/mark.svg` }
  return { '@context': 'https://schema.org', '@graph': path === '/' ? [owner, site, page] : [site, page] }
}
