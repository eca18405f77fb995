import { writeLogProof } from '../../../proof/log/tlog-proof.ts'
import type { Queryable } from '../../kit/db/db.ts'
import { checkpointOf, entryOfStatement, readNodes } from './log.read.ts'
import { inclusionProof } from './merkle-tree.service.ts'

export interface LogEvidence {
  /** The offline proof, a text of a kilobyte (C2SP tlog-proof). */
  proof: Uint8Array
  /** The log's certificate, DER. */
  certificate: Buffer
  index: number
  size: number
  origin: string
  at: Date
}

/** The proof that a statement is logged, in the first checkpoint that covers it: the same bytes whenever it is asked for. */
export async function proofOfStatement(
  db: Queryable,
  statementSha256: Uint8Array,
  kind?: 'evidence' | 'paper',
): Promise<LogEvidence | undefined> {
  const entry = await entryOfStatement(db, statementSha256, kind)
  if (!entry) return undefined
  const { shardId, idx, size, certificate, origin, at } = entry
  const checkpoint = await checkpointOf(db, shardId, size)
  if (!checkpoint) throw new Error(`log: no checkpoint of size ${size}`)
  const hashes = await inclusionProof(readNodes(db, shardId), idx, size)
  return {
    proof: writeLogProof({ index: idx, hashes, checkpoint: checkpoint.note }),
    certificate,
    index: idx,
    size,
    origin,
    at,
  }
}
