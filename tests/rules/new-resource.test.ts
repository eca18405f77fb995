import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { languages } from '../../contract/kit/language.ts'
import { insertWords } from '../../server/bin/new-resource/insert-words.ts'
import { isSoak } from '../kit/randomness.ts'
import { isDealt } from '../kit/sweep/deal.ts'
import { bareEnv, copyTree, type TreeCopy } from '../kit/tree-copy.ts'

// A resource that is thrown away, in a copy of the tree: the files under `own`, what `insertions.json` adds to files that all share, and
// what `npm run new:resource` writes. Beside it the program writes one for every list of the contract.
const fixture = join(import.meta.dirname, 'new-resource')
const code = ['proof', 'contract', 'server', 'dataProvider', 'src', 'locales', 'tests']
const settings = ['tsconfig.json', 'package.json', 'vite.config.ts', '.oxfmtrc.json', 'CONTRIBUTING.md']

type Insertions = Record<'shared' | 'newDomain', Record<string, Record<string, string>>>
/** What `every-list.ts.txt` tells. */
interface Every {
  written: { declaration: string; unknownPaths: string[] }[]
  refused: string[]
}

let copy: TreeCopy
let price: Awaited<ReturnType<TreeCopy['price']>>
let insertions: Insertions
/** What the program wrote for the new resource, before anybody touched it. */
let declaration: string
let words: Record<(typeof languages)[number], string>
let every: Every

// Rules that deal their cases meet the new resource in any slice.
const run = (program: string, ...args: string[]) =>
  promisify(execFile)(program, args, { cwd: copy.folder, env: { ...bareEnv, SLICE: 'all' }, maxBuffer: 64_000_000 })
const newResource = (...args: string[]) => run('node', 'server/bin/new-resource.ts', ...args)
const wordsPath = (language: string) => `locales/${language}/matters.json`

/** A migration's number is the one behind the last. */
const numbered = (name: string) => {
  const last = readdirSync(copy.path('server/migrations')).toSorted().at(-1)!
  return name.replace('NNNN', String(Number(last.slice(0, 4)) + 1).padStart(4, '0'))
}

/** Puts texts before the places that are named. */
async function insert(name: string, pieces: Record<string, string>) {
  for (const [place, piece] of Object.entries(pieces))
    await copy.edit(name, (text) => text.replace(place, () => piece + place))
}

/** As somebody does who says the words that the program could not. */
async function sayMarked() {
  for (const language of languages)
    for (const file of readdirSync(copy.path(`locales/${language}`))) {
      const path = copy.path(`locales/${language}/${file}`)
      const said = (_: string, words: string) =>
        language === 'en' ? words : ['词', ...(words.match(/\{\{\w+\}\}/g) ?? [])].join('')
      await writeFile(path, (await readFile(path, 'utf8')).replaceAll(/【([A-Za-z][^】]*)】/g, said))
    }
}

beforeAll(async () => {
  copy = await copyTree([...code, ...settings])
  insertions = JSON.parse(await readFile(join(fixture, 'insertions.json'), 'utf8')) as Insertions
  await copy.lay(join(fixture, 'own'), numbered)
  for (const [name, pieces] of Object.entries({ ...insertions.shared, ...insertions.newDomain }))
    await insert(name, pieces)
  await run('node', 'server/bin/database-types.ts')
  await newResource('matters/matters', 'Matter')
  declaration = await copy.read('src/matters/matters.resource.tsx')
  words = { 'zh-CN': await copy.read(wordsPath('zh-CN')), en: await copy.read(wordsPath('en')) }
  price = await copy.price()
  await copy.lay(join(fixture, 'every'))
  every = JSON.parse((await run('node', 'every-list.ts')).stdout) as Every
  const paths = every.written.flatMap((w) => w.unknownPaths.map((path) => `  '${path}',\n`))
  await insert('contract/site/entries.ts', { "  '/browse',\n": paths.join('') })
  await sayMarked()
}, 300_000)
afterAll(() => copy?.drop())

it('costs eleven files of its own and three that all share, and a new domain three lines', () => {
  expect(price.own).toHaveLength(11)
  const domain = Object.keys(insertions.newDomain)
  expect(Object.keys(price.shared).toSorted()).toEqual(
    [...Object.keys(insertions.shared), 'server/kit/db/schema.ts', ...domain].toSorted(),
  )
  expect(domain).toHaveLength(3)
})

it('is declared with what its calls can do, in the form of all files', async () => {
  // A choice that may be empty is reached within what says so.
  expect(declaration).toContain('values: Matter.shape.stage.unwrap().options')
  for (const part of [
    "routes: recordRoutes('matter')",
    "claimFen: { kind: 'money'",
    "phone: { kind: 'phone'",
    "claimFen: { kind: 'money' }",
    'create: matterCalls.create',
    'update: matterCalls.update',
    'createMany: matterCalls.import',
    'removeMany: { call: matterCalls.removeMany',
    'call: matterCalls.makeDefault',
  ])
    expect(declaration).toContain(part)
  await run('oxfmt', '--check', 'src/matters', ...every.written.map((w) => w.declaration))
})

it('gets the words that it uses and no other, behind which stand those for others as they were', () => {
  const [en, zh] = [words.en, words['zh-CN']].map((text) => JSON.parse(text) as Record<string, object>)
  expect(Object.keys(en!)).toEqual(['resource', 'field', 'choice', 'example', 'action', 'joins'])
  expect(en!['resource']).toEqual({
    matters: {
      title: 'Matters',
      one: 'Matter',
      lead: '【What these records are for, in a sentence】',
      empty: 'No matters yet.',
      add: 'Add',
      edit: 'Change',
      search: 'Title',
    },
  })
  expect(en!['choice']).toEqual({ stage: { filed: 'Filed', heard: 'Heard', closed: 'Closed' } })
  expect(en!['example']).toMatchObject({ stage: 'Filed', claimFen: '1234.50' })
  expect(Object.keys(en!['action']!)).toEqual(['edit', 'makeDefault', 'remove'])
  // What other domains say already is said alike; the rest waits for somebody.
  expect(zh!['field']).toMatchObject({ claimFen: '【Claim】', updatedAt: '修改时间' })
  expect(zh!['action']).toMatchObject({ edit: { label: '修改' }, remove: { label: '删除', done: '已删除' } })
  expect(zh!['resource']).toMatchObject({ matters: { title: '案件', one: '案件', empty: '【No matters yet.】' } })
  expect(Object.values(words).filter((text) => /: ""/.test(text))).toEqual([])
})

it('adds to files of words and changes no letter of what stands there', async () => {
  const domains = every.written.map((w) => w.declaration.split('/')[1]!).filter((domain) => domain !== 'matters')
  for (const domain of new Set(domains))
    for (const language of languages) {
      const name = `locales/${language}/${domain}.json`
      const before = await readFile(join(import.meta.dirname, '../..', name), 'utf8')
      const after = await copy.read(name)
      // Letters that were there are all there, in their order.
      let at = 0
      for (const letter of after) if (letter === before[at]) at++
      expect(`${name}: ${before.length - at} missing`).toBe(`${name}: 0 missing`)
    }
})

it.each([
  ['{}\n', '{\n  "a": {\n    "b": "x"\n  }\n}\n'],
  ['{ "a": { "b": "y" } }', '{ "a": { "b": "y" } }'],
  ['{ "a": {"c": "y"} }', '{ "a": {"c": "y", "b": "x"} }'],
  ['{\n  "z": "",\n  "joins": {}\n}', '{\n  "z": "",\n  "a": {\n    "b": "x"\n  },\n  "joins": {}\n}'],
])('adds words to %j in its own form', (before, after) => expect(insertWords(before, { a: { b: 'x' } })).toBe(after))

it('is not written over what there is, and says what to do instead', async () => {
  const refused = (...args: string[]) =>
    newResource(...args).then(
      () => 'written',
      (error: { code: number; stderr: string }) => `${error.code}: ${error.stderr.trim()}`,
    )
  // Words of a resource that has gone.
  const words = await copy.read(wordsPath('en'))
  await insert(wordsPath('en'), { '"matters": {\n      "title"': '"oldMatters": {},\n    ' })
  const answers = await Promise.all([
    refused('matters/matters', 'Matter'),
    refused('matters/matters', 'Matter', '--name', 'invoiceHeaders'),
    refused('matters/matters', 'Matter', '--name', 'oldMatters'),
    refused('registry/uploads', 'UploadRow'),
    refused('matters/none', 'Matter'),
    refused('matters'),
  ])
  await writeFile(copy.path(wordsPath('en')), words)
  expect(answers).toEqual([
    '1: src/matters/matters.resource.tsx is there already. Choose another name with --name <name>, or delete the file and its words to have both written anew.',
    '1: src/invoices/headers.resource.tsx declares the resource invoiceHeaders already. Choose another name with --name <name>.',
    '1: locales/en/matters.json has words under resource.oldMatters already. Choose another name with --name <name>, or delete them in both languages.',
    '1: UploadRow has no id: the console could not tell its rows apart.',
    '1: contract/matters/none.ts is not there. Declare the calls first.',
    expect.stringMatching(/^1: Usage: /),
  ])
})

it('is written for every list that the console can show, and for no other', () => {
  expect(every.written.length).toBeGreaterThan(20)
  const reasons = /no id|below another record|neither query nor body|not given without|exports no type/
  expect(every.refused.filter((message) => !reasons.test(message))).toEqual([])
})

it('imports what it may', async () => {
  const imports = await run('node', 'tests/rules/check-imports.ts').catch((e: { stdout: string }) => e)
  expect(imports.stdout).toMatch(/^\d+ modules, \d+ imports\n$/)
})

// Two whole programs, a minute of work: in a soak. What does not load fails below in every run.
it.runIf(isSoak)('compiles on both sides', { timeout: 300_000 }, async () => {
  for (const program of ['tsconfig.json', 'server/tsconfig.json']) {
    const { stdout } = await run('tsc', '-p', program).catch((e: { stdout: string }) => e)
    expect(stdout).toBe('')
  }
})

/** Rules that a new resource has to stand: their files, and which of their tests. */
const rules = {
  'tests/matters': '^matters',
  'tests/src-kit/registry.ui.test.tsx': '^matters|^tried|^names each|^has one|^gives customers',
  'tests/rules/rights.api.test.ts': 'passes matters\\.',
  'tests/rules/call-rights.test.ts': '^asks of each call',
  'tests/rules/words.test.ts': '^matters\\.json|^has no word|^says|^has words|^lists every|^leaves nothing',
  'tests/rules/domains.test.ts': '^every',
  'tests/rules/migrations.test.ts': '^migrations',
}

/** The tests of the copy that passed, after none has failed. */
async function passedInCopy(): Promise<string[]> {
  const names = Object.values(rules).join('|')
  const told = ['--reporter=json', '--outputFile=results.json', '-t', names]
  const said = await run('vitest', 'run', ...told, ...Object.keys(rules)).catch((error: { stderr: string }) => error)
  const results = await copy.read('results.json').catch(() => said.stderr)
  const { testResults } = JSON.parse(results) as {
    testResults: {
      message: string
      assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
    }[]
  }
  expect(testResults).toHaveLength(Object.keys(rules).length)
  expect(testResults.map((file) => file.message).filter(Boolean)).toEqual([])
  const tests = testResults.flatMap((file) => file.assertionResults)
  expect(tests.filter((test) => test.status === 'failed')).toEqual([])
  return tests.filter((test) => test.status === 'passed').map((test) => test.fullName)
}

/** Folders that make a new resource and judge it. */
const sources = [
  'contract/kit/',
  'dataProvider/',
  'server/bin/',
  'server/kit/',
  'src/app/',
  'src/kit/',
  'tests/kit/',
  'tests/rules/',
]

it.runIf(isDealt('a new resource', sources))(
  'takes records from forms and sheets, stands in the matrix of rights, and passes the rules',
  { timeout: 300_000 },
  async () => {
    const passed = await passedInCopy()
    expect(passed).toContain('matters are made, listed, narrowed and shown as they were given')
    expect(passed).toContain('matters come from a sheet, each judged alone')
    for (const call of ['list', 'create', 'get', 'update', 'remove', 'removeMany', 'makeDefault', 'import'])
      expect(passed).toContain(`an enterprise passes matters.${call} as far as its rights go`)
    expect(passed).toContain('a sub-account with matters.read passes matters.create as far as its rights go')
    for (const name of ['matters', ...every.written.map((_, i) => `tried${i}`)])
      expect(passed).toContain(`${name} declares fields, filters and its form as their kinds need`)
  },
)
