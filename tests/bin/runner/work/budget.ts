import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sumOf, type Work } from './work.ts'

/** Core-seconds that a whole run may take (`budget.json`). */
export interface Budget {
  all: number
  /** Instead of `all`, in a run that walks everything: a soak, or a change of what every page goes through. */
  whole: number
  /** What domains add that came after, each by its own line. */
  domains: Record<string, number>
  file: number
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

/** Why the work of `npm test` is too much, one line each; empty where it is not. `isWhole`: nothing waited for its turn. */
export function judgeWork(work: Work, budget: Budget, isWhole = false): string[] {
  return [...judgeSum(work, budget, isWhole), ...judgeFiles(work, budget)]
}

function judgeSum({ byFile, counted }: Work, { all, whole, domains }: Budget, isWhole: boolean): string[] {
  const [sum, most] = [sumOf(byFile.values()), (isWhole ? whole : all) + sumOf(Object.values(domains))]
  const used = counted ?? sum
  const complaints = used > most ? [`${used.toFixed(0)} core-seconds in all, ${most} may be`] : []
  if (counted !== undefined && Math.abs(sum - counted) > mostDifference * counted)
    complaints.push(
      `${sum.toFixed(0)} core-seconds by file, ${counted.toFixed(0)} by the kernel: they differ by over 5 %`,
    )
  for (const [domain, added] of Object.entries(domains))
    if (added > mostOfDomain) complaints.push(`${domain} adds ${added} core-seconds, a domain may add ${mostOfDomain}`)
  return complaints
}

/** A file that ran twice, since it wavered, has the work of both and is judged by neither. */
const judgeFiles = ({ byFile, twice }: Work, { file: most, dear }: Budget): string[] =>
  [...byFile].flatMap(([file, seconds]) => {
    const bound = dear[file]?.seconds ?? most
    return file.startsWith('(') || twice?.has(file) || seconds <= bound
      ? []
      : [`${file}: ${seconds.toFixed(1)} core-seconds, ${bound} may be`]
  })

/** Files that are allowed more than others and need it no more, one line each: to be taken off the list. */
export const listNeedless = ({ byFile }: Work, { file: most, dear }: Budget): string[] =>
  Object.keys(dear).filter((file) => (byFile.get(file) ?? most) < clearlyBelow * most)
