import { once } from 'node:events'
import { unzipSync, zipSync } from 'fflate'
import { readSheet } from 'read-excel-file/universal'
import { maxBatchRows } from '../../../contract/captures/batch.ts'
import { judgeSheets, type SheetProblem } from './judge-sheets.ts'
import type { SheetAnswer } from './read-sheet.ts'

/** Longer cells are cut: whatever they hold, the checks of the row will say that it is too long. */
const longest = 4_000
/** The heading, and one more than any batch may have, so that a longer sheet is noticed. */
const mostFilled = maxBatchRows + 2

const text = (cell: unknown): string =>
  (cell === null || cell === undefined ? '' : cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell))
    .slice(0, longest)
    .trim()

/** Rows as they stand, blank ones among them, as far as a batch may go. */
function textsOf(rows: unknown[][]): string[][] {
  const texts: string[][] = []
  for (let filled = 0, i = 0; i < rows.length && filled < mostFilled; i++) {
    const row = rows[i]!.map(text)
    texts.push(row)
    if (row.some(Boolean)) filled++
  }
  return texts
}

async function read(bytes: Uint8Array): Promise<SheetAnswer> {
  let problem: SheetProblem | undefined
  try {
    const judged = judgeSheets(unzipSync(bytes, { filter: ({ name }) => /\.(?:xml|rels)$/.test(name) }))
    problem = judged.problem
    // Only what was looked at goes on.
    return { cells: textsOf(await readSheet(new Blob([zipSync(judged.near, { level: 0 })]))) }
  } catch {
    return { problem: problem ?? { key: 'sheet.unreadable' } }
  }
}

const [bytes] = (await once(process, 'message')) as [Uint8Array<ArrayBuffer>]
process.send!(await read(bytes))
