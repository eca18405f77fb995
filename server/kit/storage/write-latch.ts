import { AppError } from '../errors.ts'
import { isFull } from './store.ts'

/**
 * The kernel tells of bytes that did not reach the disk once, to whoever asks first, and drops them: the next fsync
 * succeeds and proves nothing. So after one failure nothing of this process is acknowledged any more, what is under way
 * included, until it is started again and the disk was tried anew. Reading needs no such proof: bytes are named by hash.
 */
export class WriteLatch {
  readonly #control = new AbortController()

  /** Aborted for good by the first failure, with the disk's own error as its reason. */
  get failed(): AbortSignal {
    return this.#control.signal
  }

  require() {
    if (this.failed.aborted) throw new AppError('storage-failed')
  }

  /** Runs one sync. Looks again afterwards: another one may have been told of our bytes' loss while this one ran. */
  async guard(sync: () => Promise<void>) {
    try {
      await sync()
    } catch (error) {
      // A full disk says so before it takes bytes in, and is mended by making room.
      if (isFull(error)) throw error
      this.#control.abort(error)
    }
    this.require()
  }
}
