/** The console's words by language and domain; the website's, the documents' and the command lines' stay out of its bundle. */
export const wordLoaders = import.meta.glob<{ default: Record<string, unknown> }>([
  '../../../locales/*/*.json',
  '!**/{site,cli,news,proof}.json',
])
