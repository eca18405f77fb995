import { FileError } from './caps.ts'
import { readFile } from './read-file.ts'

/** Reads one file and is thrown away: whatever the file does to it, the page goes on. */
self.onmessage = async ({ data }: MessageEvent<Uint8Array>) => {
  try {
    self.postMessage(await readFile(data))
  } catch (error) {
    const { reason, hidden } = error instanceof FileError ? error : new FileError('unreadable')
    self.postMessage({ refused: reason, hidden })
  }
}
