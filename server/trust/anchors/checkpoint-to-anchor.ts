import { sql } from 'kysely'
import type { Database } from '../../kit/db/db.ts'

/** What chains are to hold: one signed checkpoint, exactly as it was signed. */
export interface CheckpointToAnchor {
  shardId: number
  size: number
  note: Uint8Array
}

export type CheckpointSource = () => Promise<CheckpointToAnchor | undefined>

/** The log's newest checkpoint, which covers all before it; undefined where there is no log yet. */
export const newestCheckpoint = (db: Database): CheckpointSource => async () => {
  const { rows: [table] } = await sql<{ found: boolean }>`select to_regclass('public.log_checkpoint') is not null as found`.execute(db.system)
  if (!table?.found) return undefined
  const { rows } = await sql<{ shardId: number; size: number; note: Buffer }>`select shard_id, size, note from log_checkpoint where size > 0 order by shard_id desc, size desc limit 1`.execute(db.system)
  return rows[0]
}
