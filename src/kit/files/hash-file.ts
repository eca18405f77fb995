export interface Digests {
  sha256: string
  sm3: string
}

/** What the worker says while it works, and at its end. */
export type Hashed = { done: number } | Digests

export interface HashingOf {
  promise: Promise<Digests>
  stop(): void
}

/** SHA-256 of a file, and SM3 where it is asked for, computed in a worker of this browser. Rejects where the file cannot be read. */
export function hashing(file: File, { sm3 }: { sm3: boolean }, onProgress: (part: number) => void): HashingOf {
  const worker = new Worker(new URL('./hash.worker.ts', import.meta.url), { type: 'module' })
  const promise = new Promise<Digests>((done, fail) => {
    worker.onmessage = ({ data }: MessageEvent<Hashed>) => {
      if ('done' in data) onProgress(Math.min(1, data.done / file.size))
      else done(data)
    }
    worker.onerror = (e) => fail(new Error(e.message))
    worker.postMessage({ file, sm3 })
  }).finally(() => worker.terminate())
  return { promise, stop: () => worker.terminate() }
}
