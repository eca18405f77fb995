import { sql } from 'kysely'
import { copyDays } from '../../contract/data-rights/copies.ts'
import type { AccountTx, Database, Queryable, Tx } from '../kit/db/db.ts'
import { now } from '../kit/db/now.ts'
import { openJobsTable } from '../kit/work/jobs.ts'

/** What somebody asked for lately. */
const mostListed = 10
/** A row of what is gone stays so long. */
const recordDays = 90

export const lockCopies = (tx: Tx, personId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`data-copy:${personId}`}, 0))`.execute(tx)
export const openCopy = (db: Queryable, personId: string) =>
  db
    .selectFrom('dataExport')
    .select('id')
    .where('personId', '=', personId)
    .where('state', '=', 'WAITING')
    .executeTakeFirst()
export const insertCopy = (tx: Tx, copy: { id: string; platformId: string; personId: string }) =>
  tx.insertInto('dataExport').values(copy).execute()

/** How many somebody asked for within a day, and in how many seconds the first of them is a day old. */
export async function copiesOfDay(tx: Tx, personId: string): Promise<{ n: number; seconds: number }> {
  return tx
    .selectFrom('dataExport')
    .select([
      sql<number>`count(*)::int`.as('n'),
      sql<number>`coalesce(ceil(extract(epoch from min(asked_at) + interval '24 hours' - app_now())), 1)::int`.as(
        'seconds',
      ),
    ])
    .where('personId', '=', personId)
    .where('askedAt', '>', sql<Date>`app_now() - interval '24 hours'`)
    .executeTakeFirstOrThrow()
}

export const listCopies = (tx: AccountTx, personId: string) =>
  tx
    .selectFrom('dataExport')
    .select(['id', 'state', 'size', 'askedAt', 'readyAt', 'expiresAt'])
    .where('personId', '=', personId)
    .orderBy('askedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(mostListed)
    .execute()

export const findReady = (tx: AccountTx, personId: string, id: string) =>
  tx
    .selectFrom('dataExport')
    .select(['id', 'size', 'sha256', 'readyAt'])
    .where('personId', '=', personId)
    .where('id', '=', id)
    .where('state', '=', 'READY')
    .where('expiresAt', '>', now)
    .executeTakeFirst()

/** The one that a job is for; undefined where it is done, or its person has gone. */
export const toWrite = (db: Queryable, id: string) =>
  db
    .selectFrom('dataExport')
    .innerJoin('person', 'person.id', 'dataExport.personId')
    .select(['dataExport.id', 'dataExport.platformId', 'personId', 'lang'])
    .where('dataExport.id', '=', id)
    .where('state', '=', 'WAITING')
    .executeTakeFirst()

export const ownedBy = async (db: Queryable, personId: string) =>
  (
    await db
      .selectFrom('membership')
      .select('accountId')
      .where('personId', '=', personId)
      .where('role', '=', 'owner')
      .where('status', '=', 'ACTIVE')
      .execute()
  ).map((m) => m.accountId)

/** Consoles in which the person may look. */
export const accountsOf = async (db: Queryable, personId: string) =>
  (
    await db
      .selectFrom('membership')
      .select('accountId')
      .where('personId', '=', personId)
      .where('status', '=', 'ACTIVE')
      .execute()
  ).map((m) => m.accountId)

/** False where another was first, or the person has gone meanwhile. */
export async function markReady(
  tx: Tx,
  id: string,
  stored: { sha256: Buffer; size: number },
): Promise<Date | undefined> {
  const row = await tx
    .updateTable('dataExport')
    .set({
      ...stored,
      state: 'READY',
      readyAt: now,
      expiresAt: sql<Date>`app_now() + make_interval(days => ${copyDays})`,
    })
    .where('id', '=', id)
    .where('state', '=', 'WAITING')
    .returning('expiresAt')
    .executeTakeFirst()
  return row?.expiresAt ?? undefined
}

/** Lets go of what is over; the collector takes the bytes. Copies whose job ran out of tries are given up, so that another can be asked for. */
export async function sweepCopies(db: Database) {
  await db.system
    .updateTable('dataExport')
    .set({ state: 'EXPIRED', sha256: null })
    .where('state', '=', 'READY')
    .where('expiresAt', '<', now)
    .execute()
  await sql`update data_export d set state = 'FAILED' where state = 'WAITING' and asked_at < app_now() - interval '10 minutes'
    and not exists (select from ${openJobsTable} j where j.queue = 'data-copy' and j.record_id = d.id and j.state not in ('failed', 'cancelled'))`.execute(
    db.system,
  )
  await sql`delete from data_export where state in ('FAILED', 'EXPIRED') and asked_at < app_now() - make_interval(days => ${recordDays})`.execute(
    db.system,
  )
}
