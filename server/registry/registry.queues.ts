import { defineQueue } from '../kit/work/jobs.ts'

/** What was received is put together and hashed; the sweep hands it on where a worker died. */
export const uploadQueue = defineQueue('upload', {
  retryLimit: 8,
  retryDelay: 2,
  expireInSeconds: 3_600,
  keepsBytes: true,
  heartbeatSeconds: 30,
})
/** Sealing of what was handed over. */
export const depositQueue = defineQueue('deposit', {
  retryLimit: 8,
  retryDelay: 2,
  expireInSeconds: 120,
  keepsBytes: true,
  heartbeatSeconds: 30,
})
