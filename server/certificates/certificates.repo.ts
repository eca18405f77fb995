import { sql } from 'kysely'
import type { Database, Tx } from '../kit/db/db.ts'

/** Collected evidence with what was sealed; the columns are filled by constraint. */
export async function sealedById(db: Database, id: string) {
  const e = await db.system
    .selectFrom('evidence')
    .select(['id', 'platformId', 'accountId', 'number', 'lang', 'statement', 'statementSha256', 'token', 'certifiedAt'])
    .where('id', '=', id)
    .where('status', '=', 'collected')
    .executeTakeFirst()
  if (!e?.statement || !e.statementSha256 || !e.token) return undefined
  return { ...e, statement: e.statement, statementSha256: e.statementSha256, token: e.token }
}

/** False where another run of the job was first. */
export async function markCertified(tx: Tx, id: string, artefacts: { certificateSha256: Buffer; packageSha256: Buffer; packageSm3: Buffer; packageSize: number }) {
  const { numUpdatedRows } = await tx
    .updateTable('evidence')
    .set({ ...artefacts, certifiedAt: sql<Date>`app_now()` })
    .where('id', '=', id)
    .where('certifiedAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
