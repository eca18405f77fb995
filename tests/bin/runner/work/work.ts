/** CPU time of a run, in seconds of one core. */
export interface Work {
  /** By test file, and by `(lane)` for what a lane did while no test file of it ran. */
  byFile: ReadonlyMap<string, number>
  /** Of the whole group of processes as the kernel counted it; undefined where this user may make no such group. */
  counted?: number
  /** CPU time of a piece of work that is always the same, by its usual time: 1.2 where the machine took a fifth longer (`RunningPace`). */
  slowness?: number
}

export const sumOf = (seconds: Iterable<number>): number => [...seconds].reduce((sum, s) => sum + s, 0)

/** All that a run took: as the kernel counted it, or else by file. */
export const sumOfRun = ({ byFile, counted }: Work): number => counted ?? sumOf(byFile.values())

/** CPU time that counted CPU time would have been at the machine's usual pace. */
export const usualSeconds = (counted: number, { slowness = 1 }: Pick<Work, 'slowness'>): number => counted / slowness

/** `tests/payments/…` is the work of payments, a journey that of journeys, and a lane its own. */
export function domainOfWork(file: string): string {
  const [top, domain = top!] = file.split('/')
  return top === 'tests' ? domain : file
}

/** The sum of each domain, the largest first. */
export function sumByDomain({ byFile }: Work): [string, number][] {
  const sums = new Map<string, number>()
  for (const [file, seconds] of byFile) {
    const domain = domainOfWork(file)
    sums.set(domain, (sums.get(domain) ?? 0) + seconds)
  }
  return [...sums].toSorted(([, a], [, b]) => b - a)
}
