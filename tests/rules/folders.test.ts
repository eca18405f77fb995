import { execFileSync } from 'node:child_process'
import { dirname, join, sep } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const mostEntries = 25
/** Migrations are a list by their nature, and the top is what others fixed. */
const exempt = new Set(['.', 'server/migrations'])

it('no folder has more entries than a reader takes in', () => {
  const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trim().split('\n')
  const entries = new Map<string, Set<string>>()
  for (const file of files)
    for (let path = file; path !== '.'; path = dirname(path)) {
      const folder = dirname(path)
      entries.set(folder, (entries.get(folder) ?? new Set()).add(path.split(sep).at(-1)!))
    }
  const crowded = [...entries].filter(([folder, names]) => !exempt.has(folder) && names.size > mostEntries)
  expect(crowded.map(([folder, names]) => `${folder}: ${names.size}`)).toEqual([])
})
