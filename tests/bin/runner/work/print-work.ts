import { domainOfWork, sumByDomain, sumOf, sumOfRun, usualSeconds, type Work } from './work.ts'

const dearestShown = 10

/** By domain, the dearest files, and how far the sum by file is from the kernel's own. */
export function printWork(work: Work): void {
  const sum = sumOf(work.byFile.values())
  console.log(`\nWork, ${sum.toFixed(0)} core-seconds${comparedWithKernel(sum, work.counted)}:`)
  if (work.slowness !== undefined) console.log(`  ${comparedWithUsual(work, work.slowness)}`)
  for (const [domain, seconds] of sumByDomain(work)) if (seconds >= 1) printLine(seconds, domain)
  const files = [...work.byFile].filter(([file]) => domainOfWork(file) !== file)
  if (!files.length) return
  console.log(`\nDearest of ${files.length} test files, in core-seconds:`)
  for (const [file, seconds] of files.toSorted(([, a], [, b]) => b - a).slice(0, dearestShown)) printLine(seconds, file)
}

const printLine = (seconds: number, name: string) => console.log(`  ${seconds.toFixed(1).padStart(7)}  ${name}`)

const inPercent = (difference: number) => `${difference < 0 ? '' : '+'}${(difference * 100).toFixed(1)} %`

const comparedWithUsual = (work: Work, slowness: number) =>
  `machine: ${inPercent(slowness - 1)} to its usual time for the same work, so ${usualSeconds(sumOfRun(work), work).toFixed(0)} are judged`

function comparedWithKernel(sum: number, counted: number | undefined): string {
  if (counted === undefined) return ' by file; no control group could be made, so nothing to compare it with'
  return ` by file, ${counted.toFixed(0)} as the kernel counts them (${inPercent((sum - counted) / counted)})`
}
