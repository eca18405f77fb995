import { sql } from 'kysely'
import type { Queryable } from '../../kit/db/db.ts'
import type { ReadNodes } from './merkle-tree.service.ts'

export interface Shard {
  id: number
  name: string
  origin: string
  /** DER. */
  certificate: Buffer
}

const shardColumns = ['id', 'name', 'origin', 'certificate'] as const

export const newestShard = (db: Queryable): Promise<Shard | undefined> =>
  db.selectFrom('logShard').select(shardColumns).orderBy('id', 'desc').limit(1).executeTakeFirst()

export const allShards = (db: Queryable): Promise<Shard[]> =>
  db.selectFrom('logShard').select(shardColumns).orderBy('id').execute()

export const shardByName = (db: Queryable, name: string): Promise<Shard | undefined> =>
  db.selectFrom('logShard').select(shardColumns).where('name', '=', name).executeTakeFirst()

export interface StoredCheckpoint {
  size: number
  root: Buffer
  note: Buffer
  createdAt: Date
}

const checkpoints = (db: Queryable, shardId: number) =>
  db.selectFrom('logCheckpoint').select(['size', 'root', 'note', 'createdAt']).where('shardId', '=', shardId)

export const newestCheckpoint = (db: Queryable, shardId: number): Promise<StoredCheckpoint | undefined> =>
  checkpoints(db, shardId).orderBy('size', 'desc').limit(1).executeTakeFirst()

export const checkpointOf = (db: Queryable, shardId: number, size: number): Promise<StoredCheckpoint | undefined> =>
  checkpoints(db, shardId).where('size', '=', size).executeTakeFirst()

/** Hashes as they are kept; fewer than asked for where there are no more. */
export function readNodes(db: Queryable, shardId: number): ReadNodes {
  let waiting: Asked[] = []
  /** What was asked for in one go is looked up in one query: a proof of ten million leaves takes some twenty ranges. */
  async function lookUp() {
    const asked = waiting
    waiting = []
    try {
      const found = await rangesOf(db, shardId, asked)
      for (const [i, { resolve }] of asked.entries()) resolve(found[i]!)
    } catch (error) {
      for (const { reject } of asked) reject(error)
    }
  }
  return (level, from, count) =>
    new Promise((resolve, reject) => {
      if (!waiting.length) queueMicrotask(() => void lookUp())
      waiting.push({ level, from, count, resolve, reject })
    })
}

interface Range {
  level: number
  from: number
  count: number
}
interface Asked extends Range {
  resolve(hashes: Buffer[]): void
  reject(error: unknown): void
}

async function rangesOf(db: Queryable, shardId: number, ranges: readonly Range[]): Promise<Buffer[][]> {
  const { rows } = await sql<{ nth: number; hash: Buffer }>`
    select asked.nth::int as nth, hash
    from unnest(${ranges.map((r) => r.level)}::int[], ${ranges.map((r) => r.from)}::bigint[], ${ranges.map((r) => r.count)}::bigint[])
      with ordinality as asked (level, start, count, nth)
    join log_node on shard_id = ${shardId} and log_node.level = asked.level and idx >= asked.start and idx < asked.start + asked.count
    order by asked.nth, idx`.execute(db)
  const found = ranges.map((): Buffer[] => [])
  for (const { nth, hash } of rows) found[nth - 1]!.push(hash)
  return found
}

/** Where a statement of evidence or of a paper stands in the log, by its digest. */
export function entryOfStatement(db: Queryable, statementSha256: Uint8Array, kind: 'evidence' | 'paper' = 'evidence') {
  return db
    .selectFrom('logEntry')
    .innerJoin('logShard', 'logShard.id', 'shardId')
    .select(['shardId', 'idx', 'size', 'logEntry.at', 'origin', 'certificate'])
    .where('kind', '=', kind)
    .where('subject', '=', Buffer.from(statementSha256).toString('hex'))
    .executeTakeFirst()
}

/** Leaves of one tile, whole or as many as there are. */
export async function leavesFrom(db: Queryable, shardId: number, from: number, count: number): Promise<Buffer[]> {
  const rows = await db
    .selectFrom('logEntry')
    .select('leaf')
    .where('shardId', '=', shardId)
    .where('idx', '>=', from)
    .where('idx', '<', from + count)
    .orderBy('idx')
    .execute()
  return rows.map((r) => r.leaf)
}

/** Entries under the newest checkpoint of each shard. */
export async function logSizeNow(db: Queryable): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select coalesce(sum(newest), 0)::float8 as n from (select max(size) as newest from log_checkpoint group by shard_id) as shards`.execute(
    db,
  )
  return rows[0]!.n
}
