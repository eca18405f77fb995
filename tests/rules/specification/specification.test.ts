import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { calls } from '../../../contract/calls.ts'
import type { Call } from '../../../contract/kit/call.ts'
import { entryOf } from '../../../contract/site/entries.ts'
import { shownRoutes } from './shown-routes.ts'

const here = import.meta.dirname
const table = (name: string) =>
  readFileSync(join(here, name), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'))
const contract = Object.values(calls).flatMap((group) => Object.values(group) as Call[])
const nameOf = (method: string, path: string) => `${method} ${path.replace(/\{[^}]+\}/g, '{}')}`
const declared = new Map(contract.map((c) => [nameOf(c.method, c.path), c]))
const pending = (name: string) => readFileSync(join(here, name), 'utf8').trim().split('\n').filter(Boolean)

it('declares every call that the specification names, or lists it as not yet built', () => {
  const specified = table('specified-calls.tsv').map(([method, path]) => nameOf(method!, path!))
  const missing = specified.filter((name) => !declared.has(name))
  expect([...new Set(missing)].sort()).toEqual(pending('calls-not-built.txt'))
})

it('marks every further call as an addition of ours', () => {
  const specified = new Set(table('specified-calls.tsv').map(([method, path]) => nameOf(method!, path!)))
  for (const [name, call] of declared)
    expect({ name, own: call.own ?? false }).toEqual({ name, own: !specified.has(name) })
})

/** One address of a route: of a family of lists one of them, else whatever stands for its parts. */
const addressOf = (path: string) =>
  path.endsWith('/{resource}') ? shownRoutes[path]!.at! : path.replace(/\{[^}]+\}/g, 'x')

it('serves a route without the part that it may lack', () => {
  const optional = table('specified-routes.tsv').flatMap(([path]) => (path!.includes('?}') ? [path!] : []))
  expect(optional).toContain('/judicialEvidence/notarization/applyInfo/{orderId?}')
  for (const path of optional)
    expect({ path, known: entryOf(path.replace(/\/\{\w+\?\}/g, '')).known }).toEqual({ path, known: true })
})

it('serves every route that the specification names, or lists it as not yet built', () => {
  const missing = table('specified-routes.tsv')
    .map(([path]) => path!)
    .filter((path) => !path.includes('*') && !entryOf(addressOf(path)).known)
  expect(missing.sort()).toEqual(pending('routes-not-built.txt'))
})

it('knows what each route that is served shows', () => {
  const notBuilt = new Set(pending('routes-not-built.txt'))
  const served = table('specified-routes.tsv').flatMap(([path]) => (notBuilt.has(path!) ? [] : [path!]))
  expect(Object.keys(shownRoutes).toSorted()).toEqual(served.toSorted())
})

it('serves each route from the entry that the specification gives it', () => {
  const elsewhere = table('specified-routes.tsv').filter(([path, , , entry]) => {
    const found = entryOf(addressOf(path!))
    return found.known && found.entry !== entry
  })
  expect(elsewhere).toEqual([])
})

it('writes the legacy spelling in the contract’s paths and nowhere else', () => {
  const files = ['contract', 'server', 'src', 'dataProvider', 'proof'].flatMap((f) =>
    readdirSync(join(here, '../../..', f), { recursive: true, withFileTypes: true }),
  )
  const guilty = files
    .filter((f) => f.isFile() && /\.(ts|tsx|sql)$/.test(f.name))
    .map((f) => join(f.parentPath, f.name))
    .filter((path) => !path.includes('/contract/') && readFileSync(path, 'utf8').includes('attestaion'))
  expect(guilty).toEqual([])
})
