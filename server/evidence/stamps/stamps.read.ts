import { sql } from 'kysely'
import type { Queryable } from '../../kit/db/db.ts'

/** What facts are told of: tokens, and what waits. */
export async function stampsOf(db: Queryable, evidenceId: string) {
  const tokens = await db
    .selectFrom('timestampToken')
    .select(['provider', 'providerName', 'authority', 'serial', 'genTime', 'statementSha256'])
    .where('evidenceId', '=', evidenceId)
    .orderBy('number')
    .execute()
  const waiting = await db
    .selectFrom('timestampNeed')
    .select(['statementSha256', 'since'])
    .where('evidenceId', '=', evidenceId)
    .where('state', '<>', 'DONE')
    .orderBy('since')
    .execute()
  return { tokens, waiting }
}

export type Stamps = Awaited<ReturnType<typeof stampsOf>>

export interface Backlog {
  waiting: number
  /** Seconds that the longest has waited. */
  oldest: number
  /** Whether for a quarter of an hour something waited and nothing came. */
  alarmed: boolean
}

export async function backlogOf(db: Queryable, platformId?: string): Promise<Backlog> {
  const { rows } = await sql<Backlog>`
    select count(*)::int as waiting, coalesce(extract(epoch from app_now() - min(n.since)), 0)::float as oldest,
      coalesce(min(n.since) < app_now() - interval '15 minutes', false) and not exists (select from timestamp_token where created_at > app_now() - interval '15 minutes') as alarmed
    from timestamp_need n join evidence e on e.id = n.evidence_id where n.state <> 'DONE' and (${platformId ?? null}::uuid is null or e.platform_id = ${platformId ?? null})`.execute(
    db,
  )
  return rows[0]!
}

/** Milliseconds that the last hundred answers of each provider took, the one in the middle; and how many tokens it gave in a day. */
export async function speedsOf(db: Queryable, ids: string[]) {
  const { rows } = await sql<{ provider: string; median: number | null; today: number }>`
    select p.id as provider, (select percentile_cont(0.5) within group (order by t.milliseconds) from (select milliseconds from timestamp_token where provider = p.id order by created_at desc limit 100) t)::float as median,
      (select count(*)::int from timestamp_token where provider = p.id and created_at > app_now() - interval '1 day') as today
    from unnest(${ids}::text[]) as p(id)`.execute(db)
  return new Map(rows.map((r) => [r.provider, r]))
}
