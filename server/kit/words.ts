import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import i18next from 'i18next'
import { joinedWords } from '../../contract/kit/joined-words.ts'
import { acceptedLanguage, type Language, languageOfTag, languages } from '../../contract/kit/language.ts'
import type { FieldProblem } from '../../contract/kit/issues.ts'
import type { FieldIssue } from '../../contract/kit/envelope.ts'

export type { Language }

const folder = join(import.meta.dirname, '../../locales')

function read(language: Language): Record<string, object> {
  const files = readdirSync(join(folder, language)).filter((f) => f.endsWith('.json'))
  return Object.fromEntries(
    files.map((f) => [f.slice(0, -5), JSON.parse(readFileSync(join(folder, language, f), 'utf8'))]),
  )
}

const words = i18next.createInstance({
  lng: 'zh-CN',
  fallbackLng: false,
  interpolation: { escapeValue: false },
  resources: Object.fromEntries(languages.map((l) => [l, read(l)])),
})
await words.init()
for (const language of languages)
  for (const [namespace, own] of joinedWords(read(language))) words.addResourceBundle(language, namespace, own, true)

/** Words from `locales/`: `say('en', 'errors', 'code.internal')`. The server and the console read the same files. */
export function say(language: Language, namespace: string, key: string, params: Record<string, unknown> = {}): string {
  return words.t(key, { ns: namespace, lng: language, ...params })
}

/** The same where the words may be missing. */
export function sayIfKnown(language: Language, namespace: string, key: string): string | undefined {
  return words.exists(key, { ns: namespace, lng: language }) ? say(language, namespace, key) : undefined
}

/** The language of a request: its own header, then the person's, then what the browser asks for, then Chinese. */
export function languageOf(explicit: string | undefined, accepted: string | undefined, ofPerson?: Language): Language {
  return languageOfTag(explicit ?? '') ?? ofPerson ?? acceptedLanguage(accepted) ?? 'zh-CN'
}

/** The problem with its words in the user's language. */
export function wordField(language: Language, problem: FieldProblem): FieldIssue {
  return { ...problem, message: say(language, 'errors', `field.${problem.key}`, problem.params) }
}

/** Every text right beneath a key, by name. */
export function wordsUnder(language: Language, namespace: string, key: string): Record<string, string> {
  return words.getResource(language, namespace, key) as Record<string, string>
}
