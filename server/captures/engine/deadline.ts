/** Raised from every pending step once the whole work has to stop. */
export class Stopped extends Error {
  readonly code: string
  readonly params: Readonly<Record<string, string | number>>

  constructor(code: string, params: Readonly<Record<string, string | number>> = {}) {
    super(code)
    this.code = code
    this.params = params
  }
}

/** Raised by one step that took longer than its share; the work may go on without it. */
export class StepTimedOut extends Error {
  readonly step: string

  constructor(step: string) {
    super(`timed out: ${step}`)
    this.step = step
  }
}

export interface Deadline {
  readonly signal: AbortSignal
  readonly stopped: Stopped | null
  /** Milliseconds until the end. */
  left(): number
  /** Stops everything with a reason; the first reason stays. */
  stop(code: string, params?: Readonly<Record<string, string | number>>): void
  /** Waits for a step, but no longer than its share and never past the stop. */
  step<T>(name: string, milliseconds: number, work: Promise<T>): Promise<T>
  /** A pause that ends early when everything stops. */
  pause(milliseconds: number): Promise<void>
  dispose(): void
}

export function startDeadline(outer: AbortSignal, totalMs: number): Deadline {
  const controller = new AbortController()
  const end = performance.now() + totalMs
  let stopped: Stopped | null = null
  const stop = (code: string, params: Readonly<Record<string, string | number>> = {}) => {
    if (stopped) return
    stopped = new Stopped(code, params)
    controller.abort(stopped)
  }
  const cancelled = () => stop('cancelled')
  const timer = setTimeout(() => stop('timed-out', { step: 'total', seconds: Math.round(totalMs / 1000) }), totalMs)
  outer.addEventListener('abort', cancelled, { once: true })
  if (outer.aborted) cancelled()

  const bounded = <T>(work: Promise<T>, milliseconds: number, late: () => Error | T): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      const finish = (act: () => void) => {
        clearTimeout(limit)
        controller.signal.removeEventListener('abort', aborted)
        act()
      }
      const aborted = () => finish(() => reject(stopped ?? new Stopped('cancelled')))
      const limit = setTimeout(() => {
        const result = late()
        finish(() => (result instanceof Error ? reject(result) : resolve(result)))
      }, milliseconds)
      controller.signal.addEventListener('abort', aborted, { once: true })
      work.then(
        (value) => finish(() => resolve(value)),
        (error: unknown) => finish(() => reject(stopped ?? error)),
      )
      if (controller.signal.aborted) aborted()
    })

  return {
    signal: controller.signal,
    get stopped() {
      return stopped
    },
    left: () => Math.max(0, end - performance.now()),
    stop,
    step: (name, milliseconds, work) => bounded(work, milliseconds, () => new StepTimedOut(name)),
    pause: (milliseconds) => bounded<void>(new Promise(() => {}), milliseconds, () => undefined),
    dispose: () => {
      clearTimeout(timer)
      outer.removeEventListener('abort', cancelled)
    },
  }
}
