import { sql } from 'kysely'
import type { Queryable } from '../../kit/db/db.ts'
import type { StoredCheckpoint } from '../log/log.read.ts'
import { tileWidth, type Node } from '../log/merkle-tree.service.ts'

export interface AuditedShard {
  id: number
  name: string
  origin: string
  certificate: Buffer
  openedAt: Date
}

export const shardAfter = (db: Queryable, id: number): Promise<AuditedShard | undefined> =>
  db
    .selectFrom('logShard')
    .select(['id', 'name', 'origin', 'certificate', 'openedAt'])
    .where('id', '>', id)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()

export const shardBefore = (db: Queryable, id: number) =>
  db.selectFrom('logShard').select('id').where('id', '<', id).orderBy('id', 'desc').limit(1).executeTakeFirst()

export interface AuditedEntry {
  idx: number
  leaf: Buffer
  size: number
  evidenceId: string | null
}

export const entriesBetween = (db: Queryable, shardId: number, from: number, to: number): Promise<AuditedEntry[]> =>
  db
    .selectFrom('logEntry')
    .select(['idx', 'leaf', 'size', 'evidenceId'])
    .where('shardId', '=', shardId)
    .where('idx', '>=', from)
    .where('idx', '<', to)
    .orderBy('idx')
    .execute()

/** Behind one size, up to another. */
export const checkpointsBetween = (
  db: Queryable,
  shardId: number,
  from: number,
  to: number,
): Promise<StoredCheckpoint[]> =>
  db
    .selectFrom('logCheckpoint')
    .select(['size', 'root', 'note', 'createdAt'])
    .where('shardId', '=', shardId)
    .where('size', '>', from)
    .where('size', '<=', to)
    .orderBy('size')
    .execute()

/** Hashes that leaves from one place to another complete, of every level. */
export async function nodesBetween(db: Queryable, shardId: number, from: number, to: number): Promise<Node[]> {
  const all: Node[] = []
  for (let level = 0; to >= tileWidth ** level; level++) {
    const unit = tileWidth ** level
    all.push(
      ...(await db
        .selectFrom('logNode')
        .select(['level', 'idx', 'hash'])
        .where('shardId', '=', shardId)
        .where('level', '=', level)
        .where('idx', '>=', Math.floor(from / unit))
        .where('idx', '<', Math.floor(to / unit))
        .execute()),
    )
  }
  return all
}

/** What stands behind the last checkpoint, which is added together with all that it covers; seen in one look. */
export async function beyondLast(db: Queryable, shardId: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    with last as (select coalesce(max(size), 0) as size from log_checkpoint where shard_id = ${shardId})
    select ((select count(*) from log_entry, last where shard_id = ${shardId} and idx >= last.size)
      + (select count(*) from log_node, last where shard_id = ${shardId} and level = 0 and idx >= last.size))::int as n`.execute(
    db,
  )
  return rows[0]!.n
}
