import { moreWords, type WordLoaders } from '../kit/plain/i18n.ts'

/** Words of pages that say much and are opened seldom. */
export const wordsOfPages: WordLoaders = import.meta.glob<{ default: Record<string, unknown> }>([
  '../../locales/*/certificates.json',
  '../../locales/*/legal.json',
])

const wordsOfPage = (domain: string): WordLoaders =>
  Object.fromEntries(Object.entries(wordsOfPages).filter(([path]) => path.endsWith(`/${domain}.json`)))

/** Comes before such a page; from then on its words are switched with all others. */
export const loadPageWords = (domain: 'certificates' | 'legal'): Promise<void> => moreWords(wordsOfPage(domain))
