import { sql } from 'kysely'
import type { JobFind, JobState, PlatformJob } from '../../contract/operator/jobs.ts'
import type { Queryable } from '../kit/db/db.ts'
import { openJobsTable } from '../kit/work/jobs.ts'

export interface JobRecord {
  id: string
  queue: PlatformJob['queue']
  state: JobState
  retries: number
  createdAt: Date
  startedAt: Date | null
  error: string | null
  recordId: string
  accountId: string | null
  account: string | null
  /** Of a job at evidence. */
  ano: string | null
  evidenceStatus: string | null
  /** Of a job that tells somebody something: of news their kind, of a message on its way its text's name. */
  kind: string | null
}

/** Jobs of one platform; of evidence its number and state alone, of messages their kind. */
const ofPlatform = (platformId: string) => sql`
  select j.*, coalesce(e.account_id, m.account_id, u.account_id, p.account_id) as account_id, a.name as account, e.number as ano, e.status as evidence_status, coalesce(m.kind, o.template) as kind
  from ${openJobsTable} j left join evidence e on e.id = j.record_id left join message m on m.id = j.record_id left join message_outbox o on o.id = j.record_id left join upload u on u.id = j.record_id left join judicial_paper p on p.id = j.record_id
  left join account a on a.id = coalesce(e.account_id, m.account_id, u.account_id, p.account_id)
  where coalesce(e.platform_id, m.platform_id, o.platform_id, u.platform_id, p.platform_id) = ${platformId}`

export async function listJobs(
  db: Queryable,
  platformId: string,
  { queue, jobState, ano, pageNum, pageSize }: JobFind,
) {
  const some = sql`select * from (${ofPlatform(platformId)}) as jobs
    where (${queue ?? null}::text is null or queue = ${queue ?? null}) and (${jobState ?? null}::text is null or state = ${jobState ?? null}) and (${ano ?? null}::text is null or ano = ${ano ?? null})`
  const { rows } =
    await sql<JobRecord>`${some} order by array_position(array['stuck', 'failed'], state) nulls last, created_at desc, id desc limit ${pageSize} offset ${(pageNum - 1) * pageSize}`.execute(
      db,
    )
  const {
    rows: [counted],
  } = await sql<{ total: number }>`select count(*)::int as total from (${some}) as counted`.execute(db)
  return { rows, total: counted!.total }
}

export async function findJob(db: Queryable, platformId: string, id: string): Promise<JobRecord | undefined> {
  const { rows } = await sql<JobRecord>`select * from (${ofPlatform(platformId)}) as jobs where id = ${id}`.execute(db)
  return rows[0]
}
