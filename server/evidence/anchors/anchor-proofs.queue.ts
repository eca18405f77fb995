import { defineQueue } from '../../kit/work/jobs.ts'

/** Everything that an anchor in a chain covers gets its proof. */
export const anchorProofsQueue = defineQueue('anchor-proofs', {
  retryLimit: 8,
  retryDelay: 2,
  expireInSeconds: 3_600,
  heartbeatSeconds: 30,
})
