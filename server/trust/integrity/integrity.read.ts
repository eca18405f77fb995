import { sql } from 'kysely'
import type { Queryable } from '../../kit/db/db.ts'

/** Whether so long ago the last run began, or, before the first, the first account was made. */
export async function isDue(db: Queryable, hours: number): Promise<boolean> {
  const {
    rows: [row],
  } = await sql<{
    due: boolean
  }>`select coalesce((select max(begun_at) from integrity_run), (select min(created_at) from account)) < app_now() - make_interval(secs => ${hours * 3_600}) and not exists (select from integrity_run where state = 'RUNNING') as due`.execute(
    db,
  )
  return row!.due ?? false
}

const columns = [
  'id',
  'state',
  'stage',
  'byStaff',
  'objects',
  'objectsDue',
  'bytes',
  'entries',
  'checkpoints',
  'stamps',
  'acts',
  'findings',
  'trouble',
  'begunAt',
  'endedAt',
] as const

const runs = (db: Queryable) => db.selectFrom('integrityRun').select(columns)

export type RunRecord = Awaited<ReturnType<ReturnType<typeof runs>['execute']>>[number]

export const findRun = (db: Queryable, id: string): Promise<RunRecord | undefined> =>
  runs(db).where('id', '=', id).executeTakeFirst()

export async function listRuns(
  db: Queryable,
  {
    runState,
    pageNum,
    pageSize,
  }: { runState?: 'running' | 'done' | 'found' | undefined; pageNum: number; pageSize: number },
) {
  const some = db
    .selectFrom('integrityRun')
    .$if(runState !== undefined, (q) => q.where('state', '=', runState === 'running' ? 'RUNNING' : 'DONE'))
    .$if(runState === 'done', (q) => q.where('findings', '=', 0))
    .$if(runState === 'found', (q) => q.where('findings', '>', 0))
  const rows = await some
    .select(columns)
    .orderBy('begunAt', 'desc')
    .orderBy('id', 'desc')
    .limit(pageSize)
    .offset((pageNum - 1) * pageSize)
    .execute()
  const { total } = await some.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow()
  return { rows, total }
}

export async function findingsOf(
  db: Queryable,
  runId: string,
  { pageNum, pageSize }: { pageNum: number; pageSize: number },
) {
  const some = db.selectFrom('integrityFinding').where('runId', '=', runId)
  const rows = await some
    .leftJoin('evidence', 'evidence.id', 'evidenceId')
    .select([
      'integrityFinding.id',
      'what',
      'place',
      'expected',
      'found',
      'at',
      'evidence.number as ano',
      'evidence.platformId',
    ])
    .orderBy('at')
    .orderBy('integrityFinding.id')
    .limit(pageSize)
    .offset((pageNum - 1) * pageSize)
    .execute()
  const { total } = await some.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow()
  return { rows, total }
}

/** What alarms are made of: the last run that ended, and the one under way. */
export async function lastRuns(db: Queryable) {
  const newest = (state: string) =>
    db
      .selectFrom('integrityRun')
      .select(['id', 'findings', 'trouble', 'begunAt', 'endedAt'])
      .where('state', '=', state)
      .orderBy('begunAt', 'desc')
      .limit(1)
      .executeTakeFirst()
  return { done: await newest('DONE'), running: await newest('RUNNING') }
}
