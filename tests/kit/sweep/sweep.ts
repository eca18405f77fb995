import { createHash } from 'node:crypto'
import { isSoak } from '../randomness.ts'
import { titlesThatRunThrough } from './changed-calls.ts'
import { changedFiles, countCommits, startOfChange } from './changed-files.ts'

/**
 * So many runs in a row try every case of every sweep. A prime: whoever runs every second or every fourth commit meets all
 * slices too.
 */
export const sliceCount = 5

/** A case stays in its slice however many others are added. */
export const sliceOf = (name: string): number => createHash('sha256').update(name).digest().readUInt32BE(0) % sliceCount

/** Where nothing is ahead of what was pushed, as in a run after it was, changes of the last commits count. */
const commitsLookedAt = 5

export interface Deal {
  /** Undefined where every case is tried. */
  slice: number | undefined
  /** Calls that are tried whole in any slice. */
  whole: ReadonlySet<string>
  /** Files of the change under way. */
  changed: readonly string[]
}

let deal: Deal | undefined

/** The slice of this run: SLICE, or that of the commit; a soak has none. */
function dealOfRun(): Deal {
  if (deal) return deal
  const given = process.env['SLICE']
  const slice = isSoak || given === 'all' ? undefined : given ? Number(given) % sliceCount : countCommits() % sliceCount
  const changed = changedFiles(startOfChange(commitsLookedAt))
  deal = { slice, whole: titlesThatRunThrough(changed), changed }
  console.log(
    slice === undefined
      ? 'sweeps: every case'
      : `sweeps: SLICE=${slice} of ${sliceCount} (SLICE=all for every case), ${deal.whole.size} changed calls whole`,
  )
  return deal
}

interface Sweep<T> {
  /** What tells the case from others; by it the slice is chosen. */
  name(one: T): string
  /** The call that it tries, `group.name`. */
  title(one: T): string
}

/** Cases of a sweep that this run tries: those of changed calls, and of the rest a slice. */
export function dealCases<T>(
  cases: readonly T[],
  { name, title }: Sweep<T>,
  { slice, whole }: Pick<Deal, 'slice' | 'whole'> = dealOfRun(),
): T[] {
  if (slice === undefined) return [...cases]
  return cases.filter((one) => whole.has(title(one)) || sliceOf(name(one)) === slice)
}

/** Of a sweep over calls; `of` is what else tells its cases from those of other sweeps. */
export const dealCalls = <T extends { title: string }>(calls: readonly T[], of: string): T[] =>
  dealCases(calls, { name: ({ title }) => `${of} ${title}`, title: ({ title }) => title })

type Changing = Pick<Deal, 'slice' | 'changed'>

interface Table<T> {
  /** Tells the row from others. */
  name(one: T): string
  /** Folders and files: where one of them changed, every row is tried. */
  sources: readonly string[]
}

/** Whether everything is tried, since the run has no slice or the change touches one of these. */
const isTriedWhole = (sources: readonly string[], { slice, changed }: Changing): boolean =>
  slice === undefined || changed.some((file) => sources.some((source) => file.startsWith(source)))

/** Rows of a table that are each as dear as a test of their own: all where the change touches what they try, otherwise a slice. */
export function dealRows<T>(
  rows: readonly T[],
  { name, sources }: Table<NoInfer<T>>,
  deal: Changing = dealOfRun(),
): T[] {
  return isTriedWhole(sources, deal) ? [...rows] : rows.filter((row) => sliceOf(name(row)) === deal.slice)
}

/** One of how many places is tried, where they are drawn by a seed: of fewer ones where the change touches none of these. */
export const strideOf = (stride: number, sources: readonly string[], deal: Changing = dealOfRun()): number =>
  isTriedWhole(sources, deal) ? stride : stride * sliceCount
