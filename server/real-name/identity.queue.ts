import { defineQueue } from '../kit/work/jobs.ts'

/** Checks of identity at a vendor that persons have begun. */
export const identityQueue = defineQueue('identity', { retryLimit: 8, retryDelay: 5, expireInSeconds: 60 })
