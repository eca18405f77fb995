import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { domainOfMigration } from '../kit/sweep/changed-calls.ts'

const names = readdirSync(join(import.meta.dirname, '../../server/migrations'))
const numbers = names.map((name) => Number(/^(\d{4})-[a-z-]+\.sql$/.exec(name)?.[1]))

/** Never used. A migration that took one now would be refused by every database that stands. */
const unused = [32, 35, 46, 47, 48]

it('migrations are numbered one after another, and none fills a gap', () => {
  expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
  const last = numbers.at(-1)!
  const all = Array.from({ length: last }, (_, i) => i + 1)
  expect(numbers).toEqual(all.filter((n) => !unused.includes(n)))
})

/** Landed before their names said whose they are; they are never renamed. */
const nameless = [
  'public-check-digests',
  'legal-editions',
  'dictionary-types',
  'lawyers',
  'pictures-and-films',
  'captions',
]

it('a migration is named after the domain whose tables it changes, so that a run tries what they carry', () => {
  const others = names.filter(
    (name) => domainOfMigration(`server/migrations/${name}`) === 'kit' && !/^\d+-kit\b/.test(name),
  )
  expect(others.map((name) => name.slice(5, -4))).toEqual(nameless)
})
