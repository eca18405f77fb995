import { readFileSync } from 'node:fs'
import { join, parse } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Manifest } from 'vite'

const dist = join(import.meta.dirname, '../../../dist')

/** Chunks as the build itself names them: by the source that begins one, whatever its file is called. */
export interface BuiltChunks {
  /** The chunk that begins with an HTML page. */
  entryOf(page: string): string
  /** The chunk of a source that is loaded by itself; fails where there are more, or none. */
  partOf(name: string): string
  /** All parts that some chunk of these asks for, and what those ask for. */
  partsWithin(entry: string): string[]
  /** A chunk with everything that it imports statically, as a browser fetches it. */
  closure(key: string): Set<string>
  /** Chunks that a browser has certainly loaded before it asks for a part, whichever way leads to it. */
  before(entry: string): Map<string, ReadonlySet<string>>
  kilobytes(keys: Iterable<string>): number
}

/** What the build wrote of its chunks, held against what the pages load. */
export function readBuiltChunks(): BuiltChunks {
  const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Manifest
  const sizes = new Map<string, number>()
  const of = (key: string) => {
    const chunk = manifest[key]
    if (!chunk) throw new Error(`${key} is no chunk of the build`)
    return chunk
  }
  const only = (keys: string[], name: string) => {
    if (keys.length === 1) return keys[0]!
    throw new Error(
      `${keys.length} chunks begin with ${name}: a route or part was renamed, or is no longer loaded by itself`,
    )
  }
  const size = (key: string) => {
    const known = sizes.get(key) ?? gzipSync(readFileSync(join(dist, of(key).file))).length / 1024
    sizes.set(key, known)
    return known
  }
  const closure = (key: string, seen = new Set<string>()) => {
    if (seen.has(key)) return seen
    seen.add(key)
    for (const imported of of(key).imports ?? []) closure(imported, seen)
    return seen
  }
  const asked = (keys: Iterable<string>) =>
    [...keys].flatMap((key) => of(key).dynamicImports ?? []).filter((key) => of(key).file.endsWith('.js'))
  const partsWithin = (entry: string) => {
    const parts = new Set<string>()
    const add = (key: string) => {
      for (const part of asked(closure(key)))
        if (!parts.has(part)) {
          parts.add(part)
          add(part)
        }
    }
    add(entry)
    return [...parts]
  }
  mustBeLayered(manifest)
  return {
    entryOf(page) {
      const entry = only(
        Object.keys(manifest).filter((key) => key === page),
        page,
      )
      mustMatch(
        readFileSync(join(dist, page), 'utf8'),
        [...closure(entry)].map((key) => of(key).file),
      )
      return entry
    },
    partOf: (name) =>
      only(
        Object.keys(manifest).filter((key) => of(key).isDynamicEntry && beginsWith(of(key).src ?? '', name)),
        name,
      ),
    partsWithin,
    closure,
    before: (entry) => findLoadedBefore(entry, [entry, ...partsWithin(entry)], closure, asked),
    kilobytes: (keys) => [...keys].reduce((sum, key) => sum + size(key), 0),
  }
}

/** Chunks that import one another in a circle run in an order that nobody wrote. */
function mustBeLayered(manifest: Manifest) {
  const done = new Set<string>()
  const visit = (key: string, above: string[]) => {
    if (above.includes(key)) throw new Error(`Chunks import one another: ${[...above, key].join(' → ')}`)
    if (done.has(key)) return
    for (const imported of manifest[key]?.imports ?? []) visit(imported, [...above, key])
    done.add(key)
  }
  for (const key of Object.keys(manifest)) visit(key, [])
}

const beginsWith = (source: string, name: string) => parse(source).name === name || source.endsWith(`/${name}`)

/** A page that loads more or less than the manifest says would be measured falsely. */
function mustMatch(html: string, files: string[]) {
  const named = [...html.matchAll(/(?:<script type="module"|<link rel="modulepreload")[^>]*(?:src|href)="\/([^"]+)"/g)]
  const loaded = named.map(([, file]) => file!)
  const differing = [...files.filter((f) => !loaded.includes(f)), ...loaded.filter((f) => !files.includes(f))]
  if (differing.length) throw new Error(`Page and manifest differ in what is loaded first: ${differing.join(', ')}`)
}

/** Grows smaller until no way to a part is left that comes without what is said to be there. */
function findLoadedBefore(
  entry: string,
  roots: string[],
  closure: (key: string) => Set<string>,
  asked: (keys: Iterable<string>) => string[],
) {
  const closures = new Map(roots.map((root) => [root, closure(root)]))
  const before = new Map<string, ReadonlySet<string>>([[entry, new Set()]])
  for (let changed = true; changed;) {
    changed = false
    for (const root of roots) {
      const known = before.get(root)
      if (!known) continue
      const there = new Set([...closures.get(root)!, ...known])
      for (const part of asked(closures.get(root)!)) {
        const was = before.get(part)
        const now = was ? new Set([...was].filter((key) => there.has(key))) : there
        if (part === entry || was?.size === now.size) continue
        before.set(part, now)
        changed = true
      }
    }
  }
  return before
}
