import { sql } from 'kysely'
import { type Batch, batchDigest, batches, merkleRoot, noBatch, rowDigest, rowsToHash } from './audit-chain.ts'
import type { Database, Queryable } from '../db/db.ts'

export class AuditBroken extends Error {}

/** The last batch that was found good: kept elsewhere, it shows later that nothing was cut off the end. */
export interface Head {
  number: number
  digest: string
}

export interface AuditCheck {
  rows: number
  batches: number
  waiting: number
  head: Head | undefined
  /** The first that does not fit; undefined where all do. */
  fault: string | undefined
}

type Kept = Batch & { digest: Buffer }
const hex = (bytes: Buffer) => bytes.toString('hex')

/** What one batch was made of: its entries in their order, each with the row it stands for where that is still there. */
async function entriesOf(db: Queryable, number: number) {
  const entries = await db
    .selectFrom('auditEntry')
    .select(['auditId', 'index', 'digest'])
    .where('batch', '=', number)
    .orderBy('index')
    .execute()
  const rows = await rowsToHash(db)
    .innerJoin('auditEntry', 'auditEntry.auditId', 'audit.id')
    .where('auditEntry.batch', '=', number)
    .execute()
  const byId = new Map(rows.map((r) => [r.id, r]))
  return entries.map((e) => ({ ...e, row: byId.get(e.auditId) }))
}

type Entry = Awaited<ReturnType<typeof entriesOf>>[number]

function faultOfEntry({ auditId, row, digest }: Entry): string | undefined {
  if (!row) return `row ${auditId} is missing`
  return rowDigest(row).equals(digest) ? undefined : `row ${auditId} (${row.action}, ${row.at}) was altered`
}

/** What is wrong with a batch by itself. */
function faultOfBatch(batch: Kept, entries: Entry[]): string | undefined {
  const inside = entries.map(faultOfEntry).find((f) => f !== undefined)
  if (inside) return `batch ${batch.number}: ${inside}`
  const whole =
    entries.length === batch.count &&
    entries.every((e, i) => e.index === i) &&
    entries[0]!.auditId === batch.firstId &&
    entries.at(-1)!.auditId === batch.lastId
  if (!whole) return `batch ${batch.number}: ${entries.length} of ${batch.count} rows stand in their places`
  if (!merkleRoot(entries.map((e) => e.digest)).equals(batch.root))
    return `batch ${batch.number}: its rows are not those it was made of`
  return batchDigest(batch).equals(batch.digest) ? undefined : `batch ${batch.number} was altered`
}

/** Which leaf the log has of a batch, or which waits to become one (`audit_leaf`). Written by triggers, so that there always is one. */
async function leafFault(db: Queryable, { number, digest }: Kept): Promise<string | undefined> {
  const {
    rows: [leaf],
  } = await sql<{ fits: boolean }>`
    select l.leaf = audit_leaf(${number}, ${digest}) as fits from (select leaf from log_entry where kind = 'audit' and subject = ${hex(digest)} union all select leaf from log_queue where kind = 'audit' and subject = ${hex(digest)}) l limit 1`.execute(
    db,
  )
  if (!leaf) return `batch ${number} is not in the log and does not wait for it`
  return leaf.fits ? undefined : `batch ${number} stands otherwise in the log`
}

/** Where a check of the chain has come to: it goes on from there. */
export interface Reached {
  number: number
  /** Digest of that batch. */
  digest: Buffer
}

export const noneReached: Reached = { number: 0, digest: noBatch }

export interface BatchCheck {
  reached: Reached
  rows: number
  fault: string | undefined
}

/** Recomputes the next batch; undefined behind the last. A fault keeps nobody from going on. */
export async function checkNext(
  { system }: Pick<Database, 'system'>,
  { number, digest }: Reached,
): Promise<BatchCheck | undefined> {
  const batch = await batches(system).where('number', '>', number).orderBy('number').limit(1).executeTakeFirst()
  if (!batch) return undefined
  const fault = (await linkFault(system, batch, number + 1, digest)) ?? (await leafFault(system, batch))
  return { reached: { number: batch.number, digest: batch.digest }, rows: batch.count, fault }
}

/** Recomputes every row and batch from the first on and stops at the first that does not fit. `known` is a head that was noted earlier. */
export async function checkAudit(db: Database, known?: Head): Promise<AuditCheck> {
  const check: AuditCheck = { rows: 0, batches: 0, waiting: 0, head: undefined, fault: undefined }
  let reached = noneReached
  for (;;) {
    const next = await checkNext(db, reached)
    if (!next) break
    const head = { number: next.reached.number, digest: hex(next.reached.digest) }
    check.fault = next.fault
    if (!check.fault && known?.number === head.number && known.digest !== head.digest)
      check.fault = `batch ${head.number} is not the one that was noted`
    if (check.fault) return check
    reached = next.reached
    check.rows += next.rows
    check.batches = head.number
    check.head = head
  }
  if (known && known.number > check.batches)
    return {
      ...check,
      fault: `batch ${known.number}, which was noted, is missing: the chain ends with batch ${check.batches}`,
    }
  return { ...check, ...(await unchained(db)) }
}

async function linkFault(db: Queryable, batch: Kept, expected: number, previous: Buffer) {
  if (batch.number !== expected) return `batch ${expected} is missing`
  if (!batch.previous.equals(previous)) return `batch ${batch.number} does not follow batch ${expected - 1}`
  return faultOfBatch(batch, await entriesOf(db, batch.number))
}

/** Rows that wait are well; one that neither waits nor stands in the chain was put in, or its entry taken out, behind the service's back. */
export async function unchained({
  system: db,
}: Pick<Database, 'system'>): Promise<Pick<AuditCheck, 'waiting' | 'fault'>> {
  const {
    rows: [found],
  } = await sql<{ waiting: number; stray: string | null; gone: string | null }>`
    select (select count(*)::int from audit_waiting) as waiting,
      (select id from audit where not exists (select from audit_entry where audit_id = id) and not exists (select from audit_waiting where audit_id = id) order by id limit 1) as stray,
      (select audit_id from audit_waiting where not exists (select from audit where id = audit_id) order by audit_id limit 1) as gone`.execute(
    db,
  )
  if (found!.gone)
    return { waiting: found!.waiting, fault: `row ${found!.gone} is missing, which waited to be chained` }
  return {
    waiting: found!.waiting,
    fault: found!.stray ? `row ${found!.stray} stands in no batch and does not wait for one` : undefined,
  }
}

/** The same for the rows that tell of one record, each with the batch that holds it. */
export async function checkRecord({ system }: Database, subjectId: string): Promise<Omit<AuditCheck, 'head'>> {
  const rows = await system
    .selectFrom('audit')
    .leftJoin('auditEntry', 'auditEntry.auditId', 'audit.id')
    .select(['audit.id', 'auditEntry.batch'])
    .where('subjectId', '=', subjectId)
    .execute()
  const numbers = [...new Set(rows.flatMap((r) => r.batch ?? []))].sort((a, b) => a - b)
  const check = { rows: rows.length, batches: numbers.length, waiting: rows.filter((r) => r.batch === null).length }
  for (const number of numbers) {
    const batch = await batches(system).where('number', '=', number).executeTakeFirst()
    const fault = batch ? faultOfBatch(batch, await entriesOf(system, number)) : `batch ${number} is missing`
    if (fault) return { ...check, fault }
  }
  return { ...check, fault: undefined }
}
