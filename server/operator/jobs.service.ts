import type { JobFind, PlatformJob } from '../../contract/operator/jobs.ts'
import { endUnfinished, queueAgain } from '../captures/captures.service.ts'
import { recordAct } from '../kit/audit/audit.ts'
import type { Caller } from '../kit/calls/caller.ts'
import type { Queryable, Tx } from '../kit/db/db.ts'
import { AppError } from '../kit/errors.ts'
import type { Services } from '../kit/services.ts'
import { type Language, say } from '../kit/words.ts'
import * as repo from './jobs.repo.ts'

const nameOf = (lang: Language, queue: PlatformJob['queue'], kind: string) =>
  queue === 'upload' || queue === 'paper'
    ? say(lang, 'operator', `choice.queue.${queue}`)
    : queue === 'message' && !kind.startsWith('news.')
      ? say(lang, 'console', `choice.template.${kind}`)
      : say(lang, 'messages', `choice.subtype.${kind.replace('news.', '')}`)

const shown =
  ({ lang }: Caller) =>
  (j: repo.JobRecord): PlatformJob => ({
    id: j.id,
    queue: j.queue,
    jobState: j.state,
    subject: j.ano ?? nameOf(lang, j.queue, j.kind ?? ''),
    ano: j.ano,
    evidenceStatus: j.evidenceStatus,
    account: j.account,
    retries: j.retries,
    createdAt: j.createdAt.toISOString(),
    startedAt: j.startedAt?.toISOString() ?? null,
    error: j.error,
  })

export async function list(services: Services, caller: Caller, find: JobFind) {
  const { rows, total } = await repo.listJobs(services.db.system, caller.platform.id, find)
  return { list: rows.map(shown(caller)), total, totalIsEstimate: false }
}

async function require(db: Queryable, { platform }: Caller, id: string) {
  const found = await repo.findJob(db, platform.id, id)
  if (!found) throw new AppError('not-found')
  return found
}

export const get = async (services: Services, caller: Caller, id: string) =>
  shown(caller)(await require(services.db.system, caller, id))

const tell = (tx: Tx, caller: Caller, job: repo.JobRecord, action: 'job.retried' | 'job.cancelled', reason?: string) =>
  recordAct(
    tx,
    { ...caller, accountId: job.accountId },
    {
      action,
      subjectKind: 'job',
      subjectId: job.id,
      details: { queue: job.queue, ...(job.ano ? { number: job.ano } : {}) },
      ...(reason === undefined ? {} : { reason }),
    },
  )

const isCapture = (job: repo.JobRecord): job is repo.JobRecord & { accountId: string } =>
  job.queue.startsWith('capture')

/** A capture that failed goes back into the queue with its job; without that the job would find nothing to do. */
export const retry = (services: Services, caller: Caller, id: string) =>
  services.db.asSystem(async (tx) => {
    const job = await require(tx, caller, id)
    if (!(await services.jobs.retry(tx, job.queue, id))) throw new AppError('wrong-state')
    if (isCapture(job) && job.evidenceStatus === 'failed')
      await queueAgain(
        services,
        tx,
        { ...caller, accountId: job.accountId },
        { scope: { accountId: job.accountId }, ids: [job.recordId] },
      )
    await tell(tx, caller, job, 'job.retried')
  })

/** Nobody waits for a capture whose job is gone: it ends too, and its owner sees it. */
export const cancel = (services: Services, caller: Caller, id: string, reason: string) =>
  services.db.asSystem(async (tx) => {
    const job = await require(tx, caller, id)
    if (!(await services.jobs.cancel(tx, job.queue, id))) throw new AppError('wrong-state')
    if (isCapture(job))
      await endUnfinished(
        tx,
        { ...caller, accountId: job.accountId },
        { accountId: job.accountId },
        [job.recordId],
        reason,
      )
    await tell(tx, caller, job, 'job.cancelled', reason)
  })
