export const languages = ['zh-CN', 'en'] as const
export type Language = (typeof languages)[number]

/** The language a person chose, for console and website alike. Scripts may read it: it is no secret. */
export const languageCookie = 'shimakaze-lang'
export const languageCookieSeconds = 365 * 86_400
/** Names the language in an address, as sitemap and alternates do. */
export const languageParameter = 'lang'

/** A choice of ours, spelled exactly; anything else was written by somebody else and counts for nothing. */
export const chosenLanguage = (wish: string | null | undefined): Language | undefined =>
  languages.find((l) => l === wish)

/** The language that a tag such as `zh-Hant` or `en-GB` is best served with. */
export function languageOfTag(tag: string): Language | undefined {
  const primary = tag.trim().toLowerCase().split(/[-_]/)[0]
  return languages.find((l) => l.split('-')[0] === primary)
}

/** The first of ours in an Accept-Language header, by weight. */
export function acceptedLanguage(header: string | undefined): Language | undefined {
  const wishes = (header ?? '').split(',').map((part) => {
    const [tag = '', ...params] = part.split(';')
    const weight = params.map((p) => /^\s*q=([\d.]+)\s*$/.exec(p)?.[1]).find(Boolean)
    return { language: languageOfTag(tag), weight: weight === undefined ? 1 : Number(weight) }
  })
  return wishes.filter((w) => w.language && w.weight > 0).toSorted((a, b) => b.weight - a.weight)[0]?.language
}
