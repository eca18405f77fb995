import { sql } from 'kysely'
import { deliverNews } from '../../../server/messages/news.jobs.ts'
import type { TestApp } from '../build-test-app.ts'

/** Takes the jobs that wait to tell somebody something, oldest first. */
export const takeNewsJobs = (t: TestApp) => takeJobs(t, 'news')

/** Takes the jobs that wait in a queue, oldest record first. */
export async function takeJobs({ services }: TestApp, queue: string): Promise<{ jobId: string; id: string }[]> {
  const { rows } = await sql<{
    jobId: string
    id: string
  }>`update pgboss.job set state = 'active', started_on = now() where name = ${queue} and state = 'created' returning id as job_id, data->>'id' as id`.execute(
    services.db.system,
  )
  return rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

/** Tells what waits to be told, as the worker would. */
export async function deliverAll(t: TestApp) {
  for (const job of await takeNewsJobs(t)) await deliverNews(t.services, job)
}
