import type { BulkResult, ImportResult, ImportRows } from '../../../contract/kit/bulk.ts'
import { type FieldProblem, problemsOf } from '../../../contract/kit/issues.ts'
import type { z } from 'zod'
import type { Caller } from './caller.ts'
import { sql } from 'kysely'
import type { AccountTx, Tx } from '../db/db.ts'
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
  try {
    return await services.db.forAccount(caller, async (tx) => {
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
    })
  } catch (error) {
    if (error instanceof Rehearsed) return error.result
    throw error
  }
}

/**
 * Rows of a sheet that concern several accounts: each is kept in a transaction of its own, so that nothing of a refused one
 * stands and no other waits for it. `keep` throws an AppError that names fields. A dry run takes everything back at its end.
 */
export async function importEach<S extends z.ZodType>(
  { db }: Services,
  caller: Caller,
  { rows, dryRun }: ImportRows,
  schema: S,
  keep: (tx: Tx, row: z.output<S>) => Promise<'new' | 'exists'>,
): Promise<ImportResult> {
  type Run = (work: (tx: Tx) => Promise<'new' | 'exists'>) => Promise<'new' | 'exists'>
  async function judgeAll(run: Run) {
    const list: ImportResult['list'] = []
    for (const [row, raw] of rows.entries()) {
      const judged = judge(
        () => schema.safeParse(raw),
        (parsed) => parsed,
      )
      const end =
        'kept' in judged ? await run((tx) => keep(tx, judged.kept)).catch(problemsNamed) : [...judged.problems]
      const problems = typeof end === 'string' ? [] : end.map((p) => wordField(caller.lang, p))
      list.push({ row, outcome: typeof end === 'string' ? end : 'refused', problems })
    }
    return { list }
  }
  if (!dryRun) return judgeAll((work) => db.asSystem(work))
  return db
    .asSystem(async (tx) => {
      throw new Rehearsed(await judgeAll((work) => inSavepoint(tx, work)))
    })
    .catch((error: unknown) => {
      if (error instanceof Rehearsed) return error.result
      throw error
    })
}

/** Its fields, where it names some. */
function problemsNamed(error: unknown): readonly FieldProblem[] {
  if (error instanceof AppError && error.fields.length) return error.fields
  throw error
}

async function inSavepoint<T>(tx: Tx, work: (tx: Tx) => Promise<T>): Promise<T> {
  await sql`savepoint one_row`.execute(tx)
  try {
    return await work(tx)
  } catch (error) {
    await sql`rollback to savepoint one_row`.execute(tx)
    throw error
  } finally {
    await sql`release savepoint one_row`.execute(tx)
  }
}

function judge<Row, Kept>(
  parse: () => z.ZodSafeParseResult<Row>,
  prepare: (row: Row) => Kept,
): { kept: Kept } | { problems: readonly FieldProblem[] } {
  const parsed = parse()
  if (!parsed.success) return { problems: problemsOf(parsed.error) }
  try {
    return { kept: prepare(parsed.data) }
  } catch (error) {
    return { problems: problemsNamed(error) }
  }
}
