import { sql } from 'kysely'
import type { z } from 'zod'
import type { ImportResult, ImportRows } from '../../../contract/kit/bulk.ts'
import type { Tx } from '../db/db.ts'
import type { Services } from '../services.ts'
import { wordField } from '../words.ts'
import type { Caller } from './caller.ts'
import { judge, problemsNamed, Rehearsed, rehearse } from './judge-row.ts'

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
  return rehearse(
    db.asSystem(async (tx) => {
      // What one sheet holds in the order of its rows, another may hold in its own: they wait for one another before the first.
      await sql`select pg_advisory_xact_lock(hashtextextended('import-rehearsal', 0))`.execute(tx)
      throw new Rehearsed(await judgeAll((work) => inSavepoint(tx, work)))
    }),
  )
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
