import { fork } from 'node:child_process'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { slots } from '../../kit/work/slots.ts'

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
        // At the first that is too many: in a hundred bytes a directory claims four billion entries, and each would be looked for.
        if (++entries > maxEntries || total > maxUnpacked) throw new SheetError('sheet.tooBig')
        return false
      },
    })
  } catch (error) {
    throw error instanceof SheetError ? error : new SheetError('sheet.unreadable')
  }
}

/** Each reader may hold as much as `heap` says. */
const withSlot = slots(2)
const heap = '--max-old-space-size=192'

/**
 * Reads the first sheet of an .xlsx file in a process of its own: a thread that runs out of memory may take the whole service with it, and a few
 * hundred bytes suffice for that. It gets the file and nothing else of ours, and ends with whoever asked.
 */
export async function readSheet(bytes: Uint8Array): Promise<Cells> {
  requireModest(bytes)
  return withSlot(() => readApart(bytes))
}

async function readApart(bytes: Uint8Array): Promise<Cells> {
  const reader = fork(join(import.meta.dirname, 'sheet-worker.ts'), {
    env: {},
    execArgv: [heap],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    timeout: maxMilliseconds,
    killSignal: 'SIGKILL',
  })
  try {
    return await new Promise<Cells>((found, failed) => {
      reader.once('message', (answer: Cells | null) =>
        answer ? found(answer) : failed(new SheetError('sheet.unreadable')),
      )
      reader.once('error', failed)
      // Behind all that it said, unlike its exit.
      reader.once('disconnect', () => failed(new SheetError('sheet.tooBig')))
      // To one that has ended already nothing can be sent; its end tells of that.
      reader.send(bytes, () => {})
    })
  } finally {
    reader.kill('SIGKILL')
  }
}
