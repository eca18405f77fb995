import { readFileSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

const root = join(import.meta.dirname, '../../..')
const known = new Map<string, string[]>()

const isFile = (path: string) => statSync(path, { throwIfNoEntry: false })?.isFile()

/** Files that a file names by a path, from where it stands or from the root: what it imports, starts or reads. */
export function filesNamedBy(file: string): string[] {
  const before = known.get(file)
  if (before) return before
  const text = /\.tsx?$/.test(file) ? readFileSync(join(root, file), 'utf8') : ''
  const paths = [...text.matchAll(/'([\w./-]+\.\w+)'/g)].map(([, path]) => path!)
  const found = paths.flatMap((path) => [join(root, dirname(file), path), join(root, path)].find(isFile) ?? [])
  const named = [...new Set(found.map((path) => relative(root, path)))]
  known.set(file, named)
  return named
}

/** A file, all that it names, and all that these name, as long as it `isFollowed`. */
export function closureOf(
  file: string,
  isFollowed: (file: string) => boolean,
  seen: Set<string> = new Set(),
): Set<string> {
  if (seen.has(file)) return seen
  seen.add(file)
  for (const path of filesNamedBy(file)) if (isFollowed(path)) closureOf(path, isFollowed, seen)
  return seen
}
