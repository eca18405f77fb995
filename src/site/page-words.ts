import { moreWords, type WordLoaders } from '../kit/plain/i18n.ts'

/** Words of pages that say much and are opened seldom. */
export const wordsOfPages: WordLoaders = import.meta.glob<{ default: Record<string, unknown> }>(
  '../../locales/*/certificates.json',
)

/** Comes before such a page; from then on its words are switched with all others. */
export const loadPageWords = (): Promise<void> => moreWords(wordsOfPages)
