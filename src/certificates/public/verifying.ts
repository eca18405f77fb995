import type { FileReport } from '../../../proof/verify-file.ts'

/** A file to be verified, with what the reader got elsewhere: PEM texts of roots, hashes of blocks. */
export interface Verify {
  file: File
  roots: string[]
  blocks: string[]
  /** Only its SHA-256 is wanted, whatever it is. */
  hashOnly?: boolean
}

/** A package or a certificate is verified; of any other file its SHA-256 is told. */
export type Verified =
  | { report: FileReport }
  | { sha256: string }
  | { problem: 'unreadable' | { code: string; detail: Record<string, string | number> } }

/** What the worker says while it works, and at its end. */
export type Told = { part: number } | Verified

/** Verifies a file of any size in a worker of this browser: it is read piece by piece, and nothing of it leaves the browser. */
export function verifying(
  asked: Verify,
  onProgress: (part: number) => void,
): { promise: Promise<Verified>; stop(): void } {
  const worker = new Worker(new URL('./verify.worker.ts', import.meta.url), { type: 'module' })
  const promise = new Promise<Verified>((done) => {
    worker.onmessage = ({ data }: MessageEvent<Told>) => ('part' in data ? onProgress(data.part) : done(data))
    worker.onerror = () => done({ problem: 'unreadable' })
    worker.postMessage(asked)
  }).finally(() => worker.terminate())
  return { promise, stop: () => worker.terminate() }
}
