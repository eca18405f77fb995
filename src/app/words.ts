/** The console's words by language and domain; the website's and the verifier's stay out of its bundle. */
export const wordLoaders = import.meta.glob<{ default: Record<string, unknown> }>([
  '../../locales/*/common.json', '../../locales/*/console.json', '../../locales/*/evidence.json', '../../locales/*/captures.json', '../../locales/*/errors.json',
  '../../locales/*/invoices.json', '../../locales/*/addresses.json',
])
