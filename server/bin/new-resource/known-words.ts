import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Language, languages } from '../../../contract/kit/language.ts'
import type { Words } from './insert-words.ts'
import { root } from './tree.ts'

const folder = (language: Language) => join(root, 'locales', language)
export const wordsPath = (language: Language, domain: string) => join(folder(language), `${domain}.json`)

const read = (language: Language, file: string) =>
  JSON.parse(readFileSync(join(folder(language), file), 'utf8')) as Words

type InBoth = Record<Language, string>

/** What a key is called in the words of a domain; undefined where one of the languages lacks it or leaves it empty. */
function wordsAt(words: Record<Language, Words>, path: readonly string[]): InBoth | undefined {
  const found = languages.map((language) => [
    language,
    path.reduce<Words | string | undefined>(
      (at, key) => (typeof at === 'object' ? at[key] : undefined),
      words[language],
    ),
  ])
  return found.every(([, text]) => typeof text === 'string' && text) ? (Object.fromEntries(found) as InBoth) : undefined
}

/** The words of every domain: its own, and those of others. */
export function knownWords(domain: string) {
  const files = readdirSync(folder(languages[0])).filter((file) => file.endsWith('.json'))
  const all = files.map((file) => ({
    domain: file.replace('.json', ''),
    words: Object.fromEntries(languages.map((language) => [language, read(language, file)])) as Record<Language, Words>,
  }))
  const own = all.find((d) => d.domain === domain)?.words
  return {
    own: (path: readonly string[]) => own && wordsAt(own, path),
    /** Whether another domain's file says it for this one. */
    joined: (path: readonly string[]) => all.some(({ words }) => wordsAt(words, ['joins', domain, ...path])),
    /** What the domain says, else what others agree upon; where each says something else, somebody has to choose. */
    anywhere(path: readonly string[]): InBoth | undefined {
      const here = own && wordsAt(own, path)
      if (here) return here
      const said = all.flatMap(({ words }) => wordsAt(words, path) ?? [])
      const alike = (one: InBoth) => said.filter((other) => languages.every((l) => other[l] === one[l])).length
      const [first, second] = [...new Map(said.map((one) => [JSON.stringify(one), one])).values()].toSorted(
        (a, b) => alike(b) - alike(a),
      )
      return first && (!second || alike(first) > alike(second)) ? first : undefined
    },
  }
}
