import { createHash } from 'node:crypto'
import { isSoak } from '../randomness.ts'
import { countCommits, filesOfChange, startOfChange } from './changed-files.ts'

/**
 * Runs of so many commits in a row try every case of every sweep. Five is prime: somebody who runs only every second or every fourth
 * commit still meets every slice.
 */
export const sliceCount = 5

/** Libraries: a change of either file may change what any of them does. */
export const libraries = ['package.json', 'package-lock.json']

/** A case stays in its slice however many others are added. */
export const sliceOf = (name: string): number => createHash('sha256').update(name).digest().readUInt32BE(0) % sliceCount

export interface Deal {
  /** Undefined where every case is tried. */
  slice: number | undefined
  /** Files of the change under way. */
  changed: readonly string[]
}

let deal: Deal | undefined

/** The slice of this run: SLICE, or that of the commit. A soak has none, nor has a run that cannot tell what changed. */
export function dealOfRun(): Deal {
  if (deal) return deal
  const given = process.env['SLICE']
  const changed = filesOfChange()
  if (given !== undefined && !/^(all|\d+)$/.test(given)) throw new Error(`SLICE=${given}: a number, or all`)
  const isWhole = isSoak || given === 'all' || !changed
  deal = { slice: isWhole ? undefined : Number(given ?? countCommits()) % sliceCount, changed: changed ?? [] }
  return deal
}

/** Has all that this process starts deal as it did, whatever is committed or pushed meanwhile. */
export function holdDeal(): void {
  const [{ slice }, start] = [dealOfRun(), startOfChange()]
  process.env['SLICE'] = slice === undefined ? 'all' : String(slice)
  process.env['DRESS'] ??= String(countCommits())
  if (start) process.env['SINCE'] = start
}

/** One line on what a run tries of what it could. */
export const tellDeal = ({ slice, changed }: Deal = dealOfRun()): string =>
  slice === undefined
    ? 'sweeps: every case'
    : `sweeps: SLICE=${slice} of ${sliceCount} (SLICE=all for every case), and whatever ${changed.length} changed files touch`

/** Whether everything is tried, since the run has no slice or the change touches one of these. */
const isTriedWhole = (sources: readonly string[], { slice, changed }: Deal): boolean =>
  slice === undefined || changed.some((file) => sources.some((source) => file.startsWith(source)))

/** Whether this run tries a case that is dear: where the change touches one of `sources`, folders and files, or it is its turn. */
export const isDealt = (name: string, sources: readonly string[], run: Deal = dealOfRun()): boolean =>
  isTriedWhole(sources, run) || sliceOf(name) === run.slice

interface Table<T> {
  /** Tells the row from others. */
  name(one: T): string
  /** Folders and files: where one of them changed, every row is tried. */
  sources: readonly string[]
}

/** Cases that a run tries, and one of all where its slice has none: a suite without tests fails. */
export const dealSome = <T>(
  all: readonly T[],
  isTried: (one: T) => boolean,
  { slice = 0 }: Pick<Deal, 'slice'>,
): T[] => {
  const tried = all.filter(isTried)
  return tried.length ? tried : all.filter((_, at) => at === slice % all.length)
}

/** Rows of a table that are each as dear as a test of their own: all where the change touches what they try, otherwise a slice. */
export const dealRows = <T>(rows: readonly T[], { name, sources }: Table<NoInfer<T>>, run: Deal = dealOfRun()): T[] =>
  dealSome(rows, (row) => isDealt(name(row), sources, run), run)

/** One place in so many is tried. Where the change touches none of `sources`, the stride is five times as long. */
export const strideOf = (stride: number, sources: readonly string[], run: Deal = dealOfRun()): number =>
  isTriedWhole(sources, run) ? stride : stride * sliceCount
