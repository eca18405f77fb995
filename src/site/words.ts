import type { WordLoaders } from '../kit/plain/i18n.ts'

/** The website's words: of every page, and in the browser of those pages besides that brought their own. */
export const wordLoaders: WordLoaders = import.meta.glob<{ default: Record<string, unknown> }>([
  '../../locales/*/common.json',
  '../../locales/*/site.json',
])
