import { sql } from 'kysely'
import type { PaperFile } from '../../../proof/paper/statement.ts'
import type { Queryable, Tx } from '../../kit/db/db.ts'
import { now } from '../../kit/db/now.ts'

const columns = ['id', 'ordinal', 'paper', 'side', 'statementSha256', 'sha256', 'size', 'createdAt'] as const

/** Papers of an order, as they were written. */
export const papersOf = (db: Queryable, orderId: string) =>
  db.selectFrom('judicialPaper').select(columns).where('orderId', '=', orderId).orderBy('ordinal').execute()
export type PaperRecord = Awaited<ReturnType<typeof papersOf>>[number]

export const findPaper = (db: Queryable, orderId: string, id: string) =>
  db.selectFrom('judicialPaper').select(columns).where('orderId', '=', orderId).where('id', '=', id).executeTakeFirst()

export interface NewPaper {
  id: string
  orderId: string
  platformId: string
  accountId: string
  ordinal: number
  paper: string
  side: string
  statement: Buffer
  statementSha256: Buffer
  /** That it bears. */
  sealId: string | null
}

export const insertPaper = (tx: Tx, paper: NewPaper) => tx.insertInto('judicialPaper').values(paper).execute()

/** One of an order whose file is not sealed yet, with the seal of its office that it bears. */
export const unsealedPaper = (db: Queryable, id: string) =>
  db
    .selectFrom('judicialPaper')
    .innerJoin('judicialOrder', 'judicialOrder.id', 'judicialPaper.orderId')
    .leftJoin('officeSeal', 'officeSeal.id', 'judicialPaper.sealId')
    .select([
      'officeSeal.sha256 as officeSeal',
      'judicialPaper.id',
      'judicialPaper.orderId',
      'judicialPaper.platformId',
      'judicialPaper.accountId',
      'judicialPaper.paper',
      'judicialPaper.statement',
      'judicialPaper.statementSha256',
      'judicialOrder.officeId',
      'judicialOrder.number',
    ])
    .where('judicialPaper.id', '=', id)
    .where('judicialPaper.sealedAt', 'is', null)
    .executeTakeFirst()

/** False where another run of the job was first. */
export async function markSealed(tx: Tx, id: string, { sha256, size }: { sha256: string; size: number }) {
  const { numUpdatedRows } = await tx
    .updateTable('judicialPaper')
    .set({ sha256: Buffer.from(sha256, 'hex'), size, sealedAt: now })
    .where('id', '=', id)
    .where('sealedAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Logged, and so long ago that their job has used up its tries, as it does while no key may sign. */
export async function leftUnsealed(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select p.id from (select id, statement_sha256, sealed_at, created_at from judicial_paper
      union all select id, statement_sha256, sealed_at, created_at from preservation_report) p
    where p.sealed_at is null and p.created_at < app_now() - interval '1 hour'
      and exists (select from log_entry l where l.kind = 'paper' and l.subject = encode(p.statement_sha256, 'hex'))`.execute(
    tx,
  )
  return rows.map(({ id }) => id)
}

/** What the archive of a record holds behind its cover, in this order. */
export const recordEntries = (db: Queryable, paperId: string) =>
  db
    .selectFrom('judicialRecordEntry')
    .select(['path', 'size', 'sha256'])
    .where('paperId', '=', paperId)
    .orderBy('ordinal')
    .execute()

export const insertEntries = (
  tx: Tx,
  of: { paperId: string; platformId: string; accountId: string },
  files: readonly PaperFile[],
) =>
  tx
    .insertInto('judicialRecordEntry')
    .values(
      files.map(({ name, size, sha256 }, ordinal) => ({
        ...of,
        ordinal,
        path: name,
        size,
        sha256: Buffer.from(sha256, 'hex'),
      })),
    )
    .execute()
