import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import type common from '../../locales/zh-CN/common.json'
import type accounts from '../../locales/zh-CN/accounts.json'
import type captures from '../../locales/zh-CN/captures.json'
import type console from '../../locales/zh-CN/console.json'
import type errors from '../../locales/zh-CN/errors.json'
import type evidence from '../../locales/zh-CN/evidence.json'
import type site from '../../locales/zh-CN/site.json'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    // A key that the Chinese words lack does not compile; a test holds English to the same keys.
    resources: { common: typeof common; accounts: typeof accounts; captures: typeof captures; console: typeof console; errors: typeof errors; evidence: typeof evidence; site: typeof site }
  }
}

export const languages = ['zh-CN', 'en'] as const
export type Language = (typeof languages)[number]

const stored = 'shimakaze.language'

export function preferredLanguage(): Language {
  const wish = localStorage.getItem(stored) ?? navigator.language
  return wish.toLowerCase().startsWith('zh') ? 'zh-CN' : 'en'
}

type Loaders = Record<string, () => Promise<{ default: Record<string, unknown> }>>

/** Words by language and domain; each entry names the domains it needs, each a chunk of its own. */
export async function startWords(loaders: Loaders) {
  const language = preferredLanguage()
  await i18next.use(initReactI18next).init({ lng: language, fallbackLng: false, defaultNS: 'common', resources: {}, interpolation: { escapeValue: false }, returnNull: false })
  await loadWords(loaders, language)
  document.documentElement.lang = language
}

async function loadWords(loaders: Loaders, language: Language) {
  const wanted = Object.entries(loaders).filter(([path]) => path.includes(`/${language}/`))
  await Promise.all(
    wanted.map(async ([path, load]) => {
      const domain = path.split('/').at(-1)!.replace('.json', '')
      if (!i18next.hasResourceBundle(language, domain)) i18next.addResourceBundle(language, domain, (await load()).default)
    }),
  )
}

/** Switches without a reload; nothing that was typed is lost. */
export async function switchLanguage(loaders: Loaders, language: Language) {
  await loadWords(loaders, language)
  localStorage.setItem(stored, language)
  document.documentElement.lang = language
  await i18next.changeLanguage(language)
}
