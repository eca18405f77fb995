import { once } from 'node:events'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { readSheet } from 'read-excel-file/universal'
import { maxBatchRows } from '../../../contract/captures/batch.ts'
import { seenBook, shownDate, shownNumber } from '../../../contract/kit/workbook.ts'
import { judgeSheets, type SheetProblem } from './judge-sheets.ts'
import { lostDigits, type SheetAnswer, type SheetSeen } from './seen-sheet.types.ts'

/** Longer cells are cut: whatever they hold, the checks of the row will say that it is too long. */
const longest = 4_000
/** The heading, and one more than any batch may have, so that a longer sheet is noticed. */
const mostFilled = maxBatchRows + 2

interface NumberCell {
  number: string
}

function textOf(cell: unknown, from1904: boolean): string {
  if (cell === null || cell === undefined) return ''
  if (cell instanceof Date) return shownDate(cell, from1904) ?? ''
  if (typeof cell === 'object') return shownNumber((cell as NumberCell).number) ?? lostDigits
  return String(cell as string | boolean)
    .slice(0, longest)
    .trim()
}

/** Rows as they stand, blank ones among them, as far as a batch may go; those that are hidden are blank, and counted. */
function seenOf(rows: unknown[][], hidden: ReadonlySet<number>, from1904: boolean): SheetSeen {
  const seen: SheetSeen = { cells: [], hidden: 0 }
  for (let filled = 0, i = 0; i < rows.length && filled < mostFilled; i++) {
    const row = rows[i]!.map((cell) => textOf(cell, from1904))
    const isFilled = row.some(Boolean)
    if (hidden.has(i + 1)) {
      if (isFilled) seen.hidden++
      seen.cells.push([])
    } else {
      seen.cells.push(row)
      if (isFilled) filled++
    }
  }
  return seen
}

async function read(bytes: Uint8Array): Promise<SheetAnswer> {
  let problem: SheetProblem | undefined
  try {
    const entries = unzipSync(bytes, { filter: ({ name }) => /\.(?:xml|rels)$/.test(name) })
    const judged = judgeSheets(entries)
    problem = judged.problem
    // A sheet that was taken out holds something: it is the one that is seen, and its problem counts.
    const book = seenBook((path) => (judged.near[path] ? strFromU8(judged.near[path]) : entries[path] && '<v> '))
    // Only what was looked at goes on.
    for (const [path, xml] of Object.entries(book.parts)) if (judged.near[path]) judged.near[path] = strToU8(xml)
    const checked = new Blob([zipSync(judged.near, { level: 0 })])
    const rows = await readSheet<NumberCell>(checked, book.at ?? 1, { parseNumber: (number) => ({ number }) })
    return seenOf(rows, book.hidden, book.from1904)
  } catch {
    return { problem: problem ?? { key: 'sheet.unreadable' } }
  }
}

const [bytes] = (await once(process, 'message')) as [Uint8Array<ArrayBuffer>]
process.send!(await read(bytes))
