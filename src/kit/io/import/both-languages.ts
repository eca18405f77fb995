import { type Language, languages } from '../../../../contract/kit/language.ts'
import { wordsOf } from '../../plain/i18n.ts'
import type { Words } from '../../resource/words.ts'

const loaders = import.meta.glob<{ default: Record<string, unknown> }>([
  '../../../../locales/*/common.json',
  '../../../../locales/*/console.json',
  '../../../../locales/*/evidence.json',
  '../../../../locales/*/invoices.json',
])

/** Words of every language, the page's first: a sheet may have been written in any of them. */
export async function everyLanguage(first: string): Promise<Words[]> {
  const order: Language[] = languages.toSorted((a, b) => Number(b === first) - Number(a === first))
  return (await Promise.all(order.map((language) => wordsOf(loaders, language)))).map((i) => i.t as unknown as Words)
}
