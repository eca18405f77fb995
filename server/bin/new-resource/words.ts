import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { type Language, languages } from '../../../contract/kit/language.ts'
import { choicesOf } from './declaration.ts'
import type { FieldKind } from './field-kind.ts'
import { type Guess, valuesOf } from './guess-field.ts'
import { insertWords, type Words } from './insert-words.ts'
import { knownWords, wordsPath } from './known-words.ts'
import type { Plan } from './plan.ts'

/** A word by the place where it stands, in both languages. */
interface Word {
  path: readonly string[]
  texts: Record<Language, string>
}

/** Holds what somebody has yet to say: `tests/rules/words.test.ts` lets none of it in. */
const marked = (text: string) => `【${text}】`

/** `createdAt` as words: "Created at". Amounts in fen are read in yuan. */
function spelled(key: string): string {
  const text = key
    .replace(/Fen$/, '')
    .replaceAll(/[_.-]/g, ' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** English as it is guessed, Chinese marked. */
const guessed = (en: string): Word['texts'] => ({ en, 'zh-CN': marked(en) })
/** What no name tells. */
const asked = (question: string): Word['texts'] => ({ en: marked(question), 'zh-CN': marked(question) })

/** What a sheet holds of kinds that read alike in every language. */
const examples: Partial<Record<FieldKind, string>> = {
  instant: '2026-01-31 09:00',
  money: '1234.50',
  number: '1',
  phone: '13800138000',
}

/** Beneath a column of the template for imports. */
function exampleOf(field: Guess, choice: (name: string, value: string) => Word): Word['texts'] {
  const text = examples[field.kind]
  const [value] = valuesOf(field)
  if (text) return { en: text, 'zh-CN': text }
  return value ? choice(field.name, value).texts : asked(`Example of ${spelled(field.name).toLowerCase()}`)
}

/** The words that the declaration uses, and no other. */
function wordsOf(plan: Plan): Word[] {
  const { actions, fields, filters, form, imports, kind, subject, title } = plan
  const known = knownWords(subject.domain)
  const own = (part: string, texts: Word['texts']): Word => ({ path: ['resource', subject.name, part], texts })
  const usual = (path: string[], texts: Word['texts']): Word => ({ path, texts: known.anywhere(path) ?? texts })
  const named = (path: string[], name: string) => known.own(path) ?? guessed(spelled(name))
  const field = (name: string) => usual(['field', name], guessed(spelled(name)))
  const choice = (name: string, value: string) => usual(['choice', name, ...value.split('.')], guessed(spelled(value)))
  const titles = named(['joins', 'api', 'group', subject.group], subject.name)
  const many = titles.en.toLowerCase()
  const one = named(['joins', 'audit', 'choice', 'subjectKind', kind?.name ?? ''], subject.row.name)
  const words = [
    own('title', titles),
    own('one', one),
    own('lead', asked('What these records are for, in a sentence')),
    own('empty', guessed(`No ${many} yet.`)),
    ...(form?.create ? [own('add', guessed('Add'))] : []),
    ...(form?.update ? [own('edit', guessed('Change'))] : []),
    ...(filters.some((f) => !f.field) ? [own('search', field(title.name).texts)] : []),
    ...fields.map(({ name }) => field(name)),
    ...choicesOf(plan).map(({ field: name, value }) => choice(name, value)),
    ...(imports ? form!.fields : []).map((f) => usual(['example', f.name], exampleOf(f, choice))),
    ...actions.flatMap((name) => [
      usual(['action', name, 'label'], guessed(spelled(name))),
      ...(name === 'edit' ? [] : [usual(['action', name, 'done'], guessed('Done'))]),
    ]),
  ]
  return words.filter(({ path }) => !known.joined(path))
}

/** What is asked before records are deleted: English tells one from many. Where the domain asks already, it asks alike. */
function confirmation(plan: Plan, language: Language): Words {
  if (!plan.actions.includes('remove') || knownWords(plan.subject.domain).own(['action', 'remove', 'label'])) return {}
  const [one, many] = [spelled(plan.subject.row.name), spelled(plan.subject.name)].map((text) => text.toLowerCase())
  const all = `Delete {{count}} ${many}?`
  const texts =
    language === 'en' ? { confirm_one: `Delete this ${one}?`, confirm_other: all } : { confirm: marked(all) }
  return { action: { remove: texts } }
}

function treeOf(words: readonly Word[], language: Language): Words {
  const tree: Words = {}
  for (const { path, texts } of words) {
    let node = tree
    for (const key of path.slice(0, -1)) node = (node[key] ??= {}) as Words
    node[path.at(-1)!] = texts[language]
  }
  return tree
}

/** Adds the words that are not there yet, in both languages. */
export async function addWords(plan: Plan): Promise<void> {
  const words = wordsOf(plan)
  // Both languages are read before either is written.
  const added = languages.map((language) => [language, treeOf(words, language), confirmation(plan, language)] as const)
  for (const [language, tree, asking] of added) {
    const path = wordsPath(language, plan.subject.domain)
    const before = existsSync(path) ? await readFile(path, 'utf8') : '{}\n'
    await writeFile(path, insertWords(insertWords(before, tree), asking))
  }
}
