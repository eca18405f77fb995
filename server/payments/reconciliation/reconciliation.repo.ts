import { type SelectQueryBuilder, sql } from 'kysely'
import { mostDifferences, type ReconciliationFind } from '../../../contract/payments/reconciliations.ts'
import type { Database, Queryable, Tx } from '../../kit/db/db.ts'
import { listPage } from '../../kit/db/list-page.ts'
import { now } from '../../kit/db/now.ts'
import type { DB } from '../../kit/db/schema.ts'
import { newId } from '../../kit/ids.ts'

const day = sql<string>`to_char(reconciliation.day, 'YYYY-MM-DD')`.as('day')

const shown = (q: SelectQueryBuilder<DB, 'reconciliation', object>) =>
  q.select([
    day,
    'reconciliation.id',
    'reconciliation.channel',
    'reconciliation.state',
    'reconciliation.payments',
    'reconciliation.paid',
    'reconciliation.paybacks',
    'reconciliation.paidBack',
    'reconciliation.differences',
    'reconciliation.problem',
    'reconciliation.comparedAt',
    'reconciliation.clearedAt',
    'reconciliation.clearedName',
    'reconciliation.clearedNote',
  ])

export function listReconciliations(db: Queryable, platformId: string, find: ReconciliationFind) {
  let some = db.selectFrom('reconciliation').where('platformId', '=', platformId)
  if (find.channel) some = some.where('channel', '=', find.channel)
  if (find.billState) some = some.where('state', '=', find.billState)
  if (find.attention)
    some = some.where('state', '=', 'differs').where('clearedAt', find.attention === 'needed' ? 'is' : 'is not', null)
  if (find.startDate) some = some.where('day', '>=', sql<Date>`${find.startDate}::date`)
  if (find.endDate) some = some.where('day', '<=', sql<Date>`${find.endDate}::date`)
  return listPage(db, some, shown, find, { day: 'reconciliation.day', id: 'reconciliation.id' })
}

export const findReconciliation = (db: Queryable, platformId: string, id: string) =>
  shown(db.selectFrom('reconciliation').where('platformId', '=', platformId).where('id', '=', id)).executeTakeFirst()
export type ReconciliationRecord = NonNullable<Awaited<ReturnType<typeof findReconciliation>>>

/** The row of a day, made where there is none; whoever compares the same day meanwhile waits. */
export async function lockDay(tx: Tx, of: { platformId: string; channel: string; day: string }): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into reconciliation (id, platform_id, channel, day) values (${newId()}, ${of.platformId}, ${of.channel}, ${of.day})
    on conflict on constraint reconciliation_day do update set asked = reconciliation.asked returning id`.execute(tx)
  return rows[0]!.id
}

/** Days since the last one that stands here, at most a month of them, wait for their bills from ten o'clock on. */
export const beginDays = (db: Database, of: { platformId: string; channel: string }) =>
  sql`
    insert into reconciliation (id, platform_id, channel, day, ask_at)
    select new_uuid_v7(), ${of.platformId}, ${of.channel}, d::date, app_now() from
      (select (app_now() at time zone 'Asia/Shanghai' - interval '10 hours')::date - 1 as last) l,
      lateral (select greatest(coalesce(max(day) + 1, l.last), l.last - 30) as first from reconciliation where platform_id = ${of.platformId} and channel = ${of.channel}) f,
      generate_series(f.first, l.last, interval '1 day') d
    on conflict on constraint reconciliation_day do nothing`.execute(db.system)

/** Days whose bills are to be asked for, a few at once; whoever takes them has them for an hour. */
export async function takeDue(db: Database, most: number) {
  const { rows } = await sql<{ id: string; platformId: string; channel: string; day: string }>`
    update reconciliation set asked = asked + 1, ask_at = app_now() + interval '1 hour'
    where id in (select id from reconciliation where ask_at <= app_now() order by ask_at limit ${most} for update skip locked)
    returning id, platform_id as "platformId", channel, to_char(day, 'YYYY-MM-DD') as day`.execute(db.system)
  return rows
}

export const keepProblem = (db: Database, id: string, problem: string) =>
  db.system.updateTable('reconciliation').set({ problem }).where('id', '=', id).execute()

export const differencesOf = (db: Queryable, id: string) =>
  db
    .selectFrom('reconciliationDifference')
    .select(['id', 'kind as difference', 'isPayback', 'number', 'orderId', 'ours', 'theirs'])
    .where('reconciliationId', '=', id)
    .orderBy('number')
    .orderBy('id')
    .limit(mostDifferences)
    .execute()

/** False where nothing differs, or somebody has looked at it before. */
export async function clear(tx: Tx, id: string, by: { personId: string; personName: string }, note: string) {
  const { numUpdatedRows } = await tx
    .updateTable('reconciliation')
    .set({ clearedAt: now, clearedBy: by.personId, clearedName: by.personName, clearedNote: note })
    .where('id', '=', id)
    .where('state', '=', 'differs')
    .where('clearedAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
