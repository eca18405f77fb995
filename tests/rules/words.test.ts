import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { callbackEvents } from '../../contract/open-api/callbacks.ts'
import { operations } from '../../contract/open-api/operations.ts'
import { calls } from '../../contract/calls.ts'
import { errorTable } from '../../contract/kit/errors.ts'
import { joinedWords } from '../../contract/kit/joined-words.ts'
import { actFamilies } from '../../contract/kit/records.ts'
import { prefixesOf } from '../../contract/platform/acts.ts'

const folder = join(import.meta.dirname, '../../locales')
const server = join(import.meta.dirname, '../../server')
const files = readdirSync(join(folder, 'zh-CN'))
const read = (language: string, file: string) =>
  JSON.parse(readFileSync(join(folder, language, file), 'utf8')) as object

/** Keys with their placeholders; plural forms count as one key, because Chinese has none. */
function keysOf(node: object, prefix = ''): Map<string, string> {
  const found = new Map<string, string>()
  for (const [key, value] of Object.entries(node)) {
    const name = `${prefix}${key.replace(/_(one|other)$/, '')}`
    if (typeof value === 'object' && value !== null) for (const [k, v] of keysOf(value, `${name}.`)) found.set(k, v)
    else
      found.set(
        name,
        [...String(value).matchAll(/\{\{(\w+)\}\}/g)]
          .map((m) => m[1])
          .sort()
          .join(),
      )
  }
  return found
}

it('has words for every problem of a field that contract and service name', () => {
  const named = ['contract', 'server'].flatMap((top) => {
    const root = join(import.meta.dirname, '../..', top)
    const sources = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))
    const text = sources.map((name) => readFileSync(join(root, name), 'utf8')).join('\n')
    return [...text.matchAll(/\{ error: '([\w.]+)'|badFields\(\{ path: [^}]*?key: '([\w.]+)'/g)].map(
      (m) => m[1] ?? m[2]!,
    )
  })
  expect(named.length).toBeGreaterThan(50)
  const there = keysOf((read('en', 'errors.json') as { field: object }).field)
  expect([...new Set(named)].filter((key) => !there.has(key))).toEqual([])
})

it('has the same files in both languages', () => expect(readdirSync(join(folder, 'en'))).toEqual(files))

describe.each(files)('%s', (file) => {
  it('has the same keys with the same placeholders in both languages', () => {
    const [zh, en] = [keysOf(read('zh-CN', file)), keysOf(read('en', file))]
    expect([...en.keys()].sort()).toEqual([...zh.keys()].sort())
    // English may leave a count out of a singular form, never use one that Chinese does not pass.
    for (const [key, params] of en)
      for (const p of params.split(',').filter(Boolean)) expect(`${key}: ${zh.get(key)}`).toContain(p)
  })

  it('has no Chinese among the English', () => {
    for (const [key, text] of flat(read('en', file)))
      expect({ key, han: /\p{Script=Han}/u.test(text) }).toEqual({ key, han: false })
  })

  it('leaves no English untranslated among the Chinese', () => {
    const left = flat(read('zh-CN', file)).filter(([, text]) => isLeftInEnglish(text))
    expect(left).toEqual([])
  })
})

/** Names that Chinese has no other word for, as they stand alone. */
const names = new Set(['English', 'SHA', 'SM3', 'Excel', 'xlsx', 'CSV', 'csv', 'PDF', 'Access', 'Key'])

/** What is typed or sent as it stands: commands, headers, paths, addresses, placeholders. */
const verbatim =
  /\{\{\w+\}\}|<[^>]*>|https?:\/\/\S+|npm run [\w:]+|--?[\w-]+|[\w.-]*[-_./:][\w./:-]+|(?:BEGIN|END) PUBLIC KEY|Standard Webhooks|openssl[^。，]*|curl[^。，]*/g

/** Words in a row, or nothing else: one alone may be a name. */
function isLeftInEnglish(text: string): boolean {
  const said = text.replaceAll(verbatim, ' ')
  if (/\b[a-z]{2,}(?:[ ,]+[a-z]{2,}){2,}\b/i.test(said)) return true
  const words = said.match(/[A-Za-z]{3,}/g) ?? []
  return !/\p{Script=Han}/u.test(text) && words.some((word) => !names.has(word))
}

it.each(['zh-CN', 'en'])('has no word that says nothing (%s)', (language) => {
  expect(everyWord(language).filter(([, text]) => !text.trim())).toEqual([])
})

/** `npm run new:resource` puts what it cannot say itself in such brackets; names of senders stand in them too. */
const unsaid = /【[A-Za-z][^】]*】/
it.each(['zh-CN', 'en'])('leaves nothing to be said of what was written for a new resource (%s)', (language) => {
  expect(everyWord(language).filter(([, text]) => unsaid.test(text))).toEqual([])
})

/** The words of CONTRIBUTING's glossary that say a thing in another way than the one that was chosen. */
const glossary = readFileSync(join(import.meta.dirname, '../../CONTRIBUTING.md'), 'utf8')
  .split('\n')
  .filter((line) => /^\| \p{Script=Han}+ \|/u.test(line) && !line.startsWith('| 用词'))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, chosen = '', english = '', avoided = '', excepted = '']) => ({
    chosen,
    english,
    avoided: avoided.split('、').filter(Boolean),
    excepted: excepted.split('、').filter(Boolean),
  }))

describe('the glossary', () => {
  it('fixes the words that evidence is spoken of with', () => {
    expect(glossary.map(({ chosen }) => chosen)).toEqual(
      expect.arrayContaining(['证据包', '账户', '存证声明', '存证证书', '核验', '固化', '证据']),
    )
  })

  it.each(
    glossary.flatMap(({ chosen, avoided, excepted }) => avoided.map((word) => [chosen, word, excepted] as const)),
  )('says %s, never %s', (_, word, excepted) => {
    const without = (text: string) => excepted.reduce((rest, other) => rest.replaceAll(other, ''), text)
    expect(everyWord('zh-CN').filter(([, text]) => without(text).includes(word))).toEqual([])
  })

  it.each(['anew', 'by itself', 'mend', 'mended', 'thereby', 'wholly'])('says nothing as archaic as "%s"', (word) => {
    expect(everyWord('en').filter(([, text]) => new RegExp(`\\b${word}\\b`, 'i').test(text))).toEqual([])
  })
})

const everyWord = (language: string) =>
  files.flatMap((file) => flat(read(language, file)).map(([key, text]) => [`${file}: ${key}`, text] as const))

function flat(node: object, prefix = ''): [string, string][] {
  return Object.entries(node).flatMap(([k, v]) =>
    typeof v === 'object' && v !== null
      ? flat(v as object, `${prefix}${k}.`)
      : [[`${prefix}${k}`, String(v)] as [string, string]],
  )
}

/** What the files of domains add to the words of a name, with what stands there. */
const joined = (language: string, namespace: string) => {
  const all = Object.fromEntries(files.map((file) => [file.replace('.json', ''), read(language, file)]))
  const own = joinedWords(all).flatMap(([name, words]) => (name === namespace ? [words] : []))
  return new Map([...own, all[namespace] ?? {}].flatMap((words) => [...keysOf(words)]))
}

it('says of every call, signed operation and callback in a line what it is for, and of no other', () => {
  const groups = { ...calls, signed: operations }
  const wanted = Object.entries(groups)
    .flatMap(([group, members]) => Object.keys(members).map((name) => `${group}.${name}`))
    .concat(callbackEvents.map((event) => `callback.${event}`))
    .concat([...Object.keys(groups), 'callback'].map((group) => `group.${group}`))
  expect([...joined('zh-CN', 'api').keys()].sort()).toEqual(wanted.sort())
})

it('says nothing twice of what domains add to the words of others', () => {
  const all = Object.fromEntries(files.map((file) => [file.replace('.json', ''), read('zh-CN', file)]))
  const keys = joinedWords(all).flatMap(([name, words]) => [...keysOf(words).keys()].map((key) => `${name}:${key}`))
  const own = Object.entries(all).flatMap(([name, words]) => [...keysOf(words).keys()].map((key) => `${name}:${key}`))
  const every = [...keys, ...own]
  expect(every.filter((key, at) => every.indexOf(key) !== at)).toEqual([])
})

it('has words for every error code', () => {
  const codes = (read('zh-CN', 'errors.json') as { code: object }).code
  expect(Object.keys(codes).sort()).toEqual(Object.keys(errorTable).sort())
})

/** Acts that the service's own text names; those put together from parts are held by the compiler (`ActionName`). */
function namedActs(): string[] {
  const texts = readdirSync(server, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(join(server, name), 'utf8'))
  const places = texts.flatMap((text) => [...text.matchAll(/action: ([^,}]+)/g)].map((m) => m[1]!))
  return [...new Set(places.flatMap((place) => [...place.matchAll(/'(\w+\.[\w-]+)'/g)].map((m) => m[1]!)))]
}

it('has words for every act that the service writes into the record', () => {
  const acts = namedActs()
  expect(acts.length).toBeGreaterThan(40)
  for (const language of ['zh-CN', 'en']) {
    const words = joined(language, 'audit')
    expect(acts.filter((act) => !words.has(`event.${act.replace('.', '-')}`))).toEqual([])
  }
})

it('lists every act under a family, by what stands before its dot', () => {
  const families = new Set(actFamilies.flatMap(prefixesOf))
  const events = [...joined('zh-CN', 'audit').keys()].filter((key) => key.startsWith('event.'))
  expect(events.length).toBeGreaterThan(100)
  expect(events.filter((key) => !families.has(key.slice('event.'.length).split('-')[0]!))).toEqual([])
})
