import { sql } from 'kysely'
import type { RateClass } from '../../../contract/kit/call.ts'
import type { Database, Queryable, Tx } from '../db/db.ts'
import { AppError } from '../errors.ts'

export interface Limit {
  hits: number
  seconds: number
}

/** Per caller (session, else address). `secret` guards every call that tries or sends a secret. */
export const limitOfClass: Record<RateClass, Limit> = {
  read: { hits: 1200, seconds: 60 },
  write: { hits: 240, seconds: 60 },
  secret: { hits: 60, seconds: 60 },
  'public-query': { hits: 60, seconds: 60 },
}

type Counters = 'rate_window' | 'call_window'

/** Counts one hit towards a cap that must outlive a crash: codes sent, passwords tried. Gives how many this window has. */
export const countHit = (db: Database, bucket: string, limit: Limit) => count(db.system, 'rate_window', bucket, limit)

/** How many hits this window has, this one included, where none is refused. */
export const tallyHit = (db: Database, bucket: string, seconds: number) =>
  countHit(db, bucket, { hits: Infinity, seconds })

/** The same as part of a change: counted where that is kept. */
export const tallyHitIn = (tx: Tx, bucket: string, seconds: number) =>
  count(tx, 'rate_window', bucket, { hits: Infinity, seconds })

export type Hit = readonly [bucket: string, limit: Limit]

/**
 * Counts one hit towards several caps, or towards none where one of them is full; gives how many each has. The first orders whoever comes at once: what it
 * refuses fills none of the others, and they count in its order.
 */
export const countHits = (db: Database, hits: readonly Hit[]): Promise<number[]> =>
  db.asSystem(async (tx) => {
    const counts: number[] = []
    for (const [bucket, limit] of hits) counts.push(await count(tx, 'rate_window', bucket, limit))
    return counts
  })

/** Takes back the hit of this window that turned out to be none. */
export async function takeBackHit(db: Database, bucket: string, limit: Limit): Promise<void> {
  await sql`update rate_window set hits = hits - 1 where bucket = ${bucket} and hits > 0 and window_start = ${windowNow(limit)}`.execute(
    db.system,
  )
}

/** As if nothing had been counted in buckets that begin so. */
export async function forgetHits(db: Database, beginning: string): Promise<void> {
  await sql`delete from rate_window where starts_with(bucket, ${beginning})`.execute(db.system)
}

/** Counts one call. Cheap, because every call pays for it. */
export const countCall = (db: Database, bucket: string, limit: Limit) => count(db.system, 'call_window', bucket, limit)

const spanOf = ({ seconds }: Limit) => sql`${sql.lit(`${seconds} seconds`)}::interval`
/** When the window that counts now began. */
const windowNow = (limit: Limit) => sql`date_bin(${spanOf(limit)}, app_now(), timestamptz '2020-01-01')`

/** One hit in a fixed window; refuses past the limit. Counters live in the database: every process sees them. */
async function count(db: Queryable, counters: Counters, bucket: string, limit: Limit): Promise<number> {
  const { rows } = await sql<{ hits: number; left: number }>`
    insert into ${sql.table(counters)} as counted (bucket, window_start, hits)
    values (${bucket}, ${windowNow(limit)}, 1)
    on conflict (bucket, window_start) do update set hits = counted.hits + 1
    returning hits, ceil(extract(epoch from window_start + ${spanOf(limit)} - app_now()))::int as left
  `.execute(db)
  const row = rows[0]!
  if (row.hits > limit.hits) throw new AppError('too-frequent', { seconds: Math.max(1, row.left) })
  return row.hits
}

/** Drops windows that no limit looks at any more. */
export async function sweepRateWindows(db: Database) {
  await sql`delete from rate_window where window_start < app_now() - interval '2 days'`.execute(db.system)
  await sql`delete from call_window where window_start < app_now() - interval '10 minutes'`.execute(db.system)
}
