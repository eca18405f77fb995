/** CPU time of a run, in seconds of one core. */
export interface Work {
  /** By test file, and by `(lane)` for what a lane did while no test file of it ran. */
  byFile: ReadonlyMap<string, number>
  /** Of the whole group of processes as the kernel counted it; undefined where this user may make no such group. */
  counted?: number
  /** Files that were run once more, since something in them had failed. */
  twice?: ReadonlySet<string>
}

export const sumOf = (seconds: Iterable<number>): number => [...seconds].reduce((sum, s) => sum + s, 0)

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
