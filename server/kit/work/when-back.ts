import { setTimeout as wait } from 'node:timers/promises'
import { faultOf } from '../passing-faults.ts'

const everyMilliseconds = 1_000

/** Does what must be written down, and again until those that it depends on are back; `signal` ends that. Every other error is the caller's. */
export async function whenBack<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (;;)
    try {
      return await work()
    } catch (error) {
      if (signal.aborted || !faultOf(error)) throw error
      await wait(everyMilliseconds, undefined, { ref: false, signal }).catch(() => {})
    }
}
