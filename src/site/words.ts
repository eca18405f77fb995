/** The website's words. */
export const wordLoaders = import.meta.glob<{ default: Record<string, unknown> }>([
  '../../locales/*/common.json',
  '../../locales/*/site.json',
])
