import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../../kit/db/db.ts'
import { referenced } from '../../kit/storage/objects.ts'
import type { Store } from '../../kit/storage/store.ts'
import { type Audit, type Check, type Finding, Interrupted } from './audit.ts'

interface Row {
  sha256: Buffer
  size: number | null
  sm3: Buffer | null
  needed: boolean
  /** Some evidence of it. */
  evidenceId: string | null
  /** What a row of an original says otherwise. */
  disagrees: string | null
}

const page = 100
/** After so much the cursor is kept; a larger object is a step by itself. */
const stepBytes = 64 * 1024 * 1024
const tries = 3

/** Reads every object that evidence needs, whole, and computes its digests anew. */
export const checkObjects: Check<string> = async (audit, cursor) => {
  const rows = await rowsAfter(audit.db, cursor)
  const findings: Finding[] = []
  const counts = { objects: 0, bytes: 0 }
  let last: Row | undefined
  for (const row of rows) {
    last = row
    if (!row.needed) continue
    const { bytes, finding } = await judge(audit, row)
    counts.objects++
    counts.bytes += bytes
    // What was let go of meanwhile, as pictures of papers are in time, may be collected.
    if (finding && (await isNeeded(audit.db, row.sha256)))
      findings.push({ ...finding, place: row.sha256.toString('hex'), evidenceId: row.evidenceId })
    if (row.disagrees)
      findings.push({
        what: 'object-row',
        place: row.sha256.toString('hex'),
        evidenceId: row.evidenceId,
        expected: digestsOf(row),
        found: row.disagrees,
      })
    if (counts.bytes >= stepBytes) break
  }
  const isLast = rows.length < page && last === rows.at(-1)
  return { cursor: isLast ? undefined : last?.sha256.toString('hex'), counts, findings }
}

async function rowsAfter(db: Database, cursor: string | undefined): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select o.sha256, o.size, o.sm3, ${await referenced(db)} as needed,
      coalesce((select f.evidence_id from evidence_file f where f.sha256 = o.sha256 limit 1), (select e.id from evidence e where e.core_sha256 = o.sha256 limit 1), (select e.id from evidence e where e.certificate_sha256 = o.sha256 limit 1)) as evidence_id,
      (select f.size || ' ' || coalesce(encode(f.sm3, 'hex'), '-') from evidence_file f where f.sha256 = o.sha256 and (f.size <> o.size or f.sm3 <> o.sm3) limit 1) as disagrees
    from stored_object o where ${cursor === undefined ? sql`true` : sql`o.sha256 > ${Buffer.from(cursor, 'hex')}`} order by o.sha256 limit ${page}`.execute(
    db.system,
  )
  return rows
}

async function isNeeded(db: Database, sha256: Buffer): Promise<boolean> {
  const {
    rows: [row],
  } = await sql<{
    needed: boolean
  }>`select ${await referenced(db)} as needed from stored_object o where o.sha256 = ${sha256}`.execute(db.system)
  return row?.needed ?? false
}

const digestsOf = ({ size, sm3 }: Pick<Row, 'size' | 'sm3'>) => `${size ?? '-'} ${sm3?.toString('hex') ?? '-'}`

type Verdict = Pick<Finding, 'what' | 'expected' | 'found'>

async function judge(audit: Audit, row: Row): Promise<{ bytes: number; finding?: Verdict }> {
  const read = await readAgain(audit, row.sha256.toString('hex'))
  if ('missing' in read)
    return {
      bytes: 0,
      finding: { what: 'object-missing', expected: row.size === null ? '' : String(row.size), found: '' },
    }
  if ('error' in read)
    return {
      bytes: 0,
      finding: { what: 'object-unreadable', expected: row.size === null ? '' : String(row.size), found: read.error },
    }
  const { size, sha256, sm3 } = read
  const same =
    sha256.equals(row.sha256) && (row.size === null || row.size === size) && (!row.sm3 || row.sm3.equals(sm3))
  return same
    ? { bytes: size }
    : {
        bytes: size,
        finding: {
          what: 'object-altered',
          expected: `${row.sha256.toString('hex')} ${digestsOf(row)}`,
          found: `${sha256.toString('hex')} ${digestsOf({ size, sm3 })}`,
        },
      }
}

type ReadBack = { size: number; sha256: Buffer; sm3: Buffer } | { missing: true } | { error: string }

/** What fails several times while the store itself answers is that object's fault; else the run rests, and nothing is said of it. */
async function readAgain(audit: Audit, sha256: string): Promise<ReadBack> {
  for (let left = tries - 1; ; left--) {
    try {
      if ((await audit.store.size(sha256)) === undefined) return { missing: true }
      return await digest(audit, audit.store, sha256)
    } catch (error) {
      if (error instanceof Interrupted) throw error
      if (left > 0) continue
      await audit.store.ping()
      const { code, name } = error as { code?: string; name?: string }
      return { error: code ?? name ?? 'error' }
    }
  }
}

async function digest({ pace }: Pick<Audit, 'pace'>, store: Store, name: string) {
  const [sha256, sm3] = [createHash('sha256'), createHash('sm3')]
  let size = 0
  for await (const chunk of store.open(name) as AsyncIterable<Buffer>) {
    sha256.update(chunk)
    sm3.update(chunk)
    size += chunk.length
    await pace(chunk.length)
  }
  return { size, sha256: sha256.digest(), sm3: sm3.digest() }
}
