import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { joinedWords } from '../../contract/kit/joined-words.ts'
import type { Call } from '../../contract/kit/call.ts'
import type { Language } from '../../contract/kit/language.ts'
import { consolePaths } from '../../contract/site/entries.ts'
import { loadDomains } from '../../src/app/domains.tsx'
import { formRoutes } from '../../src/kit/form/form-paths.ts'
import type { Field, Filter, Resource } from '../../src/kit/resource/resource.ts'
import { gadgetWords, withWords } from '../kit/sample-console/words.ts'
import { faultsOf } from './faults.ts'

type Module = { default: Resource | Resource[] }
// Resources of tests are held to the same: they declare what no other does yet.
const modules = {
  ...import.meta.glob<Module>(['../../src/*/*.resource.tsx', '../../src/*/staff/*.resource.tsx'], { eager: true }),
  ...import.meta.glob<Module>('../kit/ui/*.resource.tsx', { eager: true }),
}
const resources = Object.values(modules).flatMap((m) => m.default)
const served: readonly string[] = [
  ...consolePaths,
  '/gadgets',
  '/gadgets/:id',
  '/crates',
  '/crates/:id',
  '/crates/new',
  '/crates/:id/edit',
]

const { pages } = await loadDomains(['platform.manage'])

type Node = { [key: string]: Node | string }
const locales = import.meta.glob<Node>('../../locales/*/*.json', { eager: true, import: 'default' })
const words = (language: string, namespace: string) => {
  const own = locales[`../../locales/${language}/${namespace}.json`] as Record<string, object>
  return (namespace === 'console' ? withWords(own, gadgetWords[language as Language]) : own) as Node
}

/** What files of kinds add to it. */
const wordsOfKinds = (language: string, namespace: string): Node[] => {
  const ofLanguage = Object.entries(locales).filter(([path]) => path.includes(`/${language}/`))
  const files = Object.fromEntries(ofLanguage.map(([path, own]) => [path.split('/').at(-1)!, own]))
  return joinedWords(files).flatMap(([name, own]) => (name === namespace ? [own as Node] : []))
}

/** A text by its dotted key; English may have it as singular and plural. */
function say(language: string, namespace: string, key: string): string | undefined {
  const path = key.split('.')
  const last = path.pop()!
  const find = (all: Node) => {
    const node = path.reduce<Node | undefined>((at, part) => at?.[part] as Node | undefined, all)
    return (node?.[last] ?? node?.[`${last}_other`]) as string | undefined
  }
  return [words(language, namespace), ...wordsOfKinds(language, namespace)].map(find).find(Boolean)
}

const fieldsOf = (r: Resource) => Object.entries(r.fields as Record<string, Field<never>>)
const filterFields = (filters: Record<string, Filter>) =>
  Object.entries(filters).flatMap(([name, f]) =>
    f.kind === 'days' ? ['startDate', 'endDate'] : f.kind === 'money' ? [`${name}From`, `${name}To`] : [name],
  )

/** Every key that the kit makes out of a declaration. */
function keysOf(r: Resource): string[] {
  const own = (part: string) => `resource.${r.name}.${part}`
  const fields = fieldsOf(r)
  return [
    ...['title', 'one', 'lead', 'empty'].map(own),
    ...(r.create ? [own('add')] : []),
    ...(r.waits ? [own('waits')] : []),
    ...(r.form && r.endpoints.update ? [own('edit')] : []),
    ...(r.tabs ?? []).map(({ name }) => `tab.${name}`),
    ...('keyWord' in r.filters ? [own('search')] : []),
    ...fields.map(([name]) => `field.${name}`),
    ...fields.flatMap(([name, f]) => (f.help ? [`help.${name}`] : [])),
    ...fields.flatMap(([name, f]) =>
      f.kind === 'choice' ? (f.values ?? Object.keys(f.tones ?? {})).map((v) => `choice.${name}.${v}`) : [],
    ),
    ...Object.entries(r.filters).flatMap(([name, f]) => (f.kind === 'keyword' ? [] : [`field.${name}`])),
    ...Object.values(r.filters).flatMap((f) => (f.kind === 'choice' ? f.values.map((v) => `${f.words}.${v}`) : [])),
    ...r.actions.flatMap((a) => [
      `action.${a.name}.label`,
      ...(a.confirm || a.bulkForm ? [`action.${a.name}.confirm`] : []),
      ...(a.run ? [`action.${a.name}.done`] : []),
    ]),
  ]
}

const wanted = (call: Call) => call.body ?? call.query!

it('finds what is declared', () => expect(resources.length).toBeGreaterThan(4))
it('names each resource, route and menu place once', () => {
  const places: ((r: Resource) => unknown)[] = [(r) => r.name, (r) => r.routes.list, (r) => r.menu?.order]
  for (const place of places) {
    const all = resources.map(place).filter((v) => v !== undefined)
    expect(new Set(all).size).toBe(all.length)
  }
})

it('has one page at each path', () => {
  const paths = pages.map((p) => p.path)
  expect(paths.filter((path, i) => paths.indexOf(path) !== i)).toEqual([])
})

it('gives customers none of what is staff’s, and staff all of it', async () => {
  const customers = await loadDomains(['money.read'])
  const isStaffs = (right: string) => /^(operator|platform)\./.test(right)
  expect(customers.resources.filter((r) => isStaffs(r.access)).map((r) => r.name)).toEqual([])
  expect(customers.pages.filter((p) => isStaffs(p.right)).map((p) => p.path)).toEqual([])
  expect(pages.filter((p) => isStaffs(p.right)).length).toBeGreaterThan(20)
})

describe.each(resources.map((r) => [r.name, r] as const))('%s', (_, r) => {
  it.each(['zh-CN', 'en'])('has all its words in %s', (language) => {
    const missing = keysOf(r).filter((key) => !say(language, r.words, key))
    expect(missing).toEqual([])
  })

  it('names only fields that it declares, and those only of its schema', () => {
    const fields = fieldsOf(r)
    const declared = fields.map(([name]) => name)
    const named = [...r.columns, ...r.card, r.title, ...(r.form?.rows.flat() ?? [])]
    expect(named.filter((name) => !declared.includes(name))).toEqual([])
    expect(declared.filter((name) => !(name in r.schema.shape))).toEqual([])
    const conditions = fields.flatMap(([, f]) => [f.when ?? []].flat())
    expect(conditions.map((when) => when.field).filter((name) => !declared.includes(name))).toEqual([])
  })

  it('sorts and filters only by what its call takes', () => {
    const schema = wanted(r.endpoints.list)
    for (const name of filterFields(r.filters)) expect(Object.keys(schema.shape)).toContain(name)
    for (const [name, value] of Object.entries(r.waits ?? {}))
      expect((r.filters[name] as { values?: readonly string[] }).values).toContain(value)
    for (const [name, f] of fieldsOf(r)) {
      const takes =
        'sort' in schema.shape &&
        schema.shape['sort']!.safeParse(name).success &&
        schema.shape['sort']!.safeParse(`-${name}`).success
      if (f.sortable) expect({ name, takes }).toEqual({ name, takes: true })
    }
    if ('sort' in schema.shape) expect(schema.shape['sort']!.safeParse(r.defaultSort).success).toBe(true)
  })

  it('offers every choice that its filter’s call takes', () => {
    const schema = wanted(r.endpoints.list)
    const refused = Object.entries(r.filters).flatMap(([name, f]) =>
      f.kind === 'choice' ? f.values.filter((v) => !schema.shape[name]!.safeParse(v).success) : [],
    )
    expect(refused).toEqual([])
  })

  it('writes what its calls take', () => {
    const asked = r.form?.rows.flat() ?? []
    const untaken = [r.endpoints.create, r.endpoints.update].flatMap((call) =>
      call ? asked.filter((name) => !Object.keys(call.body!.shape).includes(name)) : [],
    )
    expect(untaken).toEqual([])
  })

  it('declares fields, filters and its form as their kinds need', () => expect(faultsOf(r, resources)).toEqual([]))

  it('stands at paths the service knows', () => {
    expect(served).toContain(r.routes.list)
    if (r.routes.showPath) expect(served).toContain(r.routes.showPath)
    for (const path of Object.values(formRoutes(r))) expect(served).toContain(path)
  })
})

it('finds what a declaration gets wrong', () => {
  const crates = resources.find((r) => r.name === 'crates')!
  const { form, fields, filters, schema } = crates as unknown as {
    form: object
    fields: Record<string, object>
    filters: Record<string, object>
    schema: z.ZodObject
  }
  const wrong = (over: object) => faultsOf({ ...crates, ...over } as Resource, resources)
  expect(wrong({ schema: schema.extend({ priceFen: z.number() }) })).toEqual([
    'priceFen: an amount that is not whole fen',
  ])
  expect(wrong({ fields: { ...fields, maker: { kind: 'person' } } })).toEqual([
    'maker: a form asks for it, and nobody says who may be chosen',
  ])
  expect(wrong({ form: { ...form, schema: z.object({ maker: z.object({}) }) } })).toEqual([
    'maker: a form sends the id of a person, and the schema takes none',
  ])
  expect(wrong({ title: 'sha256', form: { ...form, rows: [['sha256']] } })).toEqual([
    'sha256: is nobody’s to type',
    'sha256: neither names a record nor comes from a sheet',
  ])
  expect(wrong({ filters: { phone: { kind: 'money' } } })).toEqual([
    'phoneFrom: the call takes no fen',
    'phoneTo: the call takes no fen',
  ])
  expect(wrong({ filters: { name: { kind: 'text' }, phone: { ...filters['maker'] } } })).toEqual([
    'name: the call takes no text',
  ])
  expect(wrong({ filters: { maker: { kind: 'person', load: crates.endpoints.list } } })).toEqual([
    'maker: nobody says who may be chosen',
  ])
  expect(wrong({ routes: { list: '/crates', show: () => '/x' } })).toEqual([
    'a change has no page: its record has none',
  ])
  const other = { ...crates, name: 'others', form: undefined, routes: { list: '/crates/new' } } as unknown as Resource
  expect(faultsOf(crates, [...resources, other])).toEqual(['/crates/new: another page stands there'])
})
