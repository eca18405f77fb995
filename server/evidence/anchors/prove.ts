import { anchorPaths } from '../../../proof/package/appended-entries.ts'
import { writeLogProof } from '../../../proof/log/tlog-proof.ts'
import { recordAct } from '../../kit/audit/audit.ts'
import type { Tx } from '../../kit/db/db.ts'
import type { Services } from '../../kit/services.ts'
import { readNodes } from '../../trust/log/log.read.ts'
import { inclusionProof, type ReadNodes } from '../../trust/log/merkle-tree.service.ts'
import { announceEvidence } from '../announce-evidence.service.ts'
import { insertLaterProofs } from '../packages/later-proofs.repo.ts'
import { packagedStatement } from '../stamps/stamps.repo.ts'
import * as repo from './anchors.repo.ts'
import { anchorProofsQueue } from './anchor-proofs.queue.ts'
import { laterProofsQueue } from '../packages/later-proofs.queue.ts'

/** Places of the log that one transaction looks at. */
const atOnce = 256

/**
 * Every evidence that a confirmed anchor is the first of its chain to cover gets its proof, and its package takes it in. Of an anchor that the chain
 * dropped it is told of all that it proved, and what another one covers already is proven by that. Safe to repeat.
 */
export async function proveAnchored(services: Services, job: { jobId: string; id: string }): Promise<void> {
  while (await services.db.asSystem((tx) => workAtSome(services, tx, job)));
}

/** False where nothing is left. */
async function workAtSome({ jobs }: Services, tx: Tx, job: { jobId: string; id: string }): Promise<boolean> {
  const anchor = await repo.lockAnchor(tx, job.id)
  const isDone =
    !anchor ||
    !(anchor.state === 'CONFIRMED' ? await proveSome(jobs, tx, anchor) : await takeBackSome(jobs, tx, anchor))
  if (isDone) await jobs.complete(tx, anchorProofsQueue, job.jobId)
  return !isDone
}

/** Anchors whose job has used up its tries. */
export async function sweepUnproved({ db, jobs }: Services) {
  await db.asSystem(async (tx) => {
    for (const id of await repo.unproved(tx)) await jobs.enqueue(tx, anchorProofsQueue, { id })
  })
}

async function proveSome(jobs: Services['jobs'], tx: Tx, anchor: repo.LockedAnchor): Promise<boolean> {
  // What comes before is another anchor's; where this one proved already, that does not change any more.
  const from = anchor.provedTo || (await repo.heldBelow(tx, anchor, anchor.size))
  if (from >= anchor.size) return false
  const to = Math.min(from + atOnce, anchor.size)
  const read = remembering(readNodes(tx, anchor.shardId))
  for (const entry of await repo.coveredBetween(tx, anchor.shardId, from, to))
    await proveOne(jobs, tx, anchor, entry, read)
  await repo.markProved(tx, anchor.id, anchor.provedTo ? anchor.provedFrom : from, to)
  return true
}

/** From its end to its beginning, as far as one and the same anchor takes its place. */
async function takeBackSome(jobs: Services['jobs'], tx: Tx, dropped: repo.LockedAnchor): Promise<boolean> {
  const { provedFrom, provedTo, shardId, chainId, name, height } = dropped
  if (provedTo <= provedFrom) return false
  const from = Math.max(provedFrom, provedTo - atOnce, await repo.heldBelow(tx, dropped, provedTo))
  const next = await repo.lockHeldOver(tx, dropped, provedTo)
  const read = remembering(readNodes(tx, shardId))
  for (const entry of await repo.coveredBetween(tx, shardId, from, provedTo)) {
    if (await repo.isProved(tx, entry.id, chainId)) continue
    await actOn(tx, entry, 'evidence.unanchored', { chain: name, height })
    if (next) await proveOne(jobs, tx, next, entry, read)
    else await announceEvidence(tx, entry)
  }
  if (next?.provedTo) await repo.markProved(tx, next.id, Math.min(next.provedFrom, from), next.provedTo)
  await repo.markProved(tx, dropped.id, provedFrom, from)
  return true
}

async function proveOne(
  jobs: Services['jobs'],
  tx: Tx,
  anchor: repo.LockedAnchor,
  entry: repo.Covered,
  read: ReadNodes,
) {
  const { id, chainId, note, size, record, name, height } = anchor
  const packaged = await packagedStatement(tx, entry.id)
  if (await repo.isProved(tx, entry.id, chainId)) return
  // The first statement of a hash is no package's: its anchors stand among the facts.
  if (packaged.statementSha256?.toString('hex') === entry.subject) {
    const paths = anchorPaths(chainId)
    const proof = writeLogProof({
      index: entry.idx,
      hashes: await inclusionProof(read, entry.idx, size),
      checkpoint: note,
    })
    await insertLaterProofs(
      tx,
      entry,
      [
        { path: paths.record, bytes: record! },
        { path: paths.proof, bytes: proof },
      ],
      id,
    )
    if (packaged.certifiedAt) await jobs.enqueue(tx, laterProofsQueue, { id: entry.id })
  }
  await actOn(tx, entry, 'evidence.anchored', { chain: name, height })
  await announceEvidence(tx, entry)
}

const actOn = (
  tx: Tx,
  { platformId, accountId, id }: repo.Covered,
  action: 'evidence.anchored' | 'evidence.unanchored',
  details: { chain: string; height: number | null },
) =>
  recordAct(
    tx,
    { system: true, platform: { id: platformId }, accountId },
    { action, subjectKind: 'evidence', subjectId: id, details },
  )

/** Neighbours share most of their ways to the root. */
function remembering(read: ReadNodes): ReadNodes {
  const known = new Map<string, ReturnType<ReadNodes>>()
  return (level, from, count) => {
    const key = `${level} ${from} ${count}`
    const found = known.get(key) ?? read(level, from, count)
    known.set(key, found)
    return found
  }
}
