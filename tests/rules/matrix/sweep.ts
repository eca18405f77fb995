import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { isSoak } from '../../kit/randomness.ts'
import { changedTitles } from './changed-calls.ts'

/**
 * So many runs in a row try every case of every sweep. A prime: whoever runs every second or every fourth commit meets all
 * slices too.
 */
export const sliceCount = 5

/** A case stays in its slice however many others are added. */
export const sliceOf = (name: string): number => createHash('sha256').update(name).digest().readUInt32BE(0) % sliceCount

function git(...args: string[]): string {
  const { status, stdout } = spawnSync('git', args, { cwd: import.meta.dirname, encoding: 'utf8' })
  return status === 0 ? stdout.trim() : ''
}

/** By the number of commits, so that each deals the next slice; where their history was not fetched, by the commit's own hash. */
function sliceOfCommit(): number {
  const isWhole = git('rev-parse', '--is-shallow-repository') === 'false'
  const number = isWhole
    ? Number(git('rev-list', '--count', 'HEAD'))
    : Number.parseInt(git('rev-parse', 'HEAD').slice(0, 8), 16)
  return (number || 0) % sliceCount
}

export interface Deal {
  /** Undefined where every case is tried. */
  slice: number | undefined
  /** Calls that are tried whole in any slice. */
  whole: ReadonlySet<string>
}

let deal: Deal | undefined

/** The slice of this run: SLICE, or that of the commit; a soak has none. */
function dealOfRun(): Deal {
  if (deal) return deal
  const given = process.env['SLICE']
  const slice = isSoak || given === 'all' ? undefined : given ? Number(given) % sliceCount : sliceOfCommit()
  deal = { slice, whole: changedTitles() }
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
export function dealCases<T>(cases: readonly T[], { name, title }: Sweep<T>, { slice, whole } = dealOfRun()): T[] {
  if (slice === undefined) return [...cases]
  return cases.filter((one) => whole.has(title(one)) || sliceOf(name(one)) === slice)
}

/** Of a sweep over calls; `of` is what else tells its cases from those of other sweeps. */
export const dealCalls = <T extends { title: string }>(calls: readonly T[], of: string): T[] =>
  dealCases(calls, { name: ({ title }) => `${of} ${title}`, title: ({ title }) => title })
