import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const roots = ['contract', 'dataProvider', 'docs', 'locales', 'proof', 'server', 'src', 'tests']
const mostEntries = 25
/** A list by its nature. */
const exempt = 'server/migrations'

function crowded(folder: string): string[] {
  const entries = readdirSync(join(root, folder), { withFileTypes: true })
  const below = entries.filter((e) => e.isDirectory()).flatMap((e) => crowded(`${folder}/${e.name}`))
  return entries.length > mostEntries && folder !== exempt ? [`${folder}: ${entries.length}`, ...below] : below
}

it('no folder has more entries than a reader takes in', () => {
  expect(roots.flatMap(crowded)).toEqual([])
})
