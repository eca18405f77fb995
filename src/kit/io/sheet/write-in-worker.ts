import type { Book, Plan } from './book.ts'
import type { Written } from '../export/texts.ts'

export type ToWriter = { plan: Plan } | { rows: Written[][] } | { end: true }
type FromWriter = { files: Blob[] } | { failed: string }

/** A book that a thread of its own makes; `stop` throws away what it has. */
export function openBookInWorker(plan: Plan): Book & { stop(): void } {
  const worker = new Worker(new URL('./write.worker.ts', import.meta.url), { type: 'module' })
  const ask = (message: ToWriter) =>
    new Promise<Blob[]>((done, fail) => {
      worker.onmessage = ({ data }: MessageEvent<FromWriter>) =>
        'files' in data ? done(data.files) : fail(new Error(data.failed))
      worker.onerror = (event) => fail(new Error(event.message))
      worker.postMessage(message)
    })
  const opened = ask({ plan })
  return {
    add: async (rows) => (await opened, ask({ rows })),
    end: async () => (await opened, ask({ end: true })),
    stop: () => worker.terminate(),
  }
}

/** One small Excel file. */
export async function makeSheet(sheet: Omit<Plan, 'format'>, rows: Written[][]): Promise<Blob> {
  const book = openBookInWorker({ ...sheet, format: 'xlsx' })
  try {
    const files = [...(await book.add(rows)), ...(await book.end())]
    return files[0]!
  } finally {
    book.stop()
  }
}
