import { maxRetries } from '../../contract/captures/web.ts'
import { evidenceCalls } from '../../contract/evidence/evidence.ts'
import { pathOf } from '../../contract/kit/call.ts'
import { requireNotClosing } from '../accounts/closing-guard.service.ts'
import { type PersonActor, recordAct } from '../kit/audit/audit.ts'
import type { Scope, Tx } from '../kit/db/db.ts'
import type { Caller } from '../kit/calls/caller.ts'
import { AppError } from '../kit/errors.ts'
import { chargeEvidenceAgain } from '../evidence/charge-evidence.service.ts'
import { announceEvidence } from '../evidence/announce-evidence.service.ts'
import { findEvidence } from '../evidence/evidence.read.ts'
import type { RequestCertificate } from '../evidence/request-certificate.types.ts'
import type { Services } from '../kit/services.ts'
import * as repo from './captures.repo.ts'
import { captureQueue } from './capture.queue.ts'
import { requireRoomInQueue } from './queue-room.service.ts'

interface Again {
  scope: Scope
  ids: string[]
  /** Refuses them, once they are in the queue and before they are paid: whoever begins captures holds the queue before the wallet too. */
  requireRoom?: () => Promise<void>
}

/** Failed captures as queued again, whoever asks; what is retried counts towards the limit. */
export async function queueAgain(
  services: Services,
  tx: Tx,
  actor: PersonActor & Pick<Caller, 'rights'>,
  { scope, ids, requireRoom }: Again,
) {
  const again = await repo.requeueFailed(tx, scope, ids)
  if (!again.length)
    throw new AppError((await repo.countRetried(tx, scope, ids)) ? 'retries-spent' : 'wrong-state', { max: maxRetries })
  for (const e of again) {
    await recordAct(tx, actor, { action: 'capture.retried', subjectKind: 'evidence', subjectId: e.id })
    await announceEvidence(tx, e, { status: 'queued' })
  }
  await requireRoom?.()
  for (const e of again) await chargeEvidenceAgain(services, tx, { ...e, rights: actor.rights }, e)
  return again
}

/** Ends what runs or waits, whoever asks: a worker learns of it at its next heartbeat and ends the browser; a preview is dropped. */
export async function endUnfinished(tx: Tx, actor: PersonActor, scope: Scope, ids: string[], reason?: string) {
  const cancelled = await repo.cancelUnfinished(tx, scope, ids)
  if (cancelled.length)
    await repo.dropFiles(
      tx,
      cancelled.map((e) => e.id),
    )
  for (const e of cancelled) {
    await recordAct(tx, actor, {
      action: 'capture.cancelled',
      subjectKind: 'evidence',
      subjectId: e.id,
      ...(reason === undefined ? {} : { reason }),
    })
    await announceEvidence(tx, e, { status: 'cancelled' })
  }
  return cancelled
}

export async function retry(services: Services, caller: Caller, asked: { no?: string | undefined; ids: string[] }) {
  await services.store.requireRoom()
  return services.db.forAccount(caller, async (tx) => {
    await requireNotClosing(tx, caller)
    const named = asked.no === undefined ? undefined : await findEvidence(tx, caller, { number: asked.no })
    if (asked.no !== undefined && !named) throw new AppError('not-found')
    const again = await queueAgain(services, tx, caller, {
      scope: caller,
      ids: [...(named ? [named.id] : []), ...asked.ids],
      requireRoom: () => requireRoomInQueue(services, tx, caller, 0),
    })
    for (const e of again) await services.jobs.enqueue(tx, captureQueue, { id: e.id })
    return { list: again.map((e) => ({ no: e.number, status: 'queued' as const })) }
  })
}

export async function cancel(services: Services, caller: Caller, ids: string[]) {
  return services.db.forAccount(caller, async (tx) => {
    const cancelled = await endUnfinished(tx, caller, caller, ids)
    if (!cancelled.length) throw new AppError('wrong-state')
    return { list: cancelled.map((e) => ({ no: e.number, status: 'cancelled' as const })) }
  })
}

/**
 * Makes a previewed capture evidence. Nothing is captured again: the statement that was stamped then is the one
 * that is kept, and a caller may name it, so that what is accepted is what was looked at.
 */
export async function confirm(
  services: Services,
  caller: Caller,
  number: string,
  statementSha256: string | undefined,
  request: RequestCertificate,
) {
  return services.db.forAccount(caller, async (tx) => {
    const found = await repo.forConfirming(tx, caller, number)
    if (!found) throw new AppError('not-found')
    if (found.status === 'collected' && sameStatement(found, statementSha256)) return { status: 'collected' as const }
    if (found.status !== 'to-confirm' || found.expired) throw new AppError('wrong-state')
    if (!sameStatement(found, statementSha256)) throw new AppError('conflict')
    await repo.markConfirmed(tx, caller, found.id)
    await recordAct(tx, caller, {
      action: 'capture.confirmed',
      subjectKind: 'evidence',
      subjectId: found.id,
      details: { statementSha256: found.statementSha256!.toString('hex') },
    })
    await request(tx, found.id)
    await announceEvidence(tx, found, { status: 'collected', percent: 100 })
    return { status: 'collected' as const }
  })
}

const sameStatement = (found: { statementSha256: Buffer | null }, named: string | undefined) =>
  !named || found.statementSha256?.toString('hex') === named

/** The preview picture of a capture that has been taken, whether confirmed or not; `path` is where its kind seals it. */
export async function preview(services: Services, caller: Caller, number: string, path: string) {
  const file = await services.db.forAccount(caller, (tx) => repo.previewFile(tx, caller, number, path))
  if (!file) throw new AppError('not-found')
  return { imgUrl: pathOf(evidenceCalls.fileBytes, { id: file.id }) }
}
