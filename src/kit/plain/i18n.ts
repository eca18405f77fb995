import i18next, { type i18n } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { joinedWords } from '../../../contract/kit/joined-words.ts'
import {
  acceptedLanguage,
  chosenLanguage,
  type Language,
  languageCookie,
  languageParameter,
} from '../../../contract/kit/language.ts'
import type { LocaleWords } from '../../../contract/kit/locale-words.ts'
import { keepChoice, keptChoice } from './choice-cookie.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    // A key that the Chinese words lack does not compile; a test holds English to the same keys.
    resources: LocaleWords
  }
}

export type { Language }

/** The same order as the server's: the address, what was chosen before, what the browser asks for, Chinese. */
function preferredLanguage(): Language {
  const address = new URLSearchParams(window.location.search).get(languageParameter)
  return (
    chosenLanguage(address) ??
    chosenLanguage(keptChoice(languageCookie)) ??
    acceptedLanguage(navigator.languages.join()) ??
    'zh-CN'
  )
}

export type WordLoaders = Record<string, () => Promise<{ default: Record<string, unknown> }>>

const options = {
  fallbackLng: false,
  defaultNS: 'common',
  resources: {},
  interpolation: { escapeValue: false },
  returnNull: false,
} as const

/** Of the page and of what was opened on it; another language has to have the same. */
let inUse: WordLoaders = {}

/**
 * Words by language and domain; each entry names the domains it needs. A page that arrived written keeps the language it
 * was written in.
 */
export async function startWords(loaders: WordLoaders, written?: Language) {
  const language = written ?? preferredLanguage()
  inUse = { ...loaders, ...inUse }
  await i18next.use(initReactI18next).init({ ...options, lng: language })
  await loadWords(i18next, inUse, language)
  document.documentElement.lang = language
}

/** Words of one language apart from the page's, for writing pages in several languages at once. */
export async function wordsOf(loaders: WordLoaders, language: Language): Promise<i18n> {
  const words = i18next.createInstance()
  await words.init({ ...options, lng: language })
  await loadWords(words, loaders, language)
  return words
}

/** Words that a page needs beside those it began with. While the first are still on their way, they come with those. */
export async function moreWords(loaders: WordLoaders) {
  inUse = { ...inUse, ...loaders }
  if (i18next.isInitialized) await loadWords(i18next, loaders, i18next.language as Language)
}

async function loadWords(into: i18n, loaders: WordLoaders, language: Language) {
  const wanted = Object.entries(loaders).filter(([path]) => path.includes(`/${language}/`))
  const files: Record<string, object> = {}
  await Promise.all(
    wanted.map(async ([path, load]) => {
      const domain = path.split('/').at(-1)!.replace('.json', '')
      if (into.hasResourceBundle(language, domain)) return
      files[domain] = (await load()).default
      into.addResourceBundle(language, domain, files[domain])
    }),
  )
  for (const [namespace, words] of joinedWords(files)) into.addResourceBundle(language, namespace, words, true)
}

/** Switches without a reload; nothing that was typed is lost. The server reads the choice from the cookie. */
export async function switchLanguage(language: Language) {
  await loadWords(i18next, inUse, language)
  keepChoice(languageCookie, language)
  document.documentElement.lang = language
  await i18next.changeLanguage(language)
}
