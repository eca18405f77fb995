import { type Book, openBook } from './book.ts'
import type { ToWriter } from './write-in-worker.ts'

/** Makes files away from the page, which stays at hand meanwhile. */
let book: Book | undefined

self.onmessage = async ({ data }: MessageEvent<ToWriter>) => {
  try {
    if ('plan' in data) book = openBook(data.plan)
    const files = 'rows' in data ? await book!.add(data.rows) : 'end' in data ? await book!.end() : []
    self.postMessage({ files })
  } catch (error) {
    self.postMessage({ failed: String(error) })
  }
}
