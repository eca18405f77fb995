import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sliceCount } from '../../../kit/sweep/deal.ts'
import { sumOf, type Work } from './work.ts'

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

/** Why the work of `npm test` is too much, one line each; empty where it is not. `walkedPart`: how much of what is dealt as a whole file it walked, 0 to 1. */
export function judgeWork(work: Work, budget: Budget, walkedPart = 0): string[] {
  return [...judgeSum(work, budget, walkedPart), ...judgeFiles(work, budget)]
}

/** Bound of a run: `all` for a slice of the walks, `whole` for all of them, and between these in proportion. */
function boundOfRun({ all, whole, domains }: Budget, walkedPart: number): number {
  const slice = 1 / sliceCount
  const beyond = Math.max(0, (walkedPart - slice) / (1 - slice))
  return Math.round(all + (whole - all) * beyond + sumOf(Object.values(domains)))
}

function judgeSum({ byFile, counted }: Work, budget: Budget, walkedPart: number): string[] {
  const [sum, most] = [sumOf(byFile.values()), boundOfRun(budget, walkedPart)]
  const used = counted ?? sum
  const complaints = used > most ? [`${used.toFixed(0)} core-seconds in all, ${most} may be`] : []
  if (counted !== undefined && Math.abs(sum - counted) > mostDifference * counted)
    complaints.push(
      `${sum.toFixed(0)} core-seconds by file, ${counted.toFixed(0)} by the kernel: they differ by over 5 %`,
    )
  for (const [domain, added] of Object.entries(budget.domains))
    if (added > mostOfDomain) complaints.push(`${domain} adds ${added} core-seconds, a domain may add ${mostOfDomain}`)
  return complaints
}

const boundOfFile = (file: string, { file: most, journey, dear }: Budget): number =>
  dear[file]?.seconds ?? (file.endsWith('.journey.ts') ? journey : most)

/** A file that wavered ran twice. Its sum holds both runs, so its own bound is not asked. */
const judgeFiles = ({ byFile, twice }: Work, budget: Budget): string[] =>
  [...byFile].flatMap(([file, seconds]) => {
    const bound = boundOfFile(file, budget)
    return file.startsWith('(') || twice?.has(file) || seconds <= bound
      ? []
      : [`${file}: ${seconds.toFixed(1)} core-seconds, ${bound} may be`]
  })

/** Files that are allowed more than others and need it no more, one line each: to be taken off the list. */
export const listNeedless = ({ byFile }: Work, { dear, ...others }: Budget): string[] =>
  Object.keys(dear).filter((file) => {
    const most = boundOfFile(file, { ...others, dear: {} })
    return (byFile.get(file) ?? most) < clearlyBelow * most
  })
