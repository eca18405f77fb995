import { runEvery, type Stoppable } from './intervals.ts'

interface TakeLoop<T> {
  everyMilliseconds: number
  mostAtOnce: number
  /** Takes what is due for this process alone, at most so many. */
  take(most: number): Promise<readonly T[]>
  work(one: T): Promise<unknown>
  /** Without `one` it was the taking that failed. */
  onError(error: unknown, one?: T): void
}

/** Takes what is due and works at it until it is stopped; one that fails touches no other. Several processes share the work. */
export function startTakeLoop<T>({ everyMilliseconds, mostAtOnce, take, work, onError }: TakeLoop<T>): Stoppable {
  const running = new Set<Promise<unknown>>()
  async function look() {
    if (running.size >= mostAtOnce) return
    for (const one of await take(mostAtOnce - running.size)) {
      const turn: Promise<unknown> = work(one)
        .catch((error: unknown) => onError(error, one))
        .finally(() => running.delete(turn))
      running.add(turn)
    }
  }
  const looks = runEvery(everyMilliseconds, look, (error) => onError(error))
  return {
    async stop() {
      await looks.stop()
      await Promise.allSettled(running)
    },
  }
}
