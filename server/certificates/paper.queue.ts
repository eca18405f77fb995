import { defineQueue } from '../kit/work/jobs.ts'

/** Papers whose statement is in the log: whoever wrote them has them sealed. */
export const paperQueue = defineQueue('paper', {
  retryLimit: 8,
  retryDelay: 2,
  expireInSeconds: 300,
  keepsBytes: true,
  heartbeatSeconds: 30,
})
