/** SHA-256 of a file, computed in a worker of this browser. Rejects where the file cannot be read. */
export function hashFile(file: File, onProgress: (part: number) => void): Promise<string> {
  const worker = new Worker(new URL('./hash.worker.ts', import.meta.url), { type: 'module' })
  return new Promise<string>((done, fail) => {
    worker.onmessage = (e: MessageEvent<{ progress?: number; sha256?: string }>) => {
      if (e.data.progress !== undefined) onProgress(e.data.progress)
      if (e.data.sha256) done(e.data.sha256)
    }
    worker.onerror = (e) => fail(new Error(e.message))
    worker.postMessage(file)
  }).finally(() => worker.terminate())
}
