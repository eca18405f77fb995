import { FileError, mostBytes, mostMilliseconds, reasonOf } from './caps.ts'
import type { Read } from './cells.ts'

/** Reads a sheet in a thread of its own, which is ended when it takes too long or is not wanted any more. */
export async function readInWorker(file: File, signal: AbortSignal): Promise<Read> {
  if (file.size > mostBytes) throw new FileError('tooBig')
  const bytes = new Uint8Array(await file.arrayBuffer())
  const worker = new Worker(new URL('./read.worker.ts', import.meta.url), { type: 'module' })
  let limit: ReturnType<typeof setTimeout> | undefined
  try {
    return await new Promise<Read>((done, fail) => {
      limit = setTimeout(() => fail(new FileError('tooSlow')), mostMilliseconds)
      signal.addEventListener('abort', () => fail(new FileError('unreadable')))
      worker.onmessage = ({ data }: MessageEvent<Read | { refused: string; hidden?: number }>) =>
        'grid' in data ? done(data) : fail(new FileError(reasonOf(data.refused), data.hidden))
      worker.onerror = () => fail(new FileError('unreadable'))
      worker.postMessage(bytes, [bytes.buffer])
    })
  } finally {
    clearTimeout(limit)
    worker.terminate()
  }
}
