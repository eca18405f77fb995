import { CompiledQuery, sql } from 'kysely'
import { type ConnectionOptions, PgBoss } from 'pg-boss'

import type { Tx } from './db/db.ts'
import { databaseRoles } from './db/roles.ts'
import { asLogged, wordsOf } from './log.ts'

const schema = 'pgboss'

/** Every queue, once. A job's data is `{ id }`: the row is the truth, the job only says "look at it". */
const queues = {
  /** Retries are the sweep's: it knows whether a capture is alive. */
  capture: { retryLimit: 0, expireInSeconds: 900, deleteAfterSeconds: 86_400 },
  /** Captures of `npm run capture`: only the process that asked may run them, with its own allowances. */
  'capture-local': { retryLimit: 0, expireInSeconds: 900, deleteAfterSeconds: 86_400 },
  news: {
    retryLimit: 8,
    retryDelay: 2,
    retryBackoff: true,
    retryDelayMax: 300,
    expireInSeconds: 60,
    deleteAfterSeconds: 86_400,
  },
  /** A check of identity at a vendor that a person has begun. */
  identity: {
    retryLimit: 8,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 300,
    expireInSeconds: 60,
    deleteAfterSeconds: 86_400,
  },
  /** Packages may be as large as uploads are. */
  certificate: {
    retryLimit: 8,
    retryDelay: 2,
    retryBackoff: true,
    retryDelayMax: 300,
    expireInSeconds: 1_800,
    deleteAfterSeconds: 86_400,
  },
  /** What was proven after the sealing is taken into the package, whose digest is computed anew. */
  'late-proofs': {
    retryLimit: 8,
    retryDelay: 2,
    retryBackoff: true,
    retryDelayMax: 300,
    expireInSeconds: 3_600,
    deleteAfterSeconds: 86_400,
  },
  /** Everything that an anchor in a chain covers gets its proof. */
  'anchor-proofs': {
    retryLimit: 8,
    retryDelay: 2,
    retryBackoff: true,
    retryDelayMax: 300,
    expireInSeconds: 3_600,
    deleteAfterSeconds: 86_400,
  },
  /** What was received is put together and hashed; the sweep hands it on where a worker died. */
  upload: {
    retryLimit: 8,
    retryDelay: 2,
    retryBackoff: true,
    retryDelayMax: 300,
    expireInSeconds: 3_600,
    deleteAfterSeconds: 86_400,
  },
  /** Sealing of what was handed over. */
  deposit: {
    retryLimit: 8,
    retryDelay: 2,
    retryBackoff: true,
    retryDelayMax: 300,
    expireInSeconds: 120,
    deleteAfterSeconds: 86_400,
  },
  /** Everything about a person is read and written into one archive. */
  'data-copy': {
    retryLimit: 4,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 300,
    expireInSeconds: 3_600,
    deleteAfterSeconds: 86_400,
  },
  closing: {
    retryLimit: 8,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 300,
    expireInSeconds: 900,
    deleteAfterSeconds: 86_400,
  },
  /** Retries are the message's own: it knows how long it is good for. */
  message: { retryLimit: 0, expireInSeconds: 120, deleteAfterSeconds: 86_400 },
} as const
export type Queue = keyof typeof queues

/** A job that is due waits no longer than this, unless nobody works. */
const dueSeconds = 600

/** Every job that is not done, as a table: `stuck` runs longer than it may, or waits although it is due. */
export const openJobsTable = sql`(
  select id, name as queue, (data->>'id')::uuid as record_id, retry_count as retries, created_on as created_at, started_on as started_at, left(coalesce(output->>'message', output->>'value'), 500) as error,
    case state
      when 'active' then case when started_on < app_now() - make_interval(secs => expire_seconds) then 'stuck' else 'running' end
      when 'created' then case when start_after < app_now() - make_interval(secs => ${sql.lit(dueSeconds)}) then 'stuck' else 'waiting' end
      when 'retry' then 'retrying'
      else state::text end as state
  from ${sql.id(schema, 'job')} where state <> 'completed' and name in (${sql.join(Object.keys(queues).map((q) => sql.lit(q)))}))`

export interface Jobs {
  /** Enqueues inside the transaction of the change that asks for the work: both happen or neither. */
  enqueue(tx: Tx, queue: Queue, data: { id: string }, afterSeconds?: number): Promise<void>
  /** Marks a job done in the transaction of its effect, so that a crash between the two cannot repeat it. */
  complete(tx: Tx, queue: Queue, jobId: string): Promise<void>
  /** Runs a failed job again; false where it did not fail. */
  retry(tx: Tx, queue: Queue, jobId: string): Promise<boolean>
  /** Ends a job that is not done; false where it is. */
  cancel(tx: Tx, queue: Queue, jobId: string): Promise<boolean>
  work(queue: Queue, concurrency: number, run: (job: { jobId: string; id: string }) => Promise<void>): Promise<void>
  /** Takes no further jobs and lets those that run end; they stay in their queues for others. */
  rest(): Promise<void>
  ping(): Promise<void>
  stop(): Promise<void>
}

/** Creates or upgrades the job tables; runs with the owner's connection, before any process works. */
export async function installJobs(adminUrl: string) {
  const boss = new PgBoss({ connectionString: adminUrl, schema, max: 2, supervise: false, schedule: false })
  boss.on('error', () => {})
  await boss.start()
  for (const [name, options] of Object.entries(queues)) {
    if (await boss.getQueue(name)) await boss.updateQueue(name, options)
    else await boss.createQueue(name, options)
  }
  const db = boss.getDb()
  await db.executeSql(`grant usage on schema ${schema} to ${databaseRoles.app}, ${databaseRoles.system}`)
  await db.executeSql(
    `grant select, insert, update, delete on all tables in schema ${schema} to ${databaseRoles.system}`,
  )
  await db.executeSql(
    `grant execute on all functions in schema ${schema} to ${databaseRoles.app}, ${databaseRoles.system}`,
  )
  await db.executeSql(`grant select on ${schema}.queue to ${databaseRoles.app}`)
  await db.executeSql(`grant select, insert on all tables in schema ${schema} to ${databaseRoles.app}`)
  await boss.stop({ graceful: false })
}

/** The state of a job, which stays so until the transaction ends. */
async function lockJob(tx: Tx, queue: Queue, jobId: string): Promise<string | undefined> {
  const {
    rows: [job],
  } = await sql<{
    state: string
  }>`select state::text from ${sql.id(schema, 'job')} where name = ${queue} and id = ${jobId} for update`.execute(tx)
  return job?.state
}

/** pg-boss speaks through a transaction that Kysely holds. */
function through(tx: Tx): NonNullable<ConnectionOptions['db']> {
  return {
    async executeSql(text, values = []) {
      const result = await tx.executeQuery(CompiledQuery.raw(text, [...values]))
      return { rows: result.rows as unknown[] }
    },
  }
}

/** What a job throws is kept with it, and staff read it. */
function rethrowWithoutValues(thrown: unknown): never {
  throw Object.assign(new Error(thrown instanceof Error ? wordsOf(thrown) : 'failed'), { details: asLogged(thrown) })
}

export async function openJobs(url: string, onError: (e: unknown) => void): Promise<Jobs> {
  const boss = new PgBoss({
    connectionString: url,
    schema,
    max: 4,
    migrate: false,
    createSchema: false,
    schedule: false,
    options: `-c role=${databaseRoles.system}`,
    application_name: 'shimakaze:jobs',
    reindex: false,
  })
  boss.on('error', onError)
  await boss.start()
  const worked = new Set<Queue>()
  return {
    async enqueue(tx, queue, data, afterSeconds = 0) {
      await boss.send(queue, data, { db: through(tx), ...(afterSeconds && { startAfter: afterSeconds }) })
    },
    async complete(tx, queue, jobId) {
      await boss.complete(queue, jobId, undefined, { db: through(tx) })
    },
    async retry(tx, queue, jobId) {
      if ((await lockJob(tx, queue, jobId)) !== 'failed') return false
      await boss.retry(queue, jobId, { db: through(tx) })
      return true
    },
    async cancel(tx, queue, jobId) {
      if (!['created', 'retry', 'active'].includes((await lockJob(tx, queue, jobId)) ?? '')) return false
      await boss.cancel(queue, jobId, { db: through(tx) })
      return true
    },
    async work(queue, concurrency, run) {
      worked.add(queue)
      await boss.work<{ id: string }>(
        queue,
        { localConcurrency: concurrency, pollingIntervalSeconds: 0.5 },
        async (jobs) => {
          for (const job of jobs) await run({ jobId: job.id, id: job.data.id }).catch(rethrowWithoutValues)
        },
      )
    },
    async rest() {
      for (const queue of worked) await boss.offWork(queue, { wait: false })
    },
    async ping() {
      await boss.getQueue('capture')
    },
    stop: () => boss.stop({ graceful: true, timeout: 5_000 }),
  }
}
