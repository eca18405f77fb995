import { availableParallelism, freemem } from 'node:os'

/** A process that has loaded the service, and a browser with it, beside what all share. */
const bytesOfWorker = 1.5 * 1024 ** 3

/**
 * How many test files run at once: one more than there are cores, since whoever waits for a browser or a vendor leaves its core
 * to others, and as many as memory holds.
 */
export const countWorkers = (): number =>
  Math.max(1, Math.min(availableParallelism() + 1, Math.floor(freemem() / bytesOfWorker)))
