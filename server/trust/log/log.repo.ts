import { sql } from 'kysely'
import type { Queryable, Tx } from '../../kit/db/db.ts'
import type { Node } from './merkle-tree.service.ts'
import { type Shard, type StoredCheckpoint } from './log.read.ts'

/** The number of a year's last shard: 1 of the first, whose name has none; 0 where there is none. */
export async function lastOfYear(db: Queryable, year: string): Promise<number> {
  const rows = await db
    .selectFrom('logShard')
    .select(sql<number>`coalesce(nullif(split_part(name, '-', 2), '')::int, 1)`.as('number'))
    .where(sql<boolean>`split_part(name, '-', 1) = ${year}`)
    .execute()
  return Math.max(0, ...rows.map((r) => r.number))
}

export const newShard = (tx: Tx, shard: Omit<Shard, 'id'>): Promise<{ id: number }> =>
  tx.insertInto('logShard').values(shard).returning('id').executeTakeFirstOrThrow()

export interface Waiting {
  id: number
  kind: string
  subject: string
  evidenceId: string | null
  paperId: string | null
  leaf: Buffer
}

const waitingColumns = ['id', 'kind', 'subject', 'evidenceId', 'paperId', 'leaf'] as const

export const waiting = (db: Queryable, most: number): Promise<Waiting[]> =>
  db.selectFrom('logQueue').select(waitingColumns).orderBy('id').limit(most).execute()

/** Of what waits, the leaves with these hashes (RFC 6962), hexadecimal. */
export const waitingByHash = (db: Queryable, hashes: readonly string[]): Promise<Waiting[]> =>
  db
    .selectFrom('logQueue')
    .select(waitingColumns)
    .where(sql<boolean>`encode(sha256('\\x00'::bytea || leaf), 'hex') = any(${hashes}::text[])`)
    .execute()

/** Has a statement of keys logged, where it is not yet. */
export async function queueKeys(db: Queryable, sha256: string) {
  await sql`select log_keys(${sha256})`.execute(db)
}

export async function forget(tx: Tx, ids: readonly number[]) {
  await sql`delete from log_queue where id = any(${ids}::bigint[])`.execute(tx)
}

export interface NewEntry extends Omit<Waiting, 'id' | 'paperId'> {
  idx: number
  size: number
}

export async function keepEntries(tx: Tx, shardId: number, entries: readonly NewEntry[]) {
  await sql`insert into log_entry (shard_id, idx, kind, subject, evidence_id, leaf, size)
    select ${shardId}, * from unnest(${entries.map((e) => e.idx)}::bigint[], ${entries.map((e) => e.kind)}::text[], ${entries.map((e) => e.subject)}::text[],
      ${entries.map((e) => e.evidenceId)}::uuid[], ${entries.map((e) => e.leaf)}::bytea[], ${entries.map((e) => e.size)}::bigint[])`.execute(
    tx,
  )
}

export async function keepNodes(tx: Tx, shardId: number, nodes: readonly Node[]) {
  await sql`insert into log_node (shard_id, level, idx, hash)
    select ${shardId}, * from unnest(${nodes.map((n) => n.level)}::smallint[], ${nodes.map((n) => n.idx)}::bigint[], ${nodes.map((n) => n.hash)}::bytea[])`.execute(
    tx,
  )
}

export async function keepCheckpoint(
  tx: Tx,
  shardId: number,
  { size, root, note }: Omit<StoredCheckpoint, 'createdAt'>,
) {
  await tx.insertInto('logCheckpoint').values({ shardId, size, root, note }).execute()
}
