import { defineQueue } from '../kit/work/jobs.ts'

/** Everything about a person is read and written into one archive. */
export const dataCopyQueue = defineQueue('data-copy', {
  retryLimit: 4,
  retryDelay: 5,
  expireInSeconds: 3_600,
  keepsBytes: true,
  heartbeatSeconds: 30,
})
/** Accounts whose time to take the closing back is over. */
export const closingQueue = defineQueue('closing', {
  retryLimit: 8,
  retryDelay: 5,
  expireInSeconds: 900,
  heartbeatSeconds: 30,
})
