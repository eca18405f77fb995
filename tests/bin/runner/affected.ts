import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { createVitest } from 'vitest/node'
import { knownSeconds } from './file-times.ts'

const root = join(import.meta.dirname, '../../..')

/** Test files that load one of these, by vitest's own graph of imports. */
export async function testsThatLoad(files: readonly string[]): Promise<string[]> {
  const before = { ...process.env }
  // The configuration asks for it: pages are built from another root.
  process.env['VITEST'] = 'true'
  const related = files.map((f) => join(root, f)).filter((f) => existsSync(f))
  const vitest = await createVitest('test', { root, watch: false, run: true, related, reporters: [] })
  try {
    const found = await vitest.getRelevantTestSpecifications()
    return found.map((s) => relative(root, s.moduleId))
  } finally {
    await vitest.close()
    // What runs next is no test: whoever reads the configuration there must not take it for one.
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name]
    Object.assign(process.env, before)
  }
}

const codeFolders = /^(contract|server|src|proof|dataProvider|tests)\//
/** Domains stand in folders of one name; of words, in files of that name. */
function domainOf(file: string): string | undefined {
  const [layer, second = '', third = ''] = file.split('/')
  if (layer === 'locales') return third.replace('.json', '')
  return codeFolders.test(file) && !second.includes('.') ? second : undefined
}

/**
 * What of the tests that load a change is run within so many seconds: tests that were changed themselves first, then those of
 * the same domains, then rules, and of each kind the short ones first.
 */
export function choose(loading: readonly string[], changed: readonly string[], seconds: number) {
  const domains = new Set(changed.flatMap((f) => domainOf(f) ?? []))
  const rank = (file: string) =>
    changed.includes(file) ? 0 : domains.has(domainOf(file) ?? '') ? 1 : file.startsWith('tests/rules/') ? 2 : 3
  const ordered = loading.toSorted((a, b) => rank(a) - rank(b) || knownSeconds(a) - knownSeconds(b))
  const chosen: string[] = []
  const left: string[] = []
  let sum = 0
  for (const file of ordered) {
    const isFitting = sum + knownSeconds(file) <= seconds
    if (isFitting) sum += knownSeconds(file)
    ;(isFitting ? chosen : left).push(file)
  }
  return { chosen, left }
}
