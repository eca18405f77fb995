import { ApiError } from '../../../dataProvider/errors.ts'
import type { Client } from '../../../dataProvider/client.ts'

export interface Pace {
  signal: AbortSignal
  /** Told while the service asks for a slower pace. */
  onPause(paused: boolean): void
}

/** What the service says "too frequent" to is asked again after this, until it is let through. */
const restMilliseconds = 5_000

/** Retries a call after a rest as long as the service says "too frequent". */
export async function retryWhenThrottled<T>(ask: () => Promise<T>, { signal, onPause }: Pace): Promise<T> {
  for (;;) {
    try {
      const reply = await ask()
      onPause(false)
      return reply
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'too-frequent' || signal.aborted) throw error
      onPause(true)
      await rest(signal)
      if (signal.aborted) throw error
    }
  }
}

/** Ends early when `signal` comes: whoever cancels does not wait for a rest to be over. */
function rest(signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    if (signal.aborted) return done()
    const over = () => (clearTimeout(timer), signal.removeEventListener('abort', over), done())
    const timer = setTimeout(over, restMilliseconds)
    signal.addEventListener('abort', over)
  })
}

/** A client that retries what was throttled: whoever uses it is never told to go slower. */
export const retryingClient = (client: Client, pace: Pace): Client => ({
  call: (call, request, signal) => retryWhenThrottled(() => client.call(call, request, signal), pace),
})
