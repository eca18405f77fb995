import { announceEvidence } from '../evidence/announce-evidence.service.ts'
import { recordAct } from '../kit/audit/audit.ts'
import { faultOf, type PassingFault } from '../kit/passing-faults.ts'
import type { Services } from '../kit/services.ts'
import type { Queue } from '../kit/work/jobs.ts'
import { whenBack } from '../kit/work/when-back.ts'
import { actorOf } from './actor-of.ts'
import { giveBack } from './captures.repo.ts'
import { CaptureError } from './engine/engine-error.ts'
import type { Claimed } from './turns.repo.ts'

/** A capture that met a fault which passes is taken up again after so long, by whichever worker is well. */
const awaySeconds = 5

/** Why a capture goes back to the queue. */
export interface Return {
  code: PassingFault['code'] | 'worker-stopped'
  /** The fault cannot be seen any more, so it may have been the capture's own: this try counts. */
  isCounted: boolean
}
export const workerStopped: Return = { code: 'worker-stopped', isCounted: false }

const refusal = (asked: Promise<unknown>) =>
  asked.then(
    () => undefined,
    (error: unknown) => faultOf(error)?.code ?? 'part-away',
  )

/**
 * Why a capture that failed is no failure of its own: disk, store or database were not well. Asked once its files are removed. A browser on a full disk
 * falls in many ways, so room is looked for whatever was said; a connection that broke may have been the page's, so it is asked whether ours are there.
 */
export async function faultOfCapture({ store, db }: Services, error: unknown): Promise<Return | undefined> {
  const noRoom = await refusal(store.requireRoom())
  if (noRoom) return { code: noRoom, isCounted: false }
  const fault = error instanceof CaptureError ? undefined : faultOf(error)
  if (!fault) return undefined
  if (fault.code === 'storage-full') return { code: fault.code, isCounted: true }
  if (fault.isOwn) return { code: fault.code, isCounted: false }
  const away = (await refusal(store.ping())) ?? (await refusal(db.ping()))
  return { code: away ?? fault.code, isCounted: !away }
}

/** Puts a capture back into the queue in its place, with its job, and tells its owner for what it waits. */
export const handBack = (
  { db, jobs }: Services,
  claimed: Claimed,
  { queue, jobId }: { queue: Queue; jobId: string },
  { code, isCounted }: Return,
  signal: AbortSignal,
) =>
  whenBack(
    () =>
      db.asSystem(async (tx) => {
        const step = code === 'worker-stopped' ? null : 'waiting'
        if (await giveBack(tx, claimed, { step, isCounted })) {
          await recordAct(tx, actorOf(claimed), {
            action: 'capture.requeued',
            subjectKind: 'evidence',
            subjectId: claimed.id,
            details: { reason: code },
          })
          await announceEvidence(tx, claimed, { status: 'queued', ...(step && { step }), percent: 0 })
        }
        await jobs.giveBack(tx, queue, jobId, step ? awaySeconds : 0)
      }),
    signal,
  )
