import { stepsThenGiveUp } from '../../kit/work/backoff.ts'

/** Seconds from each attempt to the next: a little over two days in all. */
export const backoffSteps = [5, 60, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000]
export const backoff = stepsThenGiveUp(backoffSteps)
export const mostAttempts = backoffSteps.length + 1
