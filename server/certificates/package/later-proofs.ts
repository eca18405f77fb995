import { createHash } from 'node:crypto'
import { announceEvidence } from '../../evidence/announce-evidence.service.ts'
import { withLaterProofs } from '../../evidence/packages/package-edition.service.ts'
import { laterProofsOf } from '../../evidence/packages/later-proofs.read.ts'
import { recordAct } from '../../kit/audit/audit.ts'
import type { Services } from '../../kit/services.ts'
import * as repo from './later-proofs.repo.ts'
import { laterProofsQueue } from '../../evidence/packages/later-proofs.queue.ts'

/**
 * Takes what was proven after the sealing into the package: the next edition, whose digest and size are computed from the bytes that
 * will be delivered. The core in the store stays as it was sealed, and nothing of it is stored again. Safe to repeat.
 */
export async function appendLaterProofs(services: Services, job: { jobId: string; id: string }): Promise<void> {
  const { db, store, jobs } = services
  const e = await repo.packagedById(db, job.id)
  const waiting = e ? await repo.waitingProofs(db, e.id) : []
  if (!e || !waiting.length) return
  // What has another in its place now is in earlier editions alone.
  const before = (await laterProofsOf(db.system, e.id, e.packageEdition)).filter(
    (p) => !waiting.some((w) => w.path === p.path),
  )
  const proofs = [...before, ...waiting]
  const package_ = await withLaterProofs(store, { sha256: e.coreSha256.toString('hex'), size: e.coreSize }, proofs)
  const digests = await digestsOf(package_.open())
  const ours = await db.asSystem(async (tx) => {
    if (
      !(await repo.beginEdition(
        tx,
        e,
        { ...digests, size: package_.size },
        waiting.map((p) => p.id),
      ))
    )
      return false
    const details = { package: digests.sha256.toString('hex'), edition: e.packageEdition + 1 }
    await recordAct(
      tx,
      { system: true, platform: { id: e.platformId }, accountId: e.accountId },
      { action: 'package.extended', subjectKind: 'evidence', subjectId: e.id, details },
    )
    await jobs.complete(tx, laterProofsQueue, job.jobId)
    await announceEvidence(tx, e)
    return true
  })
  // Another worker made this edition, maybe without what waits here.
  if (!ours) await appendLaterProofs(services, job)
}

/** Packages whose job has used up its tries. */
export async function sweepLaterProofs({ db, jobs }: Services) {
  await db.asSystem(async (tx) => {
    for (const id of await repo.leftBehind(tx)) await jobs.enqueue(tx, laterProofsQueue, { id })
  })
}

async function digestsOf(bytes: AsyncIterable<Buffer>) {
  const [sha256, sm3] = [createHash('sha256'), createHash('sm3')]
  for await (const piece of bytes) {
    sha256.update(piece)
    sm3.update(piece)
  }
  return { sha256: sha256.digest(), sm3: sm3.digest() }
}
