import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { domainOfMigration } from './changed-calls.ts'
import { type Deal, dealOfRun, isDealt, libraries, sliceCount } from './deal.ts'
import { closureOf, filesNamedBy } from './named-files.ts'
import { verifierSources } from './verifier-sources.ts'

const root = join(import.meta.dirname, '../../..')

/** Flows without which the product is none: every run walks them. */
const always = ['tests/journeys/accounts/session.journey.ts', 'tests/journeys/evidence/main.journey.ts']

/** Code that every page and every call goes through: where it changed, every journey is walked. */
const sharedByPages = [
  'contract/calls.ts',
  'contract/kit/',
  'dataProvider/',
  ...['common', 'console'].flatMap((name) => [`locales/zh-CN/${name}.json`, `locales/en/${name}.json`]),
  ...libraries,
  ...['app', 'bin', 'kinds', 'kit'].map((name) => `server/${name}/`),
  ...['app', 'kit', 'public', 'stand-ins'].map((name) => `src/${name}/`),
  ...['console', 'site'].map((page) => `src/${page}.html`),
  'vite.config.ts',
]
/** A domain says in these files alone that it is there. */
const lists = [
  'src/app/domains.tsx',
  'src/app/staff-domains.ts',
  'src/app/judicial-domains.ts',
  'src/app/office-domains.ts',
  'server/app/domains.ts',
  'server/kit/db/schema.ts',
]

/** Code that takes in, keeps and seals evidence: where it changed, all of it is tried with faults. */
const sharedByFaults = [
  'contract/kit/',
  ...libraries,
  'proof/',
  ...['accounts', 'app', 'bin', 'captures', 'certificates', 'evidence', 'kinds', 'kit', 'platform'].map(
    (name) => `server/${name}/`,
  ),
  ...['registry', 'trust'].map((name) => `server/${name}/`),
]

/** Long tests of one subject, with all that it consists of. */
const longTests: Record<string, readonly string[]> = {
  'tests/certificates/chain-anchors.test.ts': verifierSources,
  'tests/certificates/later-proofs.test.ts': verifierSources,
  'tests/server-kit/production.test.ts': ['contract/', ...libraries, 'proof/', 'server/'],
  'tests/site/hostile-words.test.ts': [
    'contract/',
    'dataProvider/',
    'locales/',
    ...libraries,
    ...['accounts', 'app', 'content', 'kit', 'platform', 'site'].map((name) => `server/${name}/`),
    'src/',
    'vite.config.ts',
  ],
}

/** Domains whose pages the journeys of a folder walk through, beside those that they name. */
const domainsOfFolder: Record<string, readonly string[]> = {
  accounts: ['accounts'],
  evidence: ['evidence', 'captures'],
  judicial: ['notarization', 'certificates'],
  staff: ['operator', 'trust'],
}

/** Domains that a journey names: in contracts that it calls, and in words that it reads. */
function domainsOf(journey: string): string[] {
  const text = readFileSync(join(root, journey), 'utf8')
  const named = [...text.matchAll(/(?:contract\/|\bsay\(')([a-z-]+)/g)].map(([, name]) => name!)
  return [...new Set([...named, ...(domainsOfFolder[journey.split('/')[2]!] ?? [])])]
}

/** Folders and files that a journey is about. `proof` is a domain without layers. */
const sourcesOf = (journey: string): string[] =>
  domainsOf(journey).flatMap((name) => [
    ...['contract/', 'server/', 'src/', ''].map((layer) => `${layer}${name}/`),
    ...['zh-CN', 'en'].map((language) => `locales/${language}/${name}.json`),
  ])

/** Preparation that vitest does before any of them. */
const setups = {
  journey: ['tests/journeys/journeys.setup.ts', 'tests/journeys/world.setup.ts', 'tests/journeys/vitest.config.ts'],
  test: ['tests/kit/cluster.setup.ts'],
}

/** What runs and deals tests is proven by tests of its own. */
const isOfTests = (file: string) => /^tests\/(?!bin\/|kit\/sweep\/)/.test(file)

/** A journey or test, all kits of tests that it goes through, and what these name of the product. */
function filesOf(walk: string): string[] {
  const begun = [walk, ...setups[walk.endsWith('.journey.ts') ? 'journey' : 'test']]
  const ofTests = begun.flatMap((file) => [...closureOf(file, isOfTests)])
  const named = ofTests.flatMap(filesNamedBy).filter((file) => isOfTests(file) || !file.startsWith('tests/'))
  return [...new Set([...ofTests, ...named])]
}

/** A migration counts as a file of the domain that it is named after. */
function placeOf(file: string): string {
  const domain = domainOfMigration(file)
  return domain ? `server/${domain}/${file.split('/').at(-1)}` : file
}

/** Each of them, and the folders and files of the product that it is about. */
function listWalks(): Map<string, readonly string[]> {
  const find = (pattern: string) => globSync(pattern, { cwd: root }).toSorted()
  return new Map([
    ...find('tests/journeys/**/*.journey.ts').map((file) => [file, [...sharedByPages, ...sourcesOf(file)]] as const),
    ...find('tests/faults/*.test.ts').map((file) => [file, sharedByFaults] as const),
    ...Object.entries(longTests),
  ])
}

interface Walks {
  /** Files that this run walks. */
  walked: string[]
  left: string[]
}

/** Journeys and tests of faults, which go through the whole product, and long tests: those that the change touches, and of the others a slice. */
export function dealWalks(run: Deal = dealOfRun()): Walks {
  const deal = { ...run, changed: run.changed.filter((file) => !lists.includes(file)).map(placeOf) }
  const walks = [...listWalks()]
  const isWalked = ([file, sources]: (typeof walks)[number]) =>
    always.includes(file) || isDealt(file, [...sources, ...filesOf(file)], deal)
  const walked = walks.filter(isWalked).map(([file]) => file)
  return { walked, left: walks.map(([file]) => file).filter((file) => !walked.includes(file)) }
}

/** One line on how many of them a run walks. */
export const tellWalks = ({ walked, left }: Walks): string =>
  `journeys, tests of faults and long tests: ${walked.length} of ${walked.length + left.length}, all in ${sliceCount} runs`
