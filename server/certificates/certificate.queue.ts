import { defineQueue } from '../kit/work/jobs.ts'

/** Certificates and packages to be made. Packages may be as large as uploads are. */
export const certificateQueue = defineQueue('certificate', {
  retryLimit: 8,
  retryDelay: 2,
  expireInSeconds: 1_800,
  keepsBytes: true,
  heartbeatSeconds: 30,
})
