import type { Written } from '../export/texts.ts'
import { byteOrderMark, csvLines } from './write-csv.ts'
import { writeXlsx } from './write-xlsx.ts'

export type Format = 'xlsx' | 'csv'

export interface Plan {
  format: Format
  title: string
  header: string[]
  widths: number[]
  /** Said beneath the header of an Excel file. */
  notes?: string[]
}

/**
 * Rows of one Excel file; more are split into several. A file is made whole in memory, all its XML at once: at this size
 * a thread with a heap of 256 MB goes on for as many files as there are (`tests/bench/io.ts`).
 */
export const rowsOfFile = 50_000

/** A file, or several, made from rows as they come. What `add` and `end` give back is finished. */
export interface Book {
  add(rows: Written[][]): Promise<Blob[]>
  end(): Promise<Blob[]>
}

export const openBook = (plan: Plan, most = rowsOfFile): Book =>
  plan.format === 'csv' ? csvBook(plan) : xlsxBook(plan, most)

function csvBook({ header }: Plan): Book {
  // Blobs, because a browser may put them on its disk.
  const parts = [new Blob([byteOrderMark, csvLines([header])])]
  return {
    async add(rows) {
      parts.push(new Blob([csvLines(rows)]))
      return []
    },
    end: async () => [new Blob(parts, { type: 'text/csv;charset=utf-8' })],
  }
}

function xlsxBook(sheet: Omit<Plan, 'format'>, most: number): Book {
  let rows: Written[][] = []
  let files = 0
  async function close(upTo: number): Promise<Blob> {
    const file = await writeXlsx({ ...sheet, rows: rows.slice(0, upTo) })
    rows = rows.slice(upTo)
    files++
    return file
  }
  return {
    async add(more) {
      rows.push(...more)
      const done: Blob[] = []
      while (rows.length > most) done.push(await close(most))
      return done
    },
    end: async () => (rows.length || !files ? [await close(most)] : []),
  }
}
