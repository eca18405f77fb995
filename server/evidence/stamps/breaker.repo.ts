import { sql } from 'kysely'
import type { Database, Tx } from '../../kit/db/db.ts'
import type { StampRefused } from '../../trust/stamps/stamp-refused.types.ts'

/** Failures one after another that open a breaker. */
const patience = 3

const shortest = 30

const longest = 600

/** Seconds for which whoever tries an open breaker has it alone. */
const trial = 60

const now = sql<Date>`app_now()`

/** Whether a provider may be asked now. An open breaker whose rest is over lets one through, of all processes. */
export async function mayAsk({ system }: Database, id: string): Promise<boolean> {
  await system
    .insertInto('timestampProvider')
    .values({ id })
    .onConflict((c) => c.doNothing())
    .execute()
  const { rows } = await sql<{ openUntil: Date | null }>`
    update timestamp_provider set open_until = case when open_until is null then null else app_now() + make_interval(secs => ${trial}) end
    where id = ${id} and (open_until is null or open_until <= app_now()) returning open_until`.execute(system)
  return rows.length > 0
}

export async function closeBreaker(tx: Tx, id: string) {
  const good = { failures: 0, openUntil: null, lastGoodAt: now }
  await tx
    .insertInto('timestampProvider')
    .values({ id, ...good })
    .onConflict((c) => c.column('id').doUpdateSet(good))
    .execute()
}

/** Its rest doubles with each failure, up to ten minutes. */
export async function countFailure({ system }: Database, id: string, { code, detail }: StampRefused) {
  const rest = sql`least(${longest}, ${shortest} * power(2, least(failures + 1 - ${patience}, 10)))`
  await system
    .updateTable('timestampProvider')
    .set({
      failures: sql<number>`failures + 1`,
      lastError: code,
      lastErrorDetail: detail.slice(0, 200),
      lastErrorAt: now,
      openUntil: sql<Date | null>`case when failures + 1 >= ${patience} then app_now() + make_interval(secs => ${rest}) end`,
    })
    .where('id', '=', id)
    .execute()
}
