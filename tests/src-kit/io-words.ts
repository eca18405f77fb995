import i18next from 'i18next'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { languages } from '../../contract/kit/language.ts'
import type { Words } from '../../src/kit/resource/words.ts'

const folder = join(import.meta.dirname, '../../locales')
const read = (language: string, domain: string) =>
  JSON.parse(readFileSync(join(folder, language, `${domain}.json`), 'utf8')) as object

const words = i18next.createInstance()
await words.init({
  fallbackLng: false,
  defaultNS: 'common',
  interpolation: { escapeValue: false },
  returnNull: false,
  resources: Object.fromEntries(
    languages.map((l) => [
      l,
      Object.fromEntries(
        ['common', 'console', 'evidence', 'captures', 'invoices', 'errors'].map((d) => [d, read(l, d)]),
      ),
    ]),
  ),
})

/** The console's words in a language, as the kit takes them. */
export const wordsIn = (language: (typeof languages)[number]): Words => words.getFixedT(language) as unknown as Words
