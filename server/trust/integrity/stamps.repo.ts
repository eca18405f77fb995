import { sql } from 'kysely'
import { firstStamp, stampPaths } from '../../../proof/package/appended-entries.ts'
import type { Queryable } from '../../kit/db/db.ts'

const page = 50

/** A statement with the platform's own stamp. */
export interface Sealed {
  id: string
  statement: Buffer
  statementSha256: Buffer
  token: Buffer
  /** As the log has it; null where it has none. */
  leaf: Buffer | null
  expectedLeaf: Buffer
  /** To be appended. */
  waits: boolean
}

/** Of evidence, or the second statements of hash deposits; by id. */
export async function sealedAfter(
  db: Queryable,
  part: 'evidence' | 'deposits',
  after: string | null,
): Promise<Sealed[]> {
  const [table, id] = part === 'evidence' ? [sql`evidence`, sql`s.id`] : [sql`hash_deposit`, sql`s.evidence_id`]
  const { rows } = await sql<Sealed>`
    select ${id} as id, s.statement, s.statement_sha256, s.token, l.leaf, evidence_leaf(s.statement_sha256, s.token) as expected_leaf,
      exists (select from log_queue q where q.kind = 'evidence' and q.subject = encode(s.statement_sha256, 'hex')) as waits
    from ${table} s left join log_entry l on l.kind = 'evidence' and l.subject = encode(s.statement_sha256, 'hex')
    where s.token is not null and s.statement is not null and s.statement_sha256 is not null ${after === null ? sql`` : sql`and ${id} > ${after}`} order by ${id} limit ${page}`.execute(
    db,
  )
  return rows
}

/** A third party's stamp, with what a package has of it. */
export interface ThirdToken {
  id: string
  evidenceId: string
  number: number
  provider: string
  serial: string
  genTime: Date
  der: Buffer
  /** Null where no row has the statement that was stamped. */
  statement: Buffer | null
  token: Buffer | null
  manifest: Buffer | null
  later: Buffer | null
  roots: Buffer | null
}

const first = stampPaths(firstStamp)
const entry = (path: string) =>
  sql`(select p.bytes from later_proof p where p.evidence_id = t.evidence_id and p.path = replace(${path}, ${String(firstStamp)}, t.number::text))`

export async function tokensAfter(db: Queryable, after: string | null): Promise<ThirdToken[]> {
  const { rows } = await sql<ThirdToken>`
    select t.id, t.evidence_id, t.number, t.provider, t.serial, t.gen_time, t.der,
      case when e.statement_sha256 = t.statement_sha256 then e.statement else h.statement end as statement, case when e.statement_sha256 = t.statement_sha256 then e.token else h.token end as token,
      ${entry(first.manifest)} as manifest, ${entry(first.token)} as later, ${entry(first.roots)} as roots
    from timestamp_token t join evidence e on e.id = t.evidence_id left join hash_deposit h on h.evidence_id = e.id
    where ${after === null ? sql`true` : sql`t.id > ${after}`} order by t.id limit ${page}`.execute(db)
  return rows
}
