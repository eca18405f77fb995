import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { askApart, EndedApart } from '../../kit/work/apart.ts'
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
        if (++entries > maxEntries || total > maxUnpacked) throw new SheetError('sheet.tooBig')
        return false
      },
    })
  } catch (error) {
    throw error instanceof SheetError ? error : new SheetError('sheet.unreadable')
  }
}

/** A sheet of a thousand rows needs less. */
const bounds = { heap: 192, memory: 512, milliseconds: 10_000 }
const withSlot = slots(2)

/** Reads the first sheet of an .xlsx file in a process of its own: a few hundred bytes suffice to fill all memory. */
export async function readSheet(bytes: Uint8Array): Promise<Cells> {
  requireModest(bytes)
  const cells = await withSlot(() =>
    askApart<Cells | null>(join(import.meta.dirname, 'sheet-worker.ts'), bytes, bounds),
  ).catch((error: unknown) => {
    throw error instanceof EndedApart ? new SheetError('sheet.tooBig') : error
  })
  if (!cells) throw new SheetError('sheet.unreadable')
  return cells
}
