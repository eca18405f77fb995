import { type Language, languages } from '../../../../contract/kit/language.ts'
import type { Namespace } from '../../../../contract/kit/locale-words.ts'
import { wordsOf } from '../../plain/i18n.ts'
import { wordLoaders } from '../../resource/word-loaders.ts'
import type { Words } from '../../resource/words.ts'

/** Words of a resource in every language, the page's first: a sheet may have been written in any of them. */
export async function everyLanguage(first: string, namespace: Namespace): Promise<Words[]> {
  const wanted = Object.fromEntries(
    Object.entries(wordLoaders).filter(
      ([path]) => path.endsWith('/common.json') || path.endsWith(`/${namespace}.json`),
    ),
  )
  const order: Language[] = languages.toSorted((a, b) => Number(b === first) - Number(a === first))
  return (await Promise.all(order.map((language) => wordsOf(wanted, language)))).map((i) => i.t as unknown as Words)
}
