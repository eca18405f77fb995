import { sql } from 'kysely'
import type { Database, Tx } from '../kit/db/db.ts'

/** Collected evidence with what was sealed; the columns are filled by constraint. */
export async function sealedById(db: Database, id: string) {
  const e = await db.system
    .selectFrom('evidence')
    .select(['id', 'platformId', 'accountId', 'personId', 'number', 'lang', 'statement', 'statementSha256', 'token', 'certifiedAt'])
    .where('id', '=', id)
    .where('status', '=', 'collected')
    .executeTakeFirst()
  if (!e?.statement || !e.statementSha256 || !e.token) return undefined
  return { ...e, statement: e.statement, statementSha256: e.statementSha256, token: e.token }
}

/** Sealed so long ago that its job has used up its tries, as it does while no key may sign. */
export async function uncertified(tx: Tx): Promise<string[]> {
  const rows = await tx
    .selectFrom('evidence')
    .select('id')
    .where('status', '=', 'collected')
    .where('certifiedAt', 'is', null)
    .where('sealedAt', '<', sql<Date>`app_now() - interval '1 hour'`)
    .execute()
  return rows.map((r) => r.id)
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
