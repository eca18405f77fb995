import { sql } from 'kysely'
import { originalFollows } from '../evidence/kinds/kind-column.types.ts'
import type { Database, Tx } from '../kit/db/db.ts'
import { now } from '../kit/db/now.ts'
import { certificateDue, certificateLacking } from './certificate-due.service.ts'

/** Evidence whose certificate is due, with what was sealed. */
export async function dueCertificate(db: Database, id: string) {
  const e = await db.system
    .selectFrom('evidence')
    .leftJoin('hashDeposit', 'hashDeposit.evidenceId', 'evidence.id')
    .select(['evidence.id', 'platformId', 'evidence.accountId', 'personId', 'number', 'lang', 'category'])
    .select([
      'evidence.statement as firstStatement',
      'evidence.statementSha256 as firstSha256',
      'evidence.token as firstToken',
      'hashDeposit.statement',
      'hashDeposit.statementSha256',
      'hashDeposit.token',
    ])
    .where('evidence.id', '=', id)
    .where(certificateDue)
    .executeTakeFirst()
  if (!e) return undefined
  // Of a hash deposit the statement of its original is certified, which holds the first one; without original nothing is.
  const alone = !originalFollows(e)
  const [statement, statementSha256, token] = alone
    ? [e.firstStatement, e.firstSha256, e.firstToken]
    : [e.statement, e.statementSha256, e.token]
  return statement && statementSha256 && token
    ? { ...e, statement, statementSha256, token, first: alone ? null : e.firstToken }
    : undefined
}

/** Sealed so long ago that its job has used up its tries, as it does while no key may sign. What is not logged yet is asked for again by the log. */
export async function uncertified(tx: Tx): Promise<string[]> {
  const rows = await tx
    .selectFrom('evidence')
    .select('id')
    .where(certificateLacking)
    .where('sealedAt', '<', sql<Date>`app_now() - interval '1 hour'`)
    .execute()
  return rows.map((r) => r.id)
}

/** False where another run of the job was first. */
export async function markCertified(
  tx: Tx,
  id: string,
  artefacts: { certificateSha256: Buffer; packageSha256: Buffer; packageSm3: Buffer; packageSize: number },
) {
  const core = { coreSha256: artefacts.packageSha256, coreSize: artefacts.packageSize }
  const { numUpdatedRows } = await tx
    .updateTable('evidence')
    .set({ ...artefacts, ...core, certifiedAt: now })
    .where('id', '=', id)
    .where('certifiedAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const loggedOf = (tx: Tx, ids: string[]) =>
  tx
    .selectFrom('evidence')
    .select(['id', 'accountId', 'personId', 'status', 'certifiedAt'])
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute()
