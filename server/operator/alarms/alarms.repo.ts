import { sql } from 'kysely'
import { staffRoles } from '../../../contract/kit/rights.ts'
import type { AlarmKind } from '../../../contract/operator/trust.ts'
import type { Queryable, Tx } from '../../kit/db/db.ts'
import { now } from '../../kit/db/now.ts'
import type { Json } from '../../kit/db/schema.ts'
import { newId } from '../../kit/ids.ts'

/** Something that is wrong just now. */
export interface FoundAlarm {
  kind: AlarmKind
  /** Of which there is one alarm at a time, with its kind. */
  about: string
  params: Record<string, string | number>
}

/** Any fixed number: one process at a time keeps the alarms. */
const lockKey = 7_213_045
/** What comes back within so many minutes is the same alarm, and told once. */
const sameMinutes = 10

export async function lockAlarms(tx: Tx): Promise<boolean> {
  const {
    rows: [lock],
  } = await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(${lockKey}) as mine`.execute(tx)
  return lock?.mine ?? false
}

export const openAlarms = (db: Queryable) =>
  db
    .selectFrom('trustAlarm')
    .select(['id', 'kind', 'about', 'since', 'seenAt'])
    .where('endedAt', 'is', null)
    .orderBy('since')
    .execute()

const json = (params: FoundAlarm['params']) => JSON.stringify(params) as unknown as Json

export async function seeAgain(tx: Tx, id: string, { params }: FoundAlarm) {
  await tx
    .updateTable('trustAlarm')
    .set({ seenAt: now, params: json(params) })
    .where('id', '=', id)
    .execute()
}

/** The id of a new alarm; undefined where one of a moment ago goes on. */
export async function beginAlarm(tx: Tx, { kind, about, params }: FoundAlarm): Promise<string | undefined> {
  const late = tx
    .selectFrom('trustAlarm')
    .select('id')
    .where('kind', '=', kind)
    .where('about', '=', about)
    .where('endedAt', '>', sql<Date>`app_now() - make_interval(mins => ${sameMinutes})`)
    .orderBy('endedAt', 'desc')
    .limit(1)
  const again = await tx
    .updateTable('trustAlarm')
    .set({ endedAt: null, seenAt: now, params: json(params) })
    .where('id', 'in', late)
    .returning('id')
    .executeTakeFirst()
  if (again) return undefined
  const id = newId()
  await tx
    .insertInto('trustAlarm')
    .values({ id, kind, about, params: json(params) })
    .execute()
  return id
}

export async function endAlarms(tx: Tx, ids: string[]) {
  if (ids.length) await tx.updateTable('trustAlarm').set({ endedAt: now }).where('id', 'in', ids).execute()
}

/** The staff of every platform: what evidence rests on is the installation's. */
export const staff = (db: Queryable) =>
  db
    .selectFrom('membership')
    .innerJoin('person', 'person.id', 'membership.personId')
    .select(['person.id', 'person.platformId'])
    .distinct()
    .where('membership.role', 'in', [...staffRoles])
    .where('membership.status', '=', 'ACTIVE')
    .where('person.status', '=', 'ACTIVE')
    .execute()

/** What waits for the log, and seconds that the oldest of it has waited. */
export async function logQueue(db: Queryable): Promise<{ waiting: number; oldest: number }> {
  const { rows } = await sql<{
    waiting: number
    oldest: number
  }>`select count(*)::int as waiting, coalesce(extract(epoch from app_now() - min(queued_at)), 0)::float as oldest from log_queue`.execute(
    db,
  )
  return rows[0]!
}

/** Captures that wait for a worker of the installation, and seconds that the oldest of them has waited. */
export async function captureQueue(db: Queryable): Promise<{ waiting: number; oldest: number }> {
  const { rows } = await sql<{
    waiting: number
    oldest: number
  }>`select count(*)::int as waiting, coalesce(extract(epoch from app_now() - min(queued_at)), 0)::float as oldest from evidence where status = 'queued' and not own_worker`.execute(
    db,
  )
  return rows[0]!
}

/** Newest first, each with its newest checkpoint. */
export async function shards(db: Queryable) {
  const { rows } = await sql<{ name: string; origin: string; size: number | null; at: Date | null }>`
    select s.name, s.origin, c.size, c.created_at as at from log_shard s left join lateral (select size, created_at from log_checkpoint where shard_id = s.id order by size desc limit 1) c on true order by s.id desc`.execute(
    db,
  )
  return rows
}

interface NamedChain {
  chainId: number
  name: string
  nameEn: string | null
}

/** Chains whose nodes failed several times in a row, or whose newest anchor was given up. */
export async function chainsInTrouble(db: Queryable, ids: number[]): Promise<NamedChain[]> {
  const { rows } = await sql<NamedChain>`
    select chain_id, name, name_en from chain c where chain_id = any(${ids}::bigint[])
      and ((trouble is not null and failures >= 3) or 'FAILED' = (select state from chain_anchor a where a.chain_id = c.chain_id order by begun_at desc limit 1)) order by chain_id`.execute(
    db,
  )
  return rows
}

/** Chains that dropped anchors lately, or dropped some that nothing they hold covers yet. */
export async function orphanedAnchors(
  db: Queryable,
  ids: number[],
  days: number,
): Promise<(NamedChain & { count: number })[]> {
  const { rows } = await sql<NamedChain & { count: number }>`
    select c.chain_id, c.name, c.name_en, count(*)::int as count from chain_anchor a join chain c on c.chain_id = a.chain_id where a.state = 'ORPHANED' and c.chain_id = any(${ids}::bigint[])
      and (a.orphaned_at > app_now() - make_interval(days => ${days})
        or not exists (select from chain_anchor o where o.chain_id = a.chain_id and o.shard_id = a.shard_id and o.state = 'CONFIRMED' and o.size >= a.size))
    group by c.chain_id order by c.chain_id`.execute(db)
  return rows
}
