import { defineQueue } from '../../kit/work/jobs.ts'

/** Messages on their way to a vendor. Retries are the message's own: it knows how long it is good for. */
export const messageQueue = defineQueue('message', { retryLimit: 0, expireInSeconds: 120 })
