import { setTimeout as sleep } from 'node:timers/promises'
import type { Deadline } from '../../engine/deadline.ts'
import type { EgressGuard } from '../../../kit/egress/guard.ts'

export interface Silence {
  /** Not a byte came for long, and others wait for the worker. */
  readonly long: boolean
  /** Resolves when it is so; never where it does not come to that. */
  readonly begun: Promise<void>
  stop(): void
}

const LOOK_MS = 500

/** Watches for a site that keeps a worker although it sends nothing; whoever keeps nobody waiting may wait for it. */
export function watchSilence(
  guard: Pick<EgressGuard, 'bytes'>,
  deadline: Pick<Deadline, 'stopped'>,
  silentMs: number,
  othersWait: () => Promise<boolean>,
): Silence {
  let [seen, since, long, stopped] = [guard.bytes, performance.now(), false, false]
  const { promise: begun, resolve } = Promise.withResolvers<void>()
  async function look(): Promise<boolean> {
    if (guard.bytes !== seen) [seen, since] = [guard.bytes, performance.now()]
    if (performance.now() - since < silentMs) return false
    // Nobody is known to wait where the database does not answer.
    const others = await othersWait().catch(() => false)
    return others && guard.bytes === seen
  }
  async function watch() {
    while (!stopped && !deadline.stopped) {
      if (await look()) {
        long = true
        return resolve()
      }
      await sleep(LOOK_MS)
    }
  }
  void watch()
  return {
    get long() {
      return long
    },
    begun,
    stop: () => void (stopped = true),
  }
}
