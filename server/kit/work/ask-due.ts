import { sql } from 'kysely'
import type { Database } from '../db/db.ts'

/** Tables whose rows wait for an answer from outside: `asked` counts how often, `ask_at` is when next, and null where nobody asks any more. */
type AskedTable = 'payback' | 'invoice_submission'

/**
 * Takes rows whose time to be asked about has come, by their ids. Each waits for its next time after the next of these many seconds, and the last of
 * them again and again: whoever dies with it in hand has lost one turn.
 */
export async function takeDueToAsk({ system }: Database, table: AskedTable, waits: readonly number[], most: number) {
  const { rows } = await sql<{ id: string }>`
    update ${sql.table(table)} set asked = asked + 1,
      ask_at = app_now() + make_interval(secs => (${waits}::int[])[least(asked + 1, ${waits.length}::int)])
    where id in (select id from ${sql.table(table)} where ask_at <= app_now() order by ask_at limit ${most} for update skip locked)
    returning id`.execute(system)
  return rows.map(({ id }) => id)
}

/** Does each alone, at once. What fails is told, and hinders no other: it comes again at its next time. */
export const eachAlone = <T>(
  all: readonly T[],
  work: (one: T) => Promise<void>,
  failed: (error: unknown, one: T) => void,
) =>
  Promise.all(
    all.map(async (one) => {
      try {
        await work(one)
      } catch (error) {
        failed(error, one)
      }
    }),
  )
