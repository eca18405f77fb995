import type { Captured } from './capturer.ts'
import type { BenchPage } from './site.ts'

/** One capture, and what the site sent for it. */
export interface Taken extends Captured {
  readonly moved: number
}

/** All captures of one page by one program. */
export interface Row {
  readonly name: string
  readonly taken: Taken[]
  readonly packageBytes: number | null
}

const median = (numbers: readonly number[]): number => {
  const sorted = numbers.toSorted((a, b) => a - b)
  const half = sorted.length >> 1
  return sorted.length % 2 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2
}

const good = ({ taken }: Row) => taken.filter(({ bytes }) => bytes !== null)
const middle = (row: Row, of: (one: Taken) => number) => median(good(row).map(of))

/** Sizes are told beside what our own capture had the site send: the page as it is. */
export function linesOf(page: BenchPage, rows: readonly Row[]): string[] {
  const weighty = rows.find((row) => good(row).length)
  const weight = weighty ? middle(weighty, ({ moved }) => moved) : 1
  return [...rows.map((row) => lineOf(page, row, weight)), ...ratiosOf(page, rows)]
}

const label = ({ name }: BenchPage, who: string) => `  ${name.padEnd(11)} ${who.padEnd(11)}`
const figure = (value: number, width: number, digits = 0) => value.toFixed(digits).padStart(width)
const size = (bytes: number) => `${Math.round(bytes / 1024).toLocaleString('en')} KB`

const reasonOf = ({ said, code }: Taken) =>
  said.split('\n').find((line) => /error|failed|unreachable/i.test(line)) ?? `ended with ${code}`

function lineOf(page: BenchPage, row: Row, weight: number): string {
  const [captures, failed] = [good(row), row.taken.find(({ bytes }) => bytes === null)]
  if (!captures.length) return `${label(page, row.name)} failed: ${failed ? reasonOf(failed) : ''}`
  const own = captures.flatMap(({ ownMilliseconds }) => ownMilliseconds ?? [])
  const lacking = [...new Set(captures.flatMap(({ missing }) => missing ?? []))]
  const kept = (bytes: number) => `${size(bytes).padStart(9)} (${(bytes / weight).toFixed(2)} of the page)`
  return [
    label(page, row.name),
    `${figure(
      middle(row, (t) => t.milliseconds),
      6,
    )} ms`,
    `${figure(
      middle(row, (t) => t.cpuSeconds),
      5,
      1,
    )} CPU-s`,
    `peak ${figure(
      middle(row, (t) => t.peakMb),
      5,
    )} MB`,
    `moved ${size(middle(row, (t) => t.moved)).padStart(9)}`,
    `files ${kept(middle(row, (t) => t.bytes ?? 0))}`,
    ...(row.packageBytes === null ? [] : [`package ${kept(row.packageBytes)}`]),
    ...(failed ? [`${row.taken.length - captures.length} of ${row.taken.length} failed`] : []),
    ...(own.length ? [`capture alone ${figure(median(own), 6)} ms`] : []),
    ...(lacking.length ? [`lacks ${lacking.join(', ')}`] : []),
  ].join('  ')
}

function ratiosOf(page: BenchPage, [ours, ...others]: readonly Row[]): string[] {
  if (!ours || !good(ours).length) return []
  const ratio = (row: Row, of: (one: Taken) => number) => (middle(ours, of) / middle(row, of)).toFixed(2)
  return others
    .filter((row) => good(row).length)
    .map(
      (row) =>
        `${label(page, 'ours')} to ${row.name}: time ${ratio(row, (t) => t.milliseconds)}, processor ${ratio(row, (t) => t.cpuSeconds)}, memory ${ratio(row, (t) => t.peakMb)}, files ${ratio(row, (t) => t.bytes ?? 0)}`,
    )
}
