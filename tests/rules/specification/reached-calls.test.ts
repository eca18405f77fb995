import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { calls } from '../../../contract/calls.ts'
import { allCalls } from '../matrix/all-calls.ts'
import { unreachedCalls } from './unreached-calls.ts'

const root = join(import.meta.dirname, '../../..')
const sources = (folder: string, pattern: RegExp) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).filter((name) => pattern.test(name))
const pages = sources('src', /\.tsx?$/)
  .map((name) => readFileSync(join(root, 'src', name), 'utf8'))
  .join('\n')

/** How code names a group: by what its file exports. */
const exported = new Map<unknown, string>()
for (const name of sources('contract', /\.ts$/)) {
  const module = (await import(join(root, 'contract', name))) as Record<string, unknown>
  for (const [word, value] of Object.entries(module)) if (word.endsWith('Calls')) exported.set(value, word)
}

const escaped = (text: string) => text.replace(/[.*+?^$()|[\]\\{}]/g, '\\$&')

function isReached(title: string): boolean {
  const [group = '', name = ''] = title.split('.')
  const { path } = allCalls.find((c) => c.title === title)!.call
  // The console names the call; the website, which stays without the contract, its path.
  const byName = new RegExp(`\\b${exported.get(calls[group as keyof typeof calls])}\\.${name}\\b`)
  // Of a path that begins with a variable nothing could be found.
  const begins = path.startsWith('{') ? escaped(path) : escaped(path.split('{')[0]!)
  const byPath = new RegExp(`path[:=]\\s*["']${escaped(path)}["']|/shimakaze/${begins}`)
  return byName.test(pages) || byPath.test(pages)
}

it('every call is asked by a page, or stands in a list with who else asks it', () => {
  const unreached = allCalls.map(({ title }) => title).filter((title) => !isReached(title))
  expect(unreached.toSorted()).toEqual(Object.keys(unreachedCalls).toSorted())
})
