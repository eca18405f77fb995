export interface Stoppable {
  /** Nothing begins any more; waits for what runs. */
  stop(): Promise<void>
}

/** Runs `work` every so many milliseconds until it is stopped, and when it is asked to, never twice at once: what takes longer leaves out its turns. */
export function runEvery(
  milliseconds: number,
  work: () => Promise<unknown>,
  onError: (error: unknown) => void,
): Stoppable & { now(): void } {
  let running: Promise<unknown> | undefined
  const now = () => {
    running ??= work()
      .catch(onError)
      .finally(() => (running = undefined))
  }
  const timer = setInterval(now, milliseconds)
  return {
    now,
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}

/** Throttles: the first call passes, then at most one per interval, so that what goes on is not told each time. */
export function throttled<Args extends unknown[]>(
  milliseconds: number,
  tell: (...args: Args) => void,
): (...args: Args) => void {
  let told = -Infinity
  return (...args) => {
    if (performance.now() - told < milliseconds) return
    told = performance.now()
    tell(...args)
  }
}
