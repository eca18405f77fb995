import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { domainOfMigration } from './changed-calls.ts'
import { type Deal, dealOfRun, isDealt, libraries, sliceCount } from './deal.ts'

const root = join(import.meta.dirname, '../../..')

/** Flows without which the product is none: every run walks them. */
const always = ['tests/journeys/accounts/session.journey.ts', 'tests/journeys/evidence/main.journey.ts']

/** Code that every page and every call goes through: where it changed, every journey is walked. */
const sharedByPages = [
  'contract/calls.ts',
  'contract/kit/',
  'dataProvider/',
  ...libraries,
  ...['app', 'bin', 'kit'].map((name) => `server/${name}/`),
  ...['app', 'kit', 'stand-ins'].map((name) => `src/${name}/`),
  'tests/journeys/',
  ...['browser', 'built', 'fixture-site', 'outside', 'people', 'sample-console', 'vendors'].map(
    (name) => `tests/kit/${name}/`,
  ),
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

/** A test stands for itself: where it changed, it is walked, and no other. */
const nothingElseReads = (file: string) => /\.(?:journey|test)\.ts$/.test(file)

/** Code that takes in, keeps and seals evidence: where it changed, all of it is tried with faults. */
const sharedByFaults = [
  'contract/kit/',
  ...libraries,
  'proof/',
  ...['accounts', 'app', 'bin', 'captures', 'certificates', 'evidence', 'kinds', 'kit', 'platform'].map(
    (name) => `server/${name}/`,
  ),
  ...['registry', 'trust'].map((name) => `server/${name}/`),
  'tests/faults/',
  'tests/kit/',
  'tests/registry/',
]

/** Code that makes packages and judges them. */
const sharedByVerifiers = [
  'contract/evidence/',
  'contract/kit/',
  ...libraries,
  'proof/',
  ...['captures', 'certificates', 'evidence', 'kinds', 'kit', 'registry', 'trust'].map((name) => `server/${name}/`),
  'tests/certificates/',
  'tests/kit/',
  'tests/trust/',
]

/** Long tests of one subject, with all that it consists of. */
const longTests: Record<string, readonly string[]> = {
  'tests/certificates/chain-anchors.test.ts': sharedByVerifiers,
  'tests/certificates/later-proofs.test.ts': sharedByVerifiers,
  'tests/server-kit/production.test.ts': ['contract/', ...libraries, 'proof/', 'server/', 'tests/kit/'],
  'tests/site/hostile-words.test.ts': [
    'contract/',
    'dataProvider/',
    'locales/',
    ...libraries,
    ...['accounts', 'app', 'content', 'kit', 'platform', 'site'].map((name) => `server/${name}/`),
    'src/',
    'tests/kit/',
    'tests/site/',
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

/** Folders and files that a journey is about. */
const sourcesOf = (journey: string): string[] =>
  domainsOf(journey).flatMap((name) => [
    ...['contract', 'server', 'src'].map((layer) => `${layer}/${name}/`),
    ...['zh-CN', 'en'].map((language) => `locales/${language}/${name}.json`),
  ])

/** A migration counts as a file of the domain that it is named after. */
function placeOf(file: string): string {
  const domain = domainOfMigration(file)
  return domain ? `server/${domain}/${file.split('/').at(-1)}` : file
}

interface Walks {
  /** Files that this run walks. */
  walked: string[]
  left: string[]
}

/** Journeys and tests of faults, which go through the whole product, and long tests: those that the change touches, and of the others a slice. */
export function dealWalks(run: Deal = dealOfRun()): Walks {
  const changed = run.changed.filter((file) => !lists.includes(file) && !nothingElseReads(file)).map(placeOf)
  const deal = { ...run, changed }
  const isCertain = (file: string) => always.includes(file) || run.changed.includes(file)
  const journeys = globSync('tests/journeys/**/*.journey.ts', { cwd: root }).toSorted()
  const faults = globSync('tests/faults/*.test.ts', { cwd: root }).toSorted()
  const long = Object.keys(longTests)
  const walked = [
    ...journeys.filter((file) => isCertain(file) || isDealt(file, [...sharedByPages, ...sourcesOf(file)], deal)),
    ...faults.filter((file) => isCertain(file) || isDealt(file, sharedByFaults, deal)),
    ...long.filter((file) => isCertain(file) || isDealt(file, longTests[file]!, deal)),
  ]
  return { walked, left: [...journeys, ...faults, ...long].filter((file) => !walked.includes(file)) }
}

/** One line on how many of them a run walks. */
export const tellWalks = ({ walked, left }: Walks): string =>
  `journeys, tests of faults and long tests: ${walked.length} of ${walked.length + left.length}, all in ${sliceCount} runs`
