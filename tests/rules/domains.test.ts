import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { domains, queues, settings } from '../../server/app/domains.ts'

const server = join(import.meta.dirname, '../../server')
const names = domains.map((d) => d.name)

it('every domain of the server is declared in its own folder, and listed once', () => {
  const declared = readdirSync(server, { recursive: true, encoding: 'utf8' }).filter((f) => f.endsWith('.domain.ts'))
  expect(declared.toSorted()).toEqual(names.map((name) => join(name, `${name}.domain.ts`)).toSorted())
})

it('every file of routes belongs to a domain that is listed', () => {
  const files = readdirSync(server, { recursive: true, encoding: 'utf8' }).filter((f) => f.endsWith('.routes.ts'))
  expect(files.filter((f) => !names.includes(f.split('/')[0]!))).toEqual([])
})

it('every sweep has a name of its own, by which it is told of', () => {
  const sweeps = domains.flatMap((d) => d.sweeps ?? []).map((s) => s.name)
  expect(new Set(sweeps).size).toBe(sweeps.length)
})

it('every queue that is defined is declared by one domain', () => {
  const names = queues.map((q) => q.name)
  expect(new Set(names).size).toBe(names.length)
  const files = readdirSync(server, { recursive: true, encoding: 'utf8' }).filter((f) => f.endsWith('.ts'))
  const defined = files.flatMap((f) => [...readFileSync(join(server, f), 'utf8').matchAll(/defineQueue\('([\w-]+)'/g)])
  expect(defined.map(([, name]) => name).toSorted()).toEqual(names.toSorted())
})

it('every group of settings that is defined is declared by one domain, and no setting by two', () => {
  const files = readdirSync(server, { recursive: true, encoding: 'utf8' }).filter((f) => f.endsWith('.ts'))
  const defined = files.filter((f) => /= defineSettings\(/.test(readFileSync(join(server, f), 'utf8')))
  expect(defined.filter((f) => !f.endsWith('.settings.ts'))).toEqual([])
  expect(new Set(settings).size).toBe(settings.length)
  expect(settings).toHaveLength(defined.length)
  const names = settings.flatMap((group) => group.names)
  expect(new Set(names).size).toBe(names.length)
})
