import { fromUtf8 } from '../../../proof/bytes.ts'
import { verifyChain } from '../../../proof/signatures/chain.ts'
import { openCheckpoint } from '../../../proof/log/checkpoint.ts'
import { logKeyOf } from '../../../proof/log/logged.ts'
import { rootOfInclusion } from '../../../proof/log/merkle.ts'
import { ProofError } from '../../../proof/report.ts'
import { readCertificate } from '../../../proof/formats/x509.ts'
import { leafDigest } from '../../kit/audit/audit-chain.ts'
import {
  newestShard,
  type StoredCheckpoint,
  newestCheckpoint,
  checkpointOf,
  readNodes,
  leavesFrom,
} from '../log/log.read.ts'
import { highWaterMarkOf, standingOf } from '../log/high-water-marks.ts'
import { inclusionProof } from '../log/merkle-tree.service.ts'
import type { Audit, Check, Finding, Step } from './audit.ts'
import { MerkleAccumulator, emptyAccumulator, type AccumulatorState } from './merkle-accumulator.ts'
import * as repo from './log.repo.ts'

export interface LogCursor {
  /** Id of the shard that is being read, or of the last one that was. */
  shard: number
  /** Where in it; absent when it was read to its end. */
  at?: AccumulatorState
}

const page = 2_048
/** What a row weighs besides its leaf. */
const rowBytes = 100

/** Builds every tree anew from its leaves, and compares every stored hash and every checkpoint with it. */
export const checkLog: Check<LogCursor> = async (audit, cursor) => {
  const {
    db: { system },
  } = audit
  const shard = cursor?.at
    ? await repo.shardAfter(system, cursor.shard - 1)
    : await repo.shardAfter(system, cursor?.shard ?? 0)
  if (!shard) return { cursor: undefined, counts: {}, findings: [] }
  const at = cursor?.at ?? emptyAccumulator
  const last = await newestCheckpoint(system, shard.id)
  const to = Math.min(at.size + page, last?.size ?? 0)
  const findings = at.size ? [] : await faultsOfShard(audit, shard)
  if (to <= at.size)
    return { cursor: { shard: shard.id }, counts: {}, findings: [...findings, ...(await faultsAtEnd(audit, shard))] }
  const read = await readPage(audit, shard, at, to)
  return { ...read, findings: [...findings, ...read.findings] }
}

async function readPage(
  audit: Audit,
  shard: repo.AuditedShard,
  at: AccumulatorState,
  to: number,
): Promise<Step<LogCursor>> {
  const { system } = audit.db
  const entries = new Map((await repo.entriesBetween(system, shard.id, at.size, to)).map((e) => [e.idx, e]))
  const nodes = new Map(
    (await repo.nodesBetween(system, shard.id, at.size, to)).map((n) => [`${n.level}/${n.idx}`, n.hash]),
  )
  const checkpoints = new Map((await repo.checkpointsBetween(system, shard.id, at.size, to)).map((c) => [c.size, c]))
  await audit.pace([...entries.values()].reduce((sum, e) => sum + e.leaf.length + rowBytes, 0))
  const findings: Finding[] = []
  const tree = new MerkleAccumulator(at)
  for (let idx = at.size; idx < to; idx++) {
    const { hash, finding } = await judgeEntry(audit, shard, entries.get(idx), idx, nodes.get(`0/${idx}`))
    if (finding) findings.push(finding)
    for (const tile of tree.append(hash)) {
      const kept = nodes.get(`${tile.level}/${tile.idx}`)
      if (!kept?.equals(tile.hash))
        findings.push({
          what: 'node-altered',
          place: `${shard.name} ${tile.level}/${tile.idx}`,
          expected: tile.hash.toString('hex'),
          found: kept?.toString('hex') ?? '',
        })
    }
    const checkpoint = checkpoints.get(idx + 1)
    if (checkpoint) findings.push(...(await faultsOfCheckpoint(shard, checkpoint, tree.root())))
  }
  return {
    cursor: { shard: shard.id, at: tree.state },
    counts: { entries: to - at.size, checkpoints: checkpoints.size },
    findings,
  }
}

/** The hash that the tree goes on with, so that one altered row is one finding and not one for every checkpoint behind it. */
async function judgeEntry(
  audit: Audit,
  shard: repo.AuditedShard,
  entry: repo.AuditedEntry | undefined,
  idx: number,
  kept: Buffer | undefined,
): Promise<{ hash: Buffer; finding?: Finding }> {
  const place = `${shard.name} ${idx}`
  const made = entry && leafDigest(entry.leaf)
  if (made && kept?.equals(made)) return { hash: made }
  const evidenceId = entry?.evidenceId
  if (!made)
    return {
      hash: kept ?? Buffer.alloc(32),
      finding: { what: 'entry-missing', place, evidenceId, expected: kept?.toString('hex') ?? '', found: '' },
    }
  if (!kept || (await isCovered(audit, shard, entry, made)))
    return {
      hash: made,
      finding: {
        what: 'node-altered',
        place: `${shard.name} 0/${idx}`,
        evidenceId,
        expected: made.toString('hex'),
        found: kept?.toString('hex') ?? '',
      },
    }
  return {
    hash: kept,
    finding: { what: 'entry-altered', place, evidenceId, expected: kept.toString('hex'), found: made.toString('hex') },
  }
}

/** Whether a hash leads to the first checkpoint that covers its leaf. */
async function isCovered(
  { db: { system } }: Audit,
  { id }: repo.AuditedShard,
  { idx, size }: repo.AuditedEntry,
  leaf: Buffer,
): Promise<boolean> {
  const checkpoint = await checkpointOf(system, id, size)
  if (!checkpoint) return false
  const root = await inclusionProof(readNodes(system, id), idx, size)
    .then((proof) => rootOfInclusion({ index: idx, size, leaf, proof }))
    .catch(() => undefined)
  return root !== undefined && checkpoint.root.equals(root)
}

async function faultsOfCheckpoint(
  shard: repo.AuditedShard,
  { size, root, note }: StoredCheckpoint,
  made: Buffer,
): Promise<Finding[]> {
  const place = `${shard.name} ${size}`
  const findings: Finding[] = root.equals(made)
    ? []
    : [{ what: 'root-differs', place, expected: made.toString('hex'), found: root.toString('hex') }]
  const code = await openCheckpoint(note, logKeyOf(readCertificate(shard.certificate))).then(
    (c) => (c.origin === shard.origin && c.size === size && root.equals(c.root) ? undefined : 'another'),
    codeOf,
  )
  return code === undefined ? findings : [...findings, { what: 'checkpoint-invalid', place, expected: '', found: code }]
}

function codeOf(error: unknown): string {
  if (error instanceof ProofError) return error.code
  throw error
}

/** Its key, and that it begins with how the one before it ended. */
async function faultsOfShard({ db: { system }, anchors }: Audit, shard: repo.AuditedShard): Promise<Finding[]> {
  const findings: Finding[] = []
  const signer = readCertificate(shard.certificate)
  const code = await verifyChain({ signer, others: [], anchors, at: shard.openedAt, purpose: 'logging' }).then(
    () => undefined,
    codeOf,
  )
  if (code !== undefined) findings.push({ what: 'shard-key', place: shard.name, expected: '', found: code })
  const before = await repo.shardBefore(system, shard.id)
  const ended = before && (await newestCheckpoint(system, before.id))
  const [first] = ended ? await leavesFrom(system, shard.id, 0, 1) : []
  if (ended && first && !first.equals(Buffer.concat([Buffer.from('shimakaze-log/v1\n'), ended.note])))
    findings.push({
      what: 'shard-unlinked',
      place: shard.name,
      expected: leafDigest(ended.note).toString('hex'),
      found: leafDigest(first).toString('hex'),
    })
  return findings
}

async function faultsAtEnd({ db: { system }, store: { marks } }: Audit, shard: repo.AuditedShard): Promise<Finding[]> {
  const findings: Finding[] = []
  const beyond = await repo.beyondLast(system, shard.id)
  if (beyond) findings.push({ what: 'entry-extra', place: shard.name, expected: '0', found: String(beyond) })
  const [size, newest] = [(await newestCheckpoint(system, shard.id))?.size ?? 0, await newestShard(system)]
  const mark = await highWaterMarkOf(marks, shard.name)
  if (mark && mark.size <= size) {
    const row = await checkpointOf(system, shard.id, mark.size)
    const found = row && fromUtf8(row.note)
    if (found !== mark.note)
      findings.push({
        what: 'mark-differs',
        place: `${shard.name} ${mark.size}`,
        expected: Buffer.from(mark.root).toString('hex'),
        found: row?.root.toString('hex') ?? '',
      })
  } else if (mark && newest?.id === shard.id && (await standingOf(system, marks, { ...shard, size })).is === 'behind')
    findings.push({ what: 'log-behind', place: shard.name, expected: String(mark.size), found: String(size) })
  return findings
}
