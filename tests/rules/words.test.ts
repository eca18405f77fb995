import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { callbackEvents } from '../../contract/open-api/callbacks.ts'
import { operations } from '../../contract/open-api/operations.ts'
import { calls } from '../../contract/calls.ts'
import { errorTable } from '../../contract/kit/errors.ts'

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

it('has the same files in both languages', () => expect(readdirSync(join(folder, 'en'))).toEqual(files))

describe.each(files)('%s', (file) => {
  it('has the same keys with the same placeholders in both languages', () => {
    const [zh, en] = [keysOf(read('zh-CN', file)), keysOf(read('en', file))]
    expect([...en.keys()].sort()).toEqual([...zh.keys()].sort())
    // English may leave a count out of a singular form, never use one that Chinese does not pass.
    for (const [key, params] of en)
      for (const p of params.split(',').filter(Boolean)) expect(`${key}: ${zh.get(key)}`).toContain(p)
  })

  it('leaves no English word untranslated and no text in the wrong language', () => {
    for (const [key, text] of flat(read('en', file)))
      expect({ key, han: /\p{Script=Han}/u.test(text) }).toEqual({ key, han: false })
  })
})

function flat(node: object, prefix = ''): [string, string][] {
  return Object.entries(node).flatMap(([k, v]) =>
    typeof v === 'object' && v !== null
      ? flat(v as object, `${prefix}${k}.`)
      : [[`${prefix}${k}`, String(v)] as [string, string]],
  )
}

it('says of every call, signed operation and callback in a line what it is for, and of no other', () => {
  const wanted = Object.entries({ ...calls, signed: operations })
    .flatMap(([group, members]) => Object.keys(members).map((name) => `${group}.${name}`))
    .concat(callbackEvents.map((event) => `callback.${event}`))
  expect([...keysOf(read('zh-CN', 'api.json')).keys()].sort()).toEqual(wanted.sort())
})

it('names every group of calls', () => {
  const { docs } = JSON.parse(readFileSync(join(folder, 'zh-CN', 'site.json'), 'utf8')) as { docs: { group: object } }
  expect(Object.keys(docs.group).sort()).toEqual([...Object.keys(calls), 'signed', 'callback'].sort())
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
    const { event } = read(language, 'audit.json') as { event: Record<string, string> }
    expect(acts.filter((act) => !event[act.replace('.', '-')])).toEqual([])
  }
})
