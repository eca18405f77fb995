import { defineQueue } from '../../kit/work/jobs.ts'

/** What was proven after the sealing is taken into the package, whose digest is computed anew. */
export const laterProofsQueue = defineQueue('late-proofs', {
  retryLimit: 8,
  retryDelay: 2,
  expireInSeconds: 3_600,
  keepsBytes: true,
  heartbeatSeconds: 30,
})
