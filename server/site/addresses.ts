import { type Language, languageParameter, languages } from '../../contract/kit/language.ts'

/** Public addresses begin with the configured one: a Host header is whatever the asker likes. */
export const addressOf = (publicUrl: string, path: string, language?: Language) =>
  `${publicUrl}${path}${language ? `?${languageParameter}=${language}` : ''}`

export interface Alternate {
  hreflang: string
  href: string
}

/** The page in each language, and where it chooses by the reader's browser. */
export const alternatesOf = (publicUrl: string, path: string): Alternate[] => [
  ...languages.map((language) => ({ hreflang: language, href: addressOf(publicUrl, path, language) })),
  { hreflang: 'x-default', href: addressOf(publicUrl, path) },
]
