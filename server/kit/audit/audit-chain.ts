import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import { sql } from 'kysely'
import type { Database, Queryable, Tx } from '../db/db.ts'

/** Any fixed number: one sequencer at a time over all processes. */
const lockKey = 7_213_016
const mostInBatch = 1_000

const sha256 = (...parts: Uint8Array[]) =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest()
const [leafMark, nodeMark] = [Buffer.of(0), Buffer.of(1)]

/** RFC 6962: leaves and nodes begin with different bytes, so that neither can stand for the other. */
export const leafDigest = (bytes: Uint8Array) => sha256(leafMark, bytes)

export const nodeDigest = (left: Buffer, right: Buffer) => sha256(nodeMark, left, right)

/** The root over leaf digests (RFC 6962, 2.1). */
export function merkleRoot(leaves: readonly Buffer[]): Buffer {
  if (leaves.length === 1) return leaves[0]!
  const left = 2 ** (Math.ceil(Math.log2(leaves.length)) - 1)
  return nodeDigest(merkleRoot(leaves.slice(0, left)), merkleRoot(leaves.slice(left)))
}

/** RFC 8785; values come from the database, so that what is hashed is what is kept. */
function canonicalBytes(value: object): Buffer {
  const text = canonicalize(value)
  if (text === undefined) throw new Error('nothing to hash')
  return Buffer.from(text)
}

/** Instants as the database keeps them, to the microsecond. */
const instant = (column: string) =>
  sql<string>`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/** Rows as they are hashed, every column, by id. A new column of `audit` needs another `v`. */
export const rowsToHash = (tx: Queryable) =>
  tx
    .selectFrom('audit')
    .select([
      'audit.id',
      'audit.platformId',
      'audit.accountId',
      'audit.actorPersonId',
      'audit.actorName',
      'audit.actorPart',
      'audit.action',
      'audit.subjectKind',
      'audit.subjectId',
      'audit.details',
      'audit.reason',
      'audit.ip',
      'audit.userAgent',
      'audit.requestId',
      instant('audit.at').as('at'),
    ])

export type HashedRow = Awaited<ReturnType<ReturnType<typeof rowsToHash>['execute']>>[number]
export const rowDigest = (row: HashedRow) => leafDigest(canonicalBytes({ v: 1, ...row }))

export interface Batch {
  number: number
  count: number
  firstId: string
  lastId: string
  root: Buffer
  previous: Buffer
  /** To the microsecond, as text. */
  at: string
}

/** Before the first batch there is none. */
export const noBatch = Buffer.alloc(32)

export const batchDigest = ({ number, count, firstId, lastId, root, previous, at }: Batch) =>
  sha256(
    canonicalBytes({
      v: 1,
      number,
      count,
      firstId,
      lastId,
      root: root.toString('hex'),
      previous: previous.toString('hex'),
      at,
    }),
  )

export const batches = (tx: Queryable) =>
  tx
    .selectFrom('auditBatch')
    .select(['number', 'count', 'firstId', 'lastId', 'root', 'previous', 'digest', instant('at').as('at')])

/**
 * Chains what waits, a batch a transaction, until nothing waits; gives the number of rows. Rows are found by what their
 * own insert left behind, so one whose transaction ends late comes in a later batch and is never passed over.
 */
export async function sequenceAudit(db: Database): Promise<number> {
  let all = 0
  for (;;) {
    const taken = await db.asSystem(sequenceBatch)
    all += taken
    if (taken < mostInBatch) return all
  }
}

async function sequenceBatch(tx: Tx): Promise<number> {
  const {
    rows: [lock],
  } = await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(${lockKey}) as mine`.execute(tx)
  if (!lock?.mine) return 0
  // What was taken out of `audit` while it waited stays here, for the check to name.
  const waiting = tx
    .selectFrom('auditWaiting')
    .innerJoin('audit', 'audit.id', 'auditId')
    .select('auditId')
    .orderBy('auditId')
    .limit(mostInBatch)
  const taken = await tx.deleteFrom('auditWaiting').where('auditId', 'in', waiting).returning('auditId').execute()
  if (!taken.length) return 0
  const rows = await rowsToHash(tx)
    .where(
      'audit.id',
      'in',
      taken.map((t) => t.auditId),
    )
    .orderBy('audit.id')
    .execute()
  const digests = rows.map(rowDigest)
  const last = await batches(tx).orderBy('number', 'desc').limit(1).executeTakeFirst()
  const {
    rows: [now],
  } = await sql<{
    at: string
  }>`select to_char(app_now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at`.execute(tx)
  const batch: Batch = {
    number: (last?.number ?? 0) + 1,
    count: rows.length,
    firstId: rows[0]!.id,
    lastId: rows.at(-1)!.id,
    root: merkleRoot(digests),
    previous: last?.digest ?? noBatch,
    at: now!.at,
  }
  await tx
    .insertInto('auditBatch')
    .values({ ...batch, digest: batchDigest(batch) })
    .execute()
  await sql`insert into audit_entry (audit_id, batch, index, digest)
    select id, ${batch.number}, place - 1, digest from unnest(${rows.map((r) => r.id)}::uuid[], ${digests}::bytea[]) with ordinality as rows (id, digest, place)`.execute(
    tx,
  )
  return rows.length
}
