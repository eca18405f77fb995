/** The console's words by language and domain; the website's and the documents' stay out of its bundle. */
export const wordLoaders = import.meta.glob<{ default: Record<string, unknown> }>([
  '../../../locales/*/*.json',
  '!**/{site,legal,news,proof}.json',
])
