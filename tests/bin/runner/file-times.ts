import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FileReport } from './report.ts'

const root = join(import.meta.dirname, '../../..')
const path = join(import.meta.dirname, 'file-times.json')
/** Shorter ones are all alike: their order changes little, and they would change the list at every run. */
const leastSeconds = 3
/** Of a file that the list does not name yet: a journey opens browsers, and begun last it leaves the other processes nothing to do. */
const typicalSeconds = (file: string) => (file.startsWith('tests/journeys/') ? 30 : 1)

let known: Record<string, number> | undefined

function readTimes(): Record<string, number> {
  known ??= existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Record<string, number>) : {}
  return known
}

/** How long a test file took when the list was last written; a typical time for one that is not in it. */
export const knownSeconds = (file: string): number => readTimes()[file] ?? typicalSeconds(file)

/** Whether the list does not name a file: it is new, or was short when the list was last written. */
export const isUnknownFile = (file: string): boolean => !(file in readTimes())

/** Writes the list anew from a whole run, `npm test -- --write-times`; what was not its turn keeps its time. */
export function writeTimes(files: readonly FileReport[]): void {
  const seen = new Map(files.map((f) => [f.file, f.seconds]))
  const kept = Object.entries(readTimes()).filter(([file]) => !seen.has(file) && existsSync(join(root, file)))
  const long = [...kept, ...[...seen].filter(([, seconds]) => seconds >= leastSeconds)]
  const rounded = long.map(([file, seconds]) => [file, Math.round(seconds)] as const)
  const times = Object.fromEntries(rounded.toSorted(([a], [b]) => a.localeCompare(b)))
  writeFileSync(path, `${JSON.stringify(times, null, 2)}\n`)
}
