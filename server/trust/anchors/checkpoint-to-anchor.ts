import { sql } from 'kysely'
import type { Database } from '../../kit/db/db.ts'

/** What a chain is to hold: one signed checkpoint, exactly as it was signed. */
export interface CheckpointToAnchor {
  shardId: number
  size: number
  note: Uint8Array
}

/** The checkpoint that a chain should hold next; undefined where it holds all, or each was tried. */
export type CheckpointSource = (chainId: number) => Promise<CheckpointToAnchor | undefined>

/**
 * The newest checkpoint of the oldest shard that grew since it was last written to the chain: it covers all before it, and a shard that ended is
 * written once more, so that its last entries have a block too.
 */
export const nextCheckpoint =
  (db: Database): CheckpointSource =>
  async (chainId) => {
    const { rows } = await sql<CheckpointToAnchor>`
    select p.shard_id, p.size, p.note from log_shard s
    cross join lateral (select shard_id, size, note from log_checkpoint where shard_id = s.id order by size desc limit 1) p
    where p.size > coalesce((select max(size) from chain_anchor where chain_id = ${chainId} and shard_id = s.id), 0) order by p.shard_id limit 1`.execute(
      db.system,
    )
    return rows[0]
  }
