import { CompiledQuery, sql } from 'kysely'
import { type ConnectionOptions, PgBoss } from 'pg-boss'
import { faultOf } from '../passing-faults.ts'
import type { Tx } from '../db/db.ts'
import { databaseRoles } from '../db/roles.ts'
import { asLogged, wordsOf } from '../log.ts'
import { whenBack } from './when-back.ts'

const schema = 'pgboss'

/** How a queue treats jobs that fail, last too long or are done. */
export interface QueueOptions {
  retryLimit: number
  /** Seconds before the first retry; doubled each time up to five minutes. */
  retryDelay?: number
  /** A job that runs longer is taken for dead. */
  expireInSeconds: number
  /** Its jobs keep bytes: they are left to others while store or disk take none here. */
  keepsBytes?: boolean
  /** Jobs of a process that is not heard of for so long are given to another one before they expire. */
  heartbeatSeconds?: number
}

/** Where jobs of one kind wait. A job's data is `{ id }`: the row is the truth, the job only says "look at it". */
export interface Queue {
  readonly name: string
  readonly options: QueueOptions
}

/** Declared in the domain whose rows its jobs look at, and listed in that domain's declaration. */
export const defineQueue = (name: string, options: QueueOptions): Queue => ({ name, options })

const keptSeconds = 86_400
const longestRetryDelay = 300

const bossOptions = ({ retryLimit, retryDelay, expireInSeconds, heartbeatSeconds }: QueueOptions) => ({
  retryLimit,
  ...(retryDelay && { retryDelay, retryBackoff: true, retryDelayMax: longestRetryDelay }),
  ...(heartbeatSeconds && { heartbeatSeconds }),
  expireInSeconds,
  deleteAfterSeconds: keptSeconds,
  notify: true,
})

/**
 * How often a worker looks for jobs that nothing tells of: delayed ones and retries; of new ones it is told as they are committed. Where it
 * cannot be told (its connection is away), it looks more often.
 */
const lookSeconds = { told: 2, untold: 0.5 }

/** A job that is due waits no longer than this, unless nobody works. */
const dueSeconds = 600

/** Every job of ours that is not done, as a table (the queue's own housekeeping has names with `__`): `stuck` runs longer than it may, or waits although it is due. */
export const openJobsTable = sql`(
  select id, name as queue, (data->>'id')::uuid as record_id, retry_count as retries, created_on as created_at, started_on as started_at, left(coalesce(output->>'message', output->>'value'), 500) as error,
    case state
      when 'active' then case when started_on < app_now() - make_interval(secs => expire_seconds) then 'stuck' else 'running' end
      when 'created' then case when start_after < app_now() - make_interval(secs => ${sql.lit(dueSeconds)}) then 'stuck' else 'waiting' end
      when 'retry' then 'retrying'
      else state::text end as state
  from ${sql.id(schema, 'job')} where state <> 'completed' and not starts_with(name, '__'))`

export interface Jobs {
  /** Enqueues inside the transaction of the change that asks for the work: both happen or neither. */
  enqueue(tx: Tx, queue: Queue, data: { id: string }, afterSeconds?: number): Promise<void>
  /** Marks a job done in the transaction of its effect, so that a crash between the two cannot repeat it. */
  complete(tx: Tx, queue: Queue, jobId: string): Promise<void>
  /**
   * Gives a running job the record it works at after all: the one that waits for that record takes this one's in exchange, so that each
   * record keeps its job.
   */
  exchange(tx: Tx, queue: Queue, jobId: string, id: string): Promise<void>
  /** Those of the records that no job of the queue waits for or works at. */
  without(tx: Tx, queue: Queue, ids: string[]): Promise<string[]>
  /** Runs a failed job of the queue with this name again; false where it did not fail. */
  retry(tx: Tx, queue: string, jobId: string): Promise<boolean>
  /** Ends a job of the queue with this name that is not done; false where it is. */
  cancel(tx: Tx, queue: string, jobId: string): Promise<boolean>
  work(queue: Queue, concurrency: number, run: (job: { jobId: string; id: string }) => Promise<void>): Promise<void>
  /** Gives a running job back as if it had not been begun; it is due again after so many seconds. */
  giveBack(tx: Tx, queue: Queue, jobId: string, afterSeconds: number): Promise<void>
  /** Takes no further jobs, or none that keep bytes, and lets those that run end; they stay in their queues for others. */
  rest(which?: 'keeping'): Promise<void>
  /** Takes jobs again after a rest. */
  resume(): Promise<void>
  ping(): Promise<void>
  stop(): Promise<void>
}

/** Creates or upgrades the job tables; runs with the owner's connection, before any process works. */
export async function installJobs(adminUrl: string, queues: readonly Queue[]) {
  const boss = new PgBoss({ connectionString: adminUrl, schema, max: 2, supervise: false, schedule: false })
  boss.on('error', () => {})
  await boss.start()
  for (const { name, options } of queues) {
    if (await boss.getQueue(name)) await boss.updateQueue(name, bossOptions(options))
    else await boss.createQueue(name, bossOptions(options))
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
async function lockJob(tx: Tx, queue: string, jobId: string): Promise<string | undefined> {
  const {
    rows: [job],
  } = await sql<{
    state: string
  }>`select state::text from ${sql.id(schema, 'job')} where name = ${queue} and id = ${jobId} for update`.execute(tx)
  return job?.state
}

/** Gives a job another record; answers the one that it had. */
async function giveRecord(tx: Tx, queue: Queue, jobId: string, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    update ${sql.id(schema, 'job')} job set data = jsonb_build_object('id', ${id}::text) from (
      select id, name, data->>'id' as left from ${sql.id(schema, 'job')} where name = ${queue.name} and id = ${jobId} for update
    ) before
    where job.name = before.name and job.id = before.id returning before.left as id`.execute(tx)
  return rows[0]?.id
}

/** Gives another job that waits for a record another one; false where none waits. */
async function leaveRecord(tx: Tx, queue: Queue, but: string, of: string, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update ${sql.id(schema, 'job')} set data = jsonb_build_object('id', ${id}::text)
    where name = ${queue.name} and id = (
      select id from ${sql.id(schema, 'job')} where name = ${queue.name} and state in ('created', 'retry') and data->>'id' = ${of} and id <> ${but} limit 1 for update skip locked
    )`.execute(tx)
  return Boolean(numAffectedRows)
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

/** So long a job stays away that met a passing fault; where the fault lasts, its process rests. */
const awaySeconds = 5

/** No try is counted: the queue counts them when it begins a job that was begun before. */
const giveBack = `
  update ${schema}.job set state = 'created', started_on = null, start_after = app_now() + make_interval(secs => $3)
  where name = $1 and id = $2 and state = 'active'`

/** What a job throws is kept with it, and staff read it. */
function rethrowWithoutValues(thrown: unknown): never {
  throw Object.assign(new Error(thrown instanceof Error ? wordsOf(thrown) : 'failed'), { details: asLogged(thrown) })
}

/** Changes of jobs in the transactions of those who ask for them. */
const changesThrough = (
  boss: PgBoss,
): Pick<Jobs, 'enqueue' | 'complete' | 'exchange' | 'without' | 'retry' | 'cancel' | 'giveBack'> => ({
  async enqueue(tx, queue, data, afterSeconds = 0) {
    await boss.send(queue.name, data, { db: through(tx), ...(afterSeconds && { startAfter: afterSeconds }) })
  },
  async complete(tx, queue, jobId) {
    await boss.complete(queue.name, jobId, undefined, { db: through(tx) })
  },
  async exchange(tx, queue, jobId, id) {
    const left = await giveRecord(tx, queue, jobId, id)
    if (left && left !== id && !(await leaveRecord(tx, queue, jobId, id, left)))
      await boss.send(queue.name, { id: left }, { db: through(tx) })
  },
  async without(tx, queue, ids) {
    const { rows } = await sql<{ id: string }>`
      select record as id from unnest(${ids}::text[]) as record
      where not exists (select from ${sql.id(schema, 'job')} where name = ${queue.name} and state in ('created', 'retry', 'active') and data->>'id' = record)`.execute(
      tx,
    )
    return rows.map((r) => r.id)
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
  async giveBack(tx, queue, jobId, afterSeconds) {
    await through(tx).executeSql(giveBack, [queue.name, jobId, afterSeconds])
  },
})

/** Takes jobs and runs them, until it ends. */
function startWorking(
  boss: PgBoss,
  onError: (e: unknown) => void,
): Pick<Jobs, 'work' | 'rest' | 'resume'> & { end(): void } {
  const worked = new Map<string, { queue: Queue; begin(): Promise<void> }>()
  const resting = new Set<string>()
  const stopped = new AbortController()
  const isAway = () =>
    boss
      .getDb()
      .executeSql('select 1')
      .then(
        () => false,
        () => true,
      )
  /** What passes is no failure of a job: it goes back. Anything else is kept with it, and staff read it. */
  async function passOrFail(queue: Queue, jobId: string, thrown: unknown) {
    const fault = faultOf(thrown)
    if (!fault || !(fault.isOwn || (await isAway()))) rethrowWithoutValues(thrown)
    onError(thrown)
    await whenBack(() => boss.getDb().executeSql(giveBack, [queue.name, jobId, awaySeconds]), stopped.signal)
  }
  return {
    async work(queue, concurrency, run) {
      const begin = async () => {
        await boss.work<{ id: string }>(
          queue.name,
          {
            localConcurrency: concurrency,
            pollingIntervalSeconds: lookSeconds.untold,
            notifyPollingIntervalSeconds: lookSeconds.told,
          },
          async (jobs) => {
            for (const job of jobs)
              await run({ jobId: job.id, id: job.data.id }).catch((error) => passOrFail(queue, job.id, error))
          },
        )
      }
      worked.set(queue.name, { queue, begin })
      await begin()
    },
    async rest(which) {
      for (const { queue } of worked.values())
        if (!which || queue.options.keepsBytes) {
          resting.add(queue.name)
          await boss.offWork(queue.name, { wait: false })
        }
    },
    async resume() {
      for (const name of resting) {
        await worked.get(name)!.begin()
        resting.delete(name)
      }
    },
    end: () => stopped.abort(),
  }
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
    useListenNotify: true,
  })
  boss.on('error', onError)
  await boss.start()
  const working = startWorking(boss, onError)
  return {
    ...changesThrough(boss),
    ...working,
    async ping() {
      await boss.getQueue('capture')
    },
    async stop() {
      working.end()
      await boss.stop({ graceful: true, timeout: 5_000 })
    },
  }
}
