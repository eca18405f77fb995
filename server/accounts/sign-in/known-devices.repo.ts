import { sql } from 'kysely'
import type { Visitor } from '../../kit/calls/caller.ts'
import { originOf } from '../../kit/calls/origin.ts'
import type { Database, Tx } from '../../kit/db/db.ts'
import { now } from '../../kit/db/now.ts'
import { browserHash } from './browser.ts'

/** Of one person. A program that keeps no cookies is new each time: such entries go first. */
const mostDevices = 50

/** Whom tries are counted against, as whoever tries names them. */
export type Whom = { personId: string } | { platformId: string; phone: string }

/** Remembers the device that somebody signed in with, and where. */
export async function rememberDevice(tx: Tx, visitor: Visitor, personId: string) {
  const origin = originOf(visitor.ip)
  await tx
    .insertInto('knownDevice')
    .values({ personId, browserSha256: browserHash(visitor), origin })
    .onConflict((c) => c.columns(['personId', 'browserSha256']).doUpdateSet({ origin, seenAt: now }))
    .execute()
  await sql`
    delete from known_device where person_id = ${personId} and browser_sha256 in (
      select browser_sha256 from known_device where person_id = ${personId}
      order by seen_at > created_at desc, seen_at desc offset ${mostDevices})`.execute(tx)
}

/** Whether the visitor's device, or at least where they come from, is one that this person signed in with before. */
export async function howKnown(db: Database, visitor: Visitor, whom: Whom): Promise<'device' | 'origin' | undefined> {
  const bound = visitor.browser === undefined ? null : browserHash(visitor)
  const { rows } = await sql<{ device: boolean | null; origin: boolean | null }>`
    select bool_or(browser_sha256 = ${bound}) as device, bool_or(origin = ${originOf(visitor.ip)}) as origin
    from known_device where person_id = ${
      'personId' in whom
        ? sql`${whom.personId}`
        : sql`(select id from person where platform_id = ${whom.platformId} and phone = ${whom.phone})`
    }`.execute(db.system)
  return rows[0]?.device ? 'device' : rows[0]?.origin ? 'origin' : undefined
}

/** All of a person's, or all but one. */
export async function forgetDevices(tx: Tx, personId: string, but?: Visitor) {
  const all = tx.deleteFrom('knownDevice').where('personId', '=', personId)
  await (but ? all.where('browserSha256', '<>', browserHash(but)) : all).execute()
}

/** The cookie is kept for as long. */
export async function sweepKnownDevices(db: Database) {
  await sql`delete from known_device where seen_at < app_now() - interval '365 days'`.execute(db.system)
}
