import { sql } from 'kysely'
import type { Database, Tx } from '../../kit/db/db.ts'
import { inSeconds, now } from '../../kit/db/now.ts'
import type { StampRefused } from '../../trust/stamps/stamp-refused.types.ts'

/** Failures one after another that open a breaker. */
const failureThreshold = 3

/** Seconds for which a breaker stays open: doubled with each failure more. */
const open = { first: 30, most: 600 }

/** Seconds for which whoever a half-open breaker lets through has it alone. */
const halfOpenSeconds = 60

/** Whether a provider may be asked now. A breaker that was open for long enough is half-open: it lets one through, of all processes. */
export async function mayAsk({ system }: Database, id: string): Promise<boolean> {
  await system
    .insertInto('timestampProvider')
    .values({ id })
    .onConflict((c) => c.doNothing())
    .execute()
  const { rows } = await sql<{ openUntil: Date | null }>`
    update timestamp_provider set open_until = case when open_until is null then null else ${inSeconds(halfOpenSeconds)} end
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

export async function countFailure({ system }: Database, id: string, { code, detail }: StampRefused) {
  const seconds = sql`least(${open.most}, ${open.first} * power(2, least(failures + 1 - ${failureThreshold}, 10)))`
  await system
    .updateTable('timestampProvider')
    .set({
      failures: sql<number>`failures + 1`,
      lastError: code,
      lastErrorDetail: detail.slice(0, 200),
      lastErrorAt: now,
      openUntil: sql<Date | null>`case when failures + 1 >= ${failureThreshold} then app_now() + make_interval(secs => ${seconds}) end`,
    })
    .where('id', '=', id)
    .execute()
}
