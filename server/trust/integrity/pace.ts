import { setTimeout as wait } from 'node:timers/promises'

/** Longest that an unused allowance is kept: no burst after a pause. */
const slackMs = 250

/** Lets so many bytes a second through, on the average of a quarter of a second. */
export function paceOf(bytesPerSecond: number): (bytes: number) => Promise<void> {
  let free = performance.now()
  return async (bytes) => {
    free = Math.max(free, performance.now() - slackMs) + (bytes / bytesPerSecond) * 1000
    const ahead = free - performance.now()
    if (ahead > 1) await wait(ahead)
  }
}
