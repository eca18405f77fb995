import { Readable } from 'node:stream'
import { paperQueue } from '../../certificates/paper.queue.ts'
import { recordAct } from '../../kit/audit/audit.ts'
import type { Tx } from '../../kit/db/db.ts'
import { announce } from '../../kit/notify/live.ts'
import type { Services } from '../../kit/services.ts'
import { holdObjects } from '../../kit/storage/objects.ts'
import type { Authority } from '../../trust/keys/authority.service.ts'
import { proofOfStatement } from '../../trust/log/proofs.service.ts'
import { markReportSealed, unsealedReport } from '../preservation/preservation.repo.ts'
import { makeSealed, type Sealable } from './make-sealed.ts'
import { leftUnsealed, markSealed, unsealedPaper } from './papers.repo.ts'

interface Sealing {
  services: Services
  authority: Authority
}

interface Stored {
  sha256: string
  size: number
}

/** A paper that waits for its seal, wherever it is kept. */
interface Waiting {
  paper: Sealable
  /** Where it is sealed: false where another run of the job was first. */
  mark(tx: Tx, stored: Stored): Promise<boolean>
  tell(tx: Tx, stored: Stored): Promise<void>
}

async function ofOrder({ db }: Services, id: string): Promise<Waiting | undefined> {
  const paper = await unsealedPaper(db.system, id)
  if (!paper) return undefined
  const { platformId, accountId, officeId, orderId, number } = paper
  return {
    paper,
    mark: (tx, stored) => markSealed(tx, id, stored),
    async tell(tx, { sha256 }) {
      await recordAct(
        tx,
        { system: true, platform: { id: platformId }, accountId },
        {
          action: 'order.paperSealed',
          subjectKind: 'judicial-order',
          subjectId: orderId,
          details: { number, paper: paper.paper, sha256 },
        },
      )
      await announce(tx, accountId, { topic: 'judicialOrders', id: orderId })
      await announce(tx, officeId, { topic: 'officeOrders', id: orderId })
    },
  }
}

async function ofReport({ db }: Services, id: string): Promise<Waiting | undefined> {
  const report = await unsealedReport(db.system, id)
  if (!report) return undefined
  const { platformId, accountId, number } = report
  return {
    paper: { ...report, officeSeal: null },
    mark: (tx, stored) => markReportSealed(tx, id, stored),
    async tell(tx, { sha256 }) {
      await recordAct(
        tx,
        { system: true, platform: { id: platformId }, accountId },
        { action: 'preservation.sealed', subjectKind: 'preservation', subjectId: id, details: { number, sha256 } },
      )
      await announce(tx, accountId, { topic: 'preservations', id })
    },
  }
}

/** Seals a paper whose statement is in the log, with the proof of that inside. Safe to repeat: a paper that is sealed stays as it is. */
export async function sealPaper({ services, authority }: Sealing, job: { jobId: string; id: string }) {
  const waiting = (await ofOrder(services, job.id)) ?? (await ofReport(services, job.id))
  const logged = waiting && (await proofOfStatement(services.db.system, waiting.paper.statementSha256, 'paper'))
  if (!waiting || !logged) return
  const sealed = await makeSealed(services, authority.sealer(), waiting.paper, logged)
  const stored = await services.store.put(Readable.from([sealed]))
  await services.db.asSystem(async (tx) => {
    await holdObjects(tx, services.store, [stored])
    if (await waiting.mark(tx, stored)) await waiting.tell(tx, stored)
    await services.jobs.complete(tx, paperQueue, job.jobId)
  })
}

/** No paper that was logged stays without its seal for good, however long keys or disk were missing. */
export async function sweepUnsealed({ db, jobs }: Services) {
  await db.asSystem(async (tx) => {
    for (const id of await leftUnsealed(tx)) await jobs.enqueue(tx, paperQueue, { id })
  })
}
