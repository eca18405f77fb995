import { sql } from 'kysely'
import type { PreservationFind } from '../../../contract/notarization/preservation.ts'
import { endOfDay, startOfDay } from '../../kit/db/days.ts'
import type { AccountTx, Queryable, Scope, Tx } from '../../kit/db/db.ts'
import { likeWord } from '../../kit/db/like-word.ts'
import { listPage } from '../../kit/db/list-page.ts'
import { now } from '../../kit/db/now.ts'

const columns = ['id', 'number', 'title', 'numbers', 'personName', 'createdAt', 'sha256', 'size'] as const

/** Who sees their own evidence alone sees their own reports alone. */
const ofScope = (db: Queryable, { accountId, onlyPersonId }: Scope) => {
  const all = db.selectFrom('preservationReport').where('accountId', '=', accountId)
  return onlyPersonId ? all.where('personId', '=', onlyPersonId) : all
}

export const findReport = (db: Queryable, scope: Scope, id: string) =>
  ofScope(db, scope).select(columns).where('id', '=', id).executeTakeFirst()
export type ReportRecord = NonNullable<Awaited<ReturnType<typeof findReport>>>

export function listReports(tx: AccountTx, scope: Scope, find: PreservationFind) {
  let some = ofScope(tx, scope)
  if (find.startDate) some = some.where('createdAt', '>=', startOfDay(find.startDate))
  if (find.endDate) some = some.where('createdAt', '<', endOfDay(find.endDate))
  if (find.operatorId) some = some.where('personId', '=', find.operatorId)
  if (find.keyWord) {
    const word = likeWord(find.keyWord)
    some = some.where((e) => e.or([e('title', 'ilike', word), e('number', 'ilike', word)]))
  }
  return listPage(tx, some, (q) => q.select(columns), find, { createdAt: 'created_at', title: 'title' })
}

interface NewReport {
  id: string
  number: string
  platformId: string
  accountId: string
  personId: string
  personName: string
  title: string
  numbers: string[]
  statement: Buffer
  statementSha256: Buffer
}
export const insertReport = (tx: AccountTx, report: NewReport) =>
  tx.insertInto('preservationReport').values(report).execute()

/** Packages of evidence as they were sealed. */
export const packagesOf = (tx: AccountTx, { accountId }: Scope, numbers: readonly string[]) =>
  tx
    .selectFrom('evidence')
    .select(['number', 'sealedAt', 'coreSize as size', 'coreSha256 as sha256'])
    .where('accountId', '=', accountId)
    .where('number', '=', sql<string>`any(${numbers}::text[])`)
    .execute()

/** One whose file is not sealed yet. */
export const unsealedReport = (db: Queryable, id: string) =>
  db
    .selectFrom('preservationReport')
    .select(['id', 'number', 'platformId', 'accountId', 'statement', 'statementSha256'])
    .where('id', '=', id)
    .where('sealedAt', 'is', null)
    .executeTakeFirst()

/** False where another run of the job was first. */
export async function markReportSealed(tx: Tx, id: string, { sha256, size }: { sha256: string; size: number }) {
  const { numUpdatedRows } = await tx
    .updateTable('preservationReport')
    .set({ sha256: Buffer.from(sha256, 'hex'), size, sealedAt: now })
    .where('id', '=', id)
    .where('sealedAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
