import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { unzipSync } from 'fflate'

/** A sheet's cells as text, rows in their order, the heading among them. */
export type Cells = string[][]

export class SheetError extends Error {
  readonly key: 'sheet.unreadable' | 'sheet.tooBig'

  constructor(key: SheetError['key']) {
    super(key)
    this.key = key
  }
}

/** What a sheet may unfold to; the reader trusts no more of an entry than its declared size. */
const maxUnpacked = 20 * 1024 * 1024
const maxEntries = 200
const maxMilliseconds = 10_000

function requireModest(bytes: Uint8Array) {
  let total = 0
  let entries = 0
  try {
    unzipSync(bytes, {
      filter: ({ originalSize }) => {
        total += originalSize
        entries++
        return false
      },
    })
  } catch {
    throw new SheetError('sheet.unreadable')
  }
  if (total > maxUnpacked || entries > maxEntries) throw new SheetError('sheet.tooBig')
}

/** Reads the first sheet of an .xlsx file in a thread of its own, which a hostile file may exhaust without harm. */
export async function readSheet(bytes: Uint8Array): Promise<Cells> {
  requireModest(bytes)
  const worker = new Worker(join(import.meta.dirname, 'sheet-worker.ts'), {
    workerData: bytes,
    resourceLimits: { maxOldGenerationSizeMb: 192 },
  })
  const limit = setTimeout(() => void worker.terminate(), maxMilliseconds)
  try {
    return await new Promise<Cells>((found, failed) => {
      worker.once('message', (answer: Cells | null) =>
        answer ? found(answer) : failed(new SheetError('sheet.unreadable')),
      )
      worker.once('error', () => failed(new SheetError('sheet.unreadable')))
      worker.once('exit', () => failed(new SheetError('sheet.tooBig')))
    })
  } finally {
    clearTimeout(limit)
    await worker.terminate()
  }
}
