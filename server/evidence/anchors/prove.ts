import { anchorPaths } from '../../../proof/later.ts'
import { writeLogProof } from '../../../proof/log/tlog-proof.ts'
import { recordAct } from '../../kit/audit.ts'
import type { Tx } from '../../kit/db/db.ts'
import type { Services } from '../../kit/services.ts'
import { readNodes } from '../../trust/log/log.repo.ts'
import { inclusionProof, type ReadNodes } from '../../trust/log/tree.ts'
import { announceEvidence } from '../announce-evidence.ts'
import { insertLaterProofs } from '../later-proofs.repo.ts'
import { packagedStatement } from '../stamps/stamps.repo.ts'
import * as repo from './anchors.repo.ts'

/** Places of the log that one transaction looks at. */
const atOnce = 256

/** Every evidence that a confirmed anchor is the first of its chain to cover gets its proof, and its package takes it in. Safe to repeat. */
export async function proveAnchored(services: Services, job: { jobId: string; id: string }): Promise<void> {
  while (await services.db.asSystem((tx) => proveSome(services, tx, job)));
}

/** Anchors whose job has used up its tries. */
export async function sweepUnproved({ db, jobs }: Services) {
  await db.asSystem(async (tx) => {
    for (const id of await repo.unproved(tx)) await jobs.enqueue(tx, 'anchor-proofs', { id })
  })
}

/** False where nothing is left. */
async function proveSome({ jobs }: Services, tx: Tx, job: { jobId: string; id: string }): Promise<boolean> {
  const anchor = await repo.lockHeld(tx, job.id)
  const from = anchor ? await repo.provedTo(tx, anchor) : 0
  if (!anchor || from >= anchor.size) {
    await jobs.complete(tx, 'anchor-proofs', job.jobId)
    return false
  }
  const to = Math.min(from + atOnce, anchor.size)
  const read = remembering(readNodes(tx, anchor.shardId))
  for (const entry of await repo.coveredBetween(tx, anchor.shardId, from, to)) await proveOne(jobs, tx, anchor, entry, read)
  await repo.markProved(tx, anchor.id, to)
  return true
}

async function proveOne(jobs: Services['jobs'], tx: Tx, anchor: repo.HeldAnchor, entry: repo.Covered, read: ReadNodes) {
  const { chainId, note, size, record, name, height } = anchor
  const packaged = await packagedStatement(tx, entry.id)
  // The first statement of a hash is no package's: its anchors stand among the facts.
  if (packaged.statementSha256?.toString('hex') === entry.subject) {
    const paths = anchorPaths(chainId)
    const proof = writeLogProof({ index: entry.idx, hashes: await inclusionProof(read, entry.idx, size), checkpoint: note })
    await insertLaterProofs(tx, entry, [{ path: paths.record, bytes: record! }, { path: paths.proof, bytes: proof }])
    if (packaged.certifiedAt) await jobs.enqueue(tx, 'late-proofs', { id: entry.id })
  }
  const details = { chain: name, height: height! }
  await recordAct(tx, { system: true, platform: { id: entry.platformId }, accountId: entry.accountId }, { action: 'evidence.anchored', subjectKind: 'evidence', subjectId: entry.id, details })
  await announceEvidence(tx, entry)
}

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
