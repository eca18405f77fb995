import { sql } from 'kysely'
import type { JobFind, JobState, PlatformJob } from '../../contract/operator/jobs.ts'
import type { Queryable } from '../kit/db/db.ts'
import { openJobsTable } from '../kit/jobs.ts'

export interface JobRecord {
  id: string
  queue: PlatformJob['queue']
  state: JobState
  retries: number
  createdAt: Date
  startedAt: Date | null
  error: string | null
  evidenceId: string
  accountId: string
  account: string
  ano: string
  evidenceStatus: string
}

/** Jobs at evidence of one platform; of the evidence, its number and state alone. */
const ofPlatform = (platformId: string) => sql`
  select j.*, e.id as evidence_id, e.account_id, a.name as account, e.number as ano, e.status as evidence_status
  from ${openJobsTable} j join evidence e on e.id = j.record_id join account a on a.id = e.account_id where e.platform_id = ${platformId}`

export async function listJobs(db: Queryable, platformId: string, { queue, jobState, ano, pageNum, pageSize }: JobFind) {
  const some = sql`select * from (${ofPlatform(platformId)}) as jobs
    where (${queue ?? null}::text is null or queue = ${queue ?? null}) and (${jobState ?? null}::text is null or state = ${jobState ?? null}) and (${ano ?? null}::text is null or ano = ${ano ?? null})`
  const { rows } = await sql<JobRecord>`${some} order by array_position(array['stuck', 'failed'], state) nulls last, created_at desc, id desc limit ${pageSize} offset ${(pageNum - 1) * pageSize}`.execute(db)
  const { rows: [counted] } = await sql<{ total: number }>`select count(*)::int as total from (${some}) as counted`.execute(db)
  return { rows, total: counted!.total }
}

export async function findJob(db: Queryable, platformId: string, id: string): Promise<JobRecord | undefined> {
  const { rows } = await sql<JobRecord>`select * from (${ofPlatform(platformId)}) as jobs where id = ${id}`.execute(db)
  return rows[0]
}
