import { defineQueue } from '../../kit/work/jobs.ts'

/** Pictures that everybody sees, of which smaller ones are to be made. */
export const pictureSizesQueue = defineQueue('picture-sizes', {
  retryLimit: 4,
  retryDelay: 5,
  expireInSeconds: 180,
  keepsBytes: true,
  heartbeatSeconds: 30,
})
