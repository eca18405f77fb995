import type { Book } from '../sheet/book.ts'
import type { Written } from './texts.ts'

export interface Exported {
  files: Blob[]
  rows: number
}

/** Writes rows into a book as they come; undefined where `signal` came before the end. */
export async function runExport<Row>(
  pages: AsyncIterable<{ list: Row[]; total: number }>,
  book: Book,
  write: (row: Row) => Written[],
  signal: AbortSignal,
  onCount: (rows: number, total: number) => void,
): Promise<Exported | undefined> {
  const files: Blob[] = []
  let rows = 0
  for await (const page of readingOn(pages)) {
    files.push(...(await book.add(page.list.map(write))))
    rows += page.list.length
    if (signal.aborted) return undefined
    onCount(rows, Math.max(page.total, rows))
  }
  if (signal.aborted) return undefined
  files.push(...(await book.end()))
  return signal.aborted ? undefined : { files, rows }
}

/** Asks for what comes next while the present is worked on. */
async function* readingOn<T>(source: AsyncIterable<T>): AsyncGenerator<T> {
  const steps = source[Symbol.asyncIterator]()
  let next = steps.next()
  for (;;) {
    const step = await next
    if (step.done) return
    next = steps.next()
    // Whoever stops before it is there has no use for its failure.
    next.catch(() => {})
    yield step.value
  }
}
