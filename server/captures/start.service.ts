import type { EvidenceKind } from '../../contract/evidence/kinds.ts'
import { chargeEvidence } from '../evidence/charge-evidence.service.ts'
import { announceEvidence } from '../evidence/announce-evidence.service.ts'
import { ownerColumns } from '../evidence/evidence-owner.service.ts'
import type { CapturedKind } from '../evidence/kinds/evidence-kind.types.ts'
import { requireQuota } from '../evidence/quota.service.ts'
import { requireSpace } from '../evidence/storage/storage-quota.service.ts'
import { type Earlier, nthUniqueId, once } from '../evidence/unique-id.service.ts'
import { recordAct } from '../kit/audit/audit.ts'
import type { Caller } from '../kit/calls/caller.ts'
import type { AccountTx } from '../kit/db/db.ts'
import { AppError } from '../kit/errors.ts'
import { newId, newPreservationNumber } from '../kit/ids.ts'
import type { Queue } from '../kit/work/jobs.ts'
import type { Services } from '../kit/services.ts'
import * as repo from './captures.repo.ts'
import { captureQueue } from './capture.queue.ts'
import { requireRoomInQueue } from './queue-room.service.ts'

export interface CaptureItem {
  url: string
  name: string
  labels: string[]
  remark: string
  uniqueId?: string | null
}

/** A start brings this, whichever kind of capture it is of. */
interface Start {
  urls: string[]
  evidenceName: string
  labels: string[]
  remark: string
  unique_id?: string | undefined
  quoted?: number | undefined
  /** The rows remember this, and the kind reads it back. */
  request: object
  queue?: Queue | undefined
}

/** Puts one capture an address into the queue. Every line is checked before anything starts; each problem names its line. */
export async function startCaptures(
  services: Services,
  caller: Caller,
  kind: Pick<CapturedKind, 'kind' | 'judge'>,
  start: Start,
) {
  const judged = kind.judge(services, start.urls, (i) => i + 1)
  const problems = judged.flatMap(({ problem }, i) => (problem ? [{ path: `urls.${i}`, ...problem }] : []))
  if (problems.length) throw new AppError('bad-parameter', {}, problems)
  const urls = judged.map(({ url }) => url)
  const items = urls.map((url, i) => itemOf(start, url, i, urls.length))
  const { request, queue, quoted } = start
  const same = {
    isSame: (earlier: Earlier) => earlier.length === urls.length && earlier.every((e) => urls.includes(e.url ?? '')),
    replay: (earlier: Earlier) => ({ list: earlier.map((e) => ({ id: e.id, no: e.number, url: e.url ?? '' })) }),
  }
  return once(services, caller, start.unique_id, same, async (tx) => ({
    list: await queueCaptures(services, caller, tx, { kind: kind.kind, items, request, queue, quoted }),
  }))
}

const itemOf = ({ evidenceName, labels, remark, unique_id: id }: Start, url: string, i: number, count: number) => ({
  url,
  labels,
  remark,
  name: evidenceName && count > 1 ? `${evidenceName} ${i + 1}` : evidenceName,
  uniqueId: nthUniqueId(id, i),
})

/** Captures whose addresses were judged. */
interface Judged {
  kind: EvidenceKind
  items: CaptureItem[]
  request: object
  queue?: Queue | undefined
  batchId?: string | null
  quoted?: number | undefined
}

/** Rows, audit and jobs, in the caller's transaction: all of them or none. */
export async function queueCaptures(services: Services, caller: Caller, tx: AccountTx, judged: Judged) {
  const begun = await ownerColumns(services, tx, caller)
  await services.store.requireRoom()
  const { kind, items, request, queue = captureQueue, batchId = null } = judged
  await requireQuota(tx, caller, items.length)
  await requireRoomInQueue(services, tx, caller, items.length)
  await requireSpace(tx, caller.accountId)
  const list = []
  for (const { name, uniqueId = null, ...item } of items) {
    const [id, number] = [newId(), newPreservationNumber()]
    const row = {
      ...begun,
      ...item,
      kind,
      id,
      number,
      request,
      uniqueId,
      batchId,
      name: name || nameOf(item.url),
      ownWorker: queue !== captureQueue,
    }
    await repo.insertCapture(tx, row)
    await recordAct(tx, caller, {
      action: 'capture.queued',
      subjectKind: 'evidence',
      subjectId: id,
      details: { url: item.url, ...request },
    })
    await services.jobs.enqueue(tx, queue, { id })
    await announceEvidence(tx, { ...caller, id }, { status: 'queued' })
    list.push({ id, no: number, url: item.url })
  }
  await chargeEvidence(services, tx, caller, { kind, made: list, quoted: judged.quoted })
  return list
}

function nameOf(url: string): string {
  const { hostname, pathname } = new URL(url)
  return `${hostname}${pathname === '/' ? '' : pathname}`.slice(0, 100)
}
