import type { z } from 'zod'
import type { ImportResult, ImportRows } from '../../../contract/kit/bulk.ts'
import type { AccountTx } from '../db/db.ts'
import type { Services } from '../services.ts'
import { wordField } from '../words.ts'
import type { Caller } from './caller.ts'
import { judge, Rehearsed, rehearse } from './judge-row.ts'

/** How rows of a sheet are kept. */
export interface Keeping<Row, Kept> {
  /** Throws an AppError that names the fields of a row which the schema alone could not judge. */
  prepare(row: Row): Kept
  /** Keeps them and tells in order which of them were new. */
  put(tx: AccountTx, some: readonly Kept[]): Promise<('new' | 'exists')[]>
}

/**
 * Rows of a sheet, judged by the schema that a single record passes. A dry run does the same and is taken back, so it
 * cannot judge otherwise.
 */
export async function importRows<S extends z.ZodType, Kept>(
  services: Services,
  caller: Caller,
  { rows, dryRun }: ImportRows,
  schema: S,
  { prepare, put }: Keeping<z.output<S>, Kept>,
): Promise<ImportResult> {
  const judged = rows.map((raw) => judge(() => schema.safeParse(raw), prepare))
  return rehearse(
    services.db.forAccount(caller, async (tx) => {
      const outcomes = await put(
        tx,
        judged.flatMap((j) => ('kept' in j ? [j.kept] : [])),
      )
      const list = judged.map((j, row) => ({
        row,
        outcome: 'kept' in j ? outcomes.shift()! : ('refused' as const),
        problems: 'kept' in j ? [] : j.problems.map((p) => wordField(caller.lang, p)),
      }))
      if (dryRun) throw new Rehearsed({ list })
      return { list }
    }),
  )
}
