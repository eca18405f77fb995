// How many seconds to wait after an attempt that failed; the first attempt is 1.

/** One delay after each attempt. Undefined after the last: give up. */
export const stepsThenGiveUp = (steps: readonly number[]) => (attempts: number) => steps[attempts - 1]

/** One delay after each attempt, the last for as long as it takes. */
export const stepsThenRepeat = (steps: readonly [number, ...number[]]) => (attempts: number) =>
  steps[attempts - 1] ?? steps.at(-1)!

export const doubling =
  ({ first, most }: { first: number; most: number }) =>
  (attempts: number) =>
    Math.min(most, first * 2 ** (attempts - 1))

/** For polling: each delay until what is waited for is so many times as old, the last for as long as it takes. In seconds of age, not attempts. */
export const byAge = (delays: readonly [number, ...number[]], times: number) => (age: number) =>
  delays.find((delay) => age < delay * times) ?? delays.at(-1)!

/** The delay that another service asked for by `Retry-After`: never less than our own, nor more than it may keep us waiting. */
export const retryAfter = (asked: number | undefined, { least, most }: { least: number; most: number }) =>
  Math.max(least, Math.min(asked ?? 0, most))
