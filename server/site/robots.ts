import { serviceBase } from '../../contract/kit/call.ts'
import { languages } from '../../contract/kit/language.ts'
import { consolePaths } from '../../contract/site/entries.ts'
import { indexedPaths } from '../../contract/site/site-pages.ts'
import { addressOf, alternatesOf } from './addresses.ts'
import { escapeText } from './markup.ts'

/**
 * Pages that must not be listed say so themselves: a crawler that is kept out would never read it. Kept out are the
 * console and the calls, which have nothing to read.
 */
export function robotsText(publicUrl: string): string {
  const closed = [`${serviceBase}/`, ...consolePaths.map((path) => path.replace(/:.*$/, ''))]
  return [
    'User-agent: *',
    ...closed.map((path) => `Disallow: ${path}`),
    ...indexedPaths.map((path) => `Allow: ${path === '/' ? '/$' : path}`),
    '',
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ].join('\n')
}

/** A page that has an address because somebody wrote it. */
export interface WrittenAddress {
  path: string
  changedAt: Date
}

/** Every indexed page in every language, each naming the others. */
export function sitemapXml(publicUrl: string, articles: readonly WrittenAddress[]): string {
  const pages: { path: string; changedAt?: Date }[] = [...indexedPaths.map((path) => ({ path })), ...articles]
  const urls = pages.flatMap(({ path, changedAt }) => {
    const alternates = alternatesOf(publicUrl, path).map(
      (a) => `    <xhtml:link rel="alternate" hreflang="${a.hreflang}" href="${escapeText(a.href)}"/>`,
    )
    return [undefined, ...languages].map((language) =>
      [
        '  <url>',
        `    <loc>${escapeText(addressOf(publicUrl, path, language))}</loc>`,
        ...(changedAt ? [`    <lastmod>${changedAt.toISOString()}</lastmod>`] : []),
        ...alternates,
        '  </url>',
      ].join('\n'),
    )
  })
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    ...urls,
    '</urlset>',
    '',
  ].join('\n')
}
