import type { BulkResult, ImportResult, ImportRows } from '../../../contract/kit/bulk.ts'
import { type FieldProblem, problemsOf } from '../../../contract/kit/issues.ts'
import type { z } from 'zod'
import type { Caller } from './caller.ts'
import type { AccountTx } from '../db/db.ts'
import { AppError } from '../errors.ts'
import type { Services } from '../services.ts'
import { say, wordField } from '../words.ts'

/** Does one thing to many records, each in a transaction of its own: a refusal stands in its record's line. */
export async function eachOf(
  services: Services,
  caller: Caller,
  ids: string[],
  work: (tx: AccountTx, id: string) => Promise<unknown>,
): Promise<BulkResult> {
  const list: BulkResult['list'] = []
  for (const id of new Set(ids)) {
    try {
      await services.db.forAccount(caller, (tx) => work(tx, id))
      list.push({ id, ok: true, message: null })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      list.push({ id, ok: false, message: say(caller.lang, 'errors', `code.${error.code}`, error.params) })
    }
  }
  return { list }
}

/** Takes the transaction back without being a failure. */
class Rehearsed extends Error {
  readonly result: ImportResult
  constructor(result: ImportResult) {
    super('rehearsed')
    this.result = result
  }
}

/**
 * Rows of a sheet, judged by the schema that a single record passes. `put` keeps one and tells whether it was new; it
 * throws an AppError for what only the database knows. A dry run does the same and is taken back, so it cannot judge otherwise.
 */
export async function importRows<S extends z.ZodType>(
  services: Services,
  caller: Caller,
  { rows, dryRun }: ImportRows,
  schema: S,
  put: (tx: AccountTx, row: z.output<S>) => Promise<'new' | 'exists'>,
): Promise<ImportResult> {
  const line = (row: number, outcome: ImportResult['list'][number]['outcome'], problems: FieldProblem[] = []) => ({
    row,
    outcome,
    problems: problems.map((p) => wordField(caller.lang, p)),
  })
  try {
    return await services.db.forAccount(caller, async (tx) => {
      const list: ImportResult['list'] = []
      for (const [row, raw] of rows.entries()) {
        const parsed = schema.safeParse(raw)
        if (!parsed.success) list.push(line(row, 'refused', problemsOf(parsed.error)))
        else
          list.push(
            await put(tx, parsed.data).then(
              (outcome) => line(row, outcome),
              (error: unknown) => {
                if (error instanceof AppError && error.fields.length) return line(row, 'refused', error.fields)
                throw error
              },
            ),
          )
      }
      if (dryRun) throw new Rehearsed({ list })
      return { list }
    })
  } catch (error) {
    if (error instanceof Rehearsed) return error.result
    throw error
  }
}
