import type { Database } from '../../kit/db/db.ts'

/** What chains are to hold: one signed checkpoint, exactly as it was signed. */
export interface CheckpointToAnchor {
  shardId: number
  size: number
  note: Uint8Array
}

export type CheckpointSource = () => Promise<CheckpointToAnchor | undefined>

/** The log's newest checkpoint, which covers all before it; undefined where there is no log yet. */
export const newestCheckpoint = (db: Database): CheckpointSource => () =>
  db.system.selectFrom('logCheckpoint').select(['shardId', 'size', 'note']).orderBy('shardId', 'desc').orderBy('size', 'desc').limit(1).executeTakeFirst()
