import { defineQueue } from '../kit/work/jobs.ts'

// Retries are the sweep's: it knows whether a capture is alive.
const options = { retryLimit: 0, expireInSeconds: 900, keepsBytes: true }

/** Captures that any worker may run. */
export const captureQueue = defineQueue('capture', options)
/** Captures of `npm run capture`: only the process that asked may run them, with its own allowances. */
export const localCaptureQueue = defineQueue('capture-local', options)
