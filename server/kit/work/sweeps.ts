import type { Sweep, WorkLog } from './domain.ts'
import { runEvery, type Stoppable } from './intervals.ts'
import type { Services } from '../services.ts'

/** A sweep that takes longer is told of: whatever it looks at has grown beyond what it was made for. */
const slowSeconds = 30
/** Between the first turns of two sweeps, so that they do not all ask the database in the same moment. */
const staggerMilliseconds = 150

async function runTimed(services: Services, log: WorkLog, sweep: Sweep) {
  const began = performance.now()
  await sweep.run(services, log)
  const seconds = Math.round((performance.now() - began) / 1_000)
  if (seconds > slowSeconds) log.error({ sweep: sweep.name, seconds }, 'a sweep was slow')
}

/** Runs each sweep at its own interval until it is stopped: one that throws or is slow touches no other. */
export function startSweeps(services: Services, log: WorkLog, sweeps: readonly Sweep[]): Stoppable {
  const runs: Stoppable[] = []
  const begin = (sweep: Sweep) =>
    runEvery(
      sweep.everySeconds * 1_000,
      () => runTimed(services, log, sweep),
      (err) => log.error({ err, sweep: sweep.name }, 'sweep'),
    )
  const starts = sweeps.map((sweep, i) => setTimeout(() => runs.push(begin(sweep)), i * staggerMilliseconds))
  return {
    async stop() {
      for (const start of starts) clearTimeout(start)
      await Promise.all(runs.map((r) => r.stop()))
    },
  }
}
