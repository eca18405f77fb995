import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { askApart, EndedApart } from '../../kit/work/apart.ts'
import { openTurns } from '../../kit/work/turns.ts'
import type { SheetProblem } from './judge-sheets.ts'
import type { SheetAnswer, SheetSeen } from './seen-sheet.types.ts'

export class SheetError extends Error {
  readonly problem: SheetProblem

  constructor(problem: SheetProblem) {
    super(problem.key)
    this.problem = problem
  }
}

/** Bytes that a sheet may unfold to; the reader trusts no more of an entry than its declared size. */
const maxUnpacked = 20 * 1024 * 1024
const maxEntries = 200

function requireModest(bytes: Uint8Array) {
  let total = 0
  let entries = 0
  try {
    unzipSync(bytes, {
      filter: ({ originalSize }) => {
        total += originalSize
        // At the first that is too many: in a hundred bytes a directory claims four billion entries, and each would be looked for.
        if (++entries > maxEntries || total > maxUnpacked) throw new SheetError({ key: 'sheet.tooBig' })
        return false
      },
    })
  } catch (error) {
    throw error instanceof SheetError ? error : new SheetError({ key: 'sheet.unreadable' })
  }
}

/** A sheet of ten thousand rows needs less. */
const bounds = { heap: 192, memory: 512, milliseconds: 10_000 }
/** A hostile sheet takes its reader ten seconds: of one account one is read, and two more wait. */
const inTurn = openTurns({ atOnce: 2, mostInAll: 30, mostOfOne: 3 })

/** Reads the sheet that is seen of an .xlsx file of an account in a process of its own: a few hundred bytes suffice to fill all memory. */
export async function readSheet(accountId: string, bytes: Uint8Array): Promise<SheetSeen> {
  requireModest(bytes)
  const answer = await inTurn(accountId, () =>
    askApart<SheetAnswer>(join(import.meta.dirname, 'sheet-worker.ts'), bytes, bounds),
  ).catch((error: unknown) => {
    throw error instanceof EndedApart ? new SheetError({ key: 'sheet.tooBig' }) : error
  })
  if ('problem' in answer) throw new SheetError(answer.problem)
  return answer
}
