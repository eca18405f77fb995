import { defineQueue } from '../../kit/work/jobs.ts'

/** Top-ups that came in for the fee of an order: whoever has the order takes the fee. */
export const feePaidQueue = defineQueue('fee-paid', { retryLimit: 8, retryDelay: 2, expireInSeconds: 60 })
