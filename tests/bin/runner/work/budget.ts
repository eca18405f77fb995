import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sliceCount } from '../../../kit/sweep/deal.ts'
import { sumOf, sumOfRun, usualSeconds, type Work } from './work.ts'

/** Core-seconds that a run may take (`budget.json`). */
export interface Budget {
  /** A run that walks a slice of the journeys, tests of faults and long tests. */
  all: number
  /** A run that walks all of them, since the change touches what they go through. */
  whole: number
  /** What domains add that came after, each by its own line. */
  domains: Record<string, number>
  file: number
  journey: number
  /** Files that may take more, and why nothing less shows it. The list only shrinks. */
  dear: Record<string, { seconds: number; because: string }>
}

/** Each domain adds so much at most, journeys included. */
export const mostOfDomain = 60
/** The two ways to count may differ by so much of the whole. */
const mostDifference = 0.05
/** A file that stays below this part of the bound for all needs no bound of its own any more. */
const clearlyBelow = 0.6

export const readBudget = (): Budget =>
  JSON.parse(readFileSync(join(import.meta.dirname, 'budget.json'), 'utf8')) as Budget

/**
 * Why the work of `npm test` is too much, one line each; empty where it is not. Bounds hold for a machine at its usual pace.
 * `walkedPart`: how much of what is dealt as a whole file it walked, 0 to 1.
 */
export function judgeWork(work: Work, budget: Budget, walkedPart = 0): string[] {
  return [
    ...judgeSum(work, budget, walkedPart),
    ...judgeCounts(work),
    ...judgeDomains(budget),
    ...judgeFiles(work, budget),
  ]
}

/** Bound of a run: `all` for a slice of the walks, `whole` for all of them, and between these in proportion. */
function boundOfRun({ all, whole, domains }: Budget, walkedPart: number): number {
  const slice = 1 / sliceCount
  const beyond = Math.max(0, (walkedPart - slice) / (1 - slice))
  return Math.round(all + (whole - all) * beyond + sumOf(Object.values(domains)))
}

function judgeSum(work: Work, budget: Budget, walkedPart: number): string[] {
  const [used, most] = [usualSeconds(sumOfRun(work), work), boundOfRun(budget, walkedPart)]
  return used > most ? [`${used.toFixed(0)} core-seconds in all, ${most} may be`] : []
}

function judgeCounts({ byFile, counted }: Work): string[] {
  const sum = sumOf(byFile.values())
  return counted !== undefined && Math.abs(sum - counted) > mostDifference * counted
    ? [`${sum.toFixed(0)} core-seconds by file, ${counted.toFixed(0)} by the kernel: they differ by over 5 %`]
    : []
}

const judgeDomains = ({ domains }: Budget): string[] =>
  Object.entries(domains).flatMap(([domain, added]) =>
    added > mostOfDomain ? [`${domain} adds ${added} core-seconds, a domain may add ${mostOfDomain}`] : [],
  )

const usualBound = (file: string, { file: most, journey }: Budget): number =>
  file.endsWith('.journey.ts') ? journey : most

const boundOfFile = (file: string, budget: Budget): number => budget.dear[file]?.seconds ?? usualBound(file, budget)

const judgeFiles = (work: Work, budget: Budget): string[] =>
  [...work.byFile].flatMap(([file, counted]) => {
    const [seconds, bound] = [usualSeconds(counted, work), boundOfFile(file, budget)]
    return file.startsWith('(') || seconds <= bound
      ? []
      : [`${file}: ${seconds.toFixed(1)} core-seconds, ${bound} may be`]
  })

/** Files that are allowed more than others and need it no more, one line each: to be taken off the list. */
export const listNeedless = (work: Work, budget: Budget): string[] =>
  Object.keys(budget.dear).filter((file) => {
    const [counted, most] = [work.byFile.get(file), usualBound(file, budget)]
    return counted !== undefined && usualSeconds(counted, work) < clearlyBelow * most
  })
