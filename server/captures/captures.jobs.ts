import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { confirmHours } from '../../contract/captures/web.ts'
import { capturedKindOf, type KindTable } from '../evidence/kinds/evidence-kind.types.ts'
import { seal } from '../evidence/sealing/seal.service.ts'
import { recordAct } from '../kit/audit/audit.ts'
import type { Tx } from '../kit/db/db.ts'
import type { Resolver } from '../kit/egress/resolve.ts'
import { AppError } from '../kit/errors.ts'
import { newId } from '../kit/ids.ts'
import { faultOf } from '../kit/passing-faults.ts'
import type { Queue } from '../kit/work/jobs.ts'
import { whenBack } from '../kit/work/when-back.ts'
import { eachRow } from '../kit/work/each-row.ts'
import { notifyBatchDone, notifyCaptureFailed, notifyCaptureOwner } from './capture-notices.ts'
import { announceEvidence } from '../evidence/announce-evidence.service.ts'
import type { Services } from '../kit/services.ts'
import type { Authority } from '../trust/keys/authority.service.ts'
import { CaptureError } from './engine/engine-error.ts'
import { actorOf } from './actor-of.ts'
import * as repo from './captures.repo.ts'
import { captureQueue } from './capture.queue.ts'
import { faultOfCapture, handBack, type Return, workerStopped } from './give-back.ts'
import { claim, claimNext, type Claimed, othersWait } from './turns.repo.ts'

const beatEvery = 3_000
/** A worker that has not been heard of for this long is taken for dead. */
const quietSeconds = 30
const maxAttempts = 3

export interface CaptureContext {
  services: Services
  authority: Authority
  kinds: KindTable
  /** The folder in which a running capture keeps its files; swept at start. */
  workDir: string
  /** Looks names up instead of the machine. */
  resolver?: Resolver
}

/** The capture a job of this queue runs: of the shared queue the one whose turn it is, whichever the job was made for. */
async function claimFor({ services }: CaptureContext, queue: Queue, job: { jobId: string; id: string }) {
  if (!isShared(queue)) return claim(services.db, job.id)
  return services.db.asSystem(async (tx) => {
    const claimed = await claimNext(tx)
    if (claimed) await services.jobs.exchange(tx, queue, job.jobId, claimed.id)
    return claimed
  })
}

/** Runs one queued capture to its end. Safe to repeat: whoever does not win the claim does nothing. */
export async function runCapture(
  context: CaptureContext,
  queue: Queue,
  job: { jobId: string; id: string },
  shutdown: AbortSignal,
) {
  // What cannot be kept here is left to others, before a browser is asked for it.
  if (isShared(queue)) await context.services.store.requireRoom()
  const claimed = await claimFor(context, queue, job)
  if (!claimed) return
  const folder = join(context.workDir, `${process.pid}-${newId()}`)
  const heart = startHeart(context, claimed, shutdown)
  try {
    await announceStatus(context, claimed, 'collecting')
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await capture(context, claimed, { queue, jobId: job.jobId }, folder, heart)
  } catch (error) {
    if (error instanceof Lost || heart.signal.reason instanceof Lost) return
    // Room is judged without what this one took.
    await rm(folder, { recursive: true, force: true })
    const back = await whyBack(context, claimed, queue, error, shutdown)
    if (back) await handBack(context.services, claimed, { queue, jobId: job.jobId }, back, shutdown)
    else await end(context, claimed, error, shutdown)
  } finally {
    heart.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Whoever runs a program for one capture waits for it, and is told at once. */
const isShared = (queue: Queue) => queue === captureQueue

/** Why a capture goes back to the queue instead of failing; undefined where it fails. */
async function whyBack(
  { services }: CaptureContext,
  { attempt }: Claimed,
  queue: Queue,
  error: unknown,
  shutdown: AbortSignal,
): Promise<Return | undefined> {
  if (shutdown.aborted) return workerStopped
  const back = isShared(queue) ? await faultOfCapture(services, error) : undefined
  return back?.isCounted && attempt >= maxAttempts ? undefined : back
}

async function capture(
  context: CaptureContext,
  claimed: Claimed,
  job: { queue: Queue; jobId: string },
  folder: string,
  heart: Heart,
) {
  const { services, resolver } = context
  const kind = capturedKindOf(context.kinds, claimed)
  const request = kind.request.parse(claimed.request)
  const outDir = join(folder, 'out')
  const workDir = join(folder, 'work')
  await mkdir(outDir)
  await mkdir(workDir)
  const captured = await kind.run(
    { url: claimed.url ?? '', request, language: claimed.lang },
    {
      services,
      outDir,
      workDir,
      signal: heart.signal,
      onProgress: heart.progress,
      othersWait: () => othersWait(services.db, claimed.accountId),
      ...(resolver ? { resolver } : {}),
    },
  )
  heart.signal.throwIfAborted()
  await services.db.asSystem(async (tx) => {
    if (!(await repo.markUploading(tx, claimed))) throw new Lost()
    await announceEvidence(tx, claimed, { status: 'uploading', step: 'storing', percent: 92 })
  })
  const waits = kind.twoStage(request)
  await seal(context, {
    record: claimed,
    captured,
    dir: outDir,
    job,
    confirmHours: waits ? confirmHours : null,
    also: async (tx) => {
      if (waits && !claimed.batchId)
        await notifyCaptureOwner(tx, services, claimed, 'captureWaiting', { hours: confirmHours })
      await notifyBatchDone(tx, services, claimed)
    },
  })
}

/** The capture is no longer ours: cancelled, or taken over. */
export class Lost extends Error {}

interface Heart {
  signal: AbortSignal
  progress(p: { step: string; percent: number }): void
  stop(): void
}

/** Writes progress at most every half second, and a heartbeat without it; ends the capture when the row is lost. */
function startHeart({ services }: CaptureContext, claimed: Claimed, shutdown: AbortSignal): Heart {
  const lost = new AbortController()
  let next: { step: string; percent: number } | undefined
  let writing = false
  async function write() {
    if (writing || lost.signal.aborted) return
    writing = true
    const progress = next
    next = undefined
    try {
      await services.db.asSystem(async (tx) => {
        const row = await repo.beat(tx, claimed, progress)
        if (!row) return lost.abort(new Lost())
        if (progress && row.status === 'collecting')
          await announceEvidence(tx, claimed, { status: row.status, ...progress })
      })
    } catch {
      // The database may be restarting; the sweep decides if it takes too long.
    } finally {
      writing = false
    }
  }
  const steady = setInterval(() => void write(), beatEvery)
  const quick = setInterval(() => void (next && write()), 500)
  return {
    signal: AbortSignal.any([lost.signal, shutdown]),
    // Collecting is the first nine tenths; storing and sealing are the rest.
    progress: ({ step, percent }) => void (next = { step, percent: Math.min(90, Math.round(percent * 0.9)) }),
    stop() {
      clearInterval(steady)
      clearInterval(quick)
    },
  }
}

async function end({ services }: CaptureContext, claimed: Claimed, error: unknown, shutdown: AbortSignal) {
  const { code, params } = reasonOf(error)
  const write = () =>
    services.db.asSystem(async (tx) => {
      if (!(await repo.markFailed(tx, claimed.id, claimed.attempt, code, params))) return
      await recordAct(tx, actorOf(claimed), {
        action: 'capture.failed',
        subjectKind: 'evidence',
        subjectId: claimed.id,
        details: { reason: code, ...params },
      })
      await announceEvidence(tx, claimed, { status: 'failed' })
      await notifyCaptureFailed(tx, services, claimed, code, params)
    })
  await whenBack(write, shutdown)
  if (code === 'internal') throw error
}

function reasonOf(error: unknown): { code: string; params: Record<string, string | number> } {
  if (error instanceof CaptureError) return { code: error.code, params: error.params }
  if (error instanceof AppError) return { code: error.code, params: error.params }
  const fault = faultOf(error)
  return { code: fault?.isOwn ? fault.code : 'internal', params: {} }
}

async function announceStatus({ services }: CaptureContext, claimed: Claimed, status: string) {
  await services.db.asSystem(async (tx) => {
    await recordAct(tx, actorOf(claimed), {
      action: 'capture.started',
      subjectKind: 'evidence',
      subjectId: claimed.id,
      details: { attempt: claimed.attempt },
    })
    await announceEvidence(tx, claimed, { status, step: 'starting', percent: 0 })
  })
}

/** Gives captures of dead workers another try, or ends them visibly; one whose job died before it was claimed gets another. */
export async function sweepStuck(services: Services) {
  await services.db.asSystem(async (tx) => {
    const waiting = (await repo.waitingLong(tx)).map((e) => e.id)
    for (const id of await services.jobs.without(tx, captureQueue, waiting))
      await services.jobs.enqueue(tx, captureQueue, { id })
  })
  const stuck = await repo.stuckCaptures(services.db.system, quietSeconds)
  await eachRow(stuck, (id) => services.db.asSystem((tx) => requeueOne(services, tx, id)))
}

async function requeueOne(services: Services, tx: Tx, id: string) {
  const stuck = await repo.requeueStuck(tx, id, { quietSeconds, maxAttempts })
  if (!stuck) return
  const failed = stuck.status === 'failed'
  await recordAct(tx, actorOf(stuck), {
    action: failed ? 'capture.failed' : 'capture.requeued',
    subjectKind: 'evidence',
    subjectId: stuck.id,
    details: { reason: 'worker-lost' },
  })
  if (!failed) await services.jobs.enqueue(tx, captureQueue, { id: stuck.id })
  await announceEvidence(tx, stuck, { status: stuck.status })
  if (failed) await notifyCaptureFailed(tx, services, stuck, 'worker-lost')
}

/** Cancels previews whose owner did not confirm in time. */
export async function sweepPreviews(services: Services) {
  const late = await repo.latePreviews(services.db.system)
  await eachRow(late, (id) => services.db.asSystem((tx) => expireOne(services, tx, id)))
}

async function expireOne(services: Services, tx: Tx, id: string) {
  const e = await repo.expirePreview(tx, id)
  if (!e) return
  await repo.dropFiles(tx, [e.id])
  await recordAct(tx, actorOf(e), { action: 'capture.expired', subjectKind: 'evidence', subjectId: e.id })
  await announceEvidence(tx, e, { status: 'cancelled' })
  await notifyCaptureOwner(tx, services, e, 'captureExpired')
}
