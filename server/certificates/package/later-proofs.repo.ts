import { sql } from 'kysely'
import type { Database, Tx } from '../../kit/db/db.ts'
import { isWaiting, type LaterProof } from '../../evidence/packages/later-proofs.read.ts'

export async function packagedById(db: Database, id: string) {
  const e = await db.system
    .selectFrom('evidence')
    .select([
      'id',
      'platformId',
      'accountId',
      'personId',
      'coreSha256',
      'coreSize',
      'packageEdition',
      'packageSha256',
      'packageSize',
    ])
    .where('id', '=', id)
    .where('certifiedAt', 'is not', null)
    .executeTakeFirst()
  return e?.coreSha256 && e.coreSize !== null && e.packageSha256 && e.packageSize !== null
    ? {
        ...e,
        coreSha256: e.coreSha256,
        coreSize: e.coreSize,
        packageSha256: e.packageSha256,
        packageSize: e.packageSize,
      }
    : undefined
}
type Packaged = NonNullable<Awaited<ReturnType<typeof packagedById>>>

export async function waitingProofs(db: Database, evidenceId: string): Promise<(LaterProof & { id: string })[]> {
  const rows = await db.system
    .selectFrom('laterProof')
    .select(['id', 'path', 'bytes'])
    .where('evidenceId', '=', evidenceId)
    .where(isWaiting)
    .execute()
  return rows.toSorted((a, b) => (a.path < b.path ? -1 : 1))
}

export async function hasWaitingProofs(tx: Tx, evidenceId: string): Promise<boolean> {
  return (
    (await tx
      .selectFrom('laterProof')
      .select('path')
      .where('evidenceId', '=', evidenceId)
      .where(isWaiting)
      .limit(1)
      .executeTakeFirst()) !== undefined
  )
}

/** False where another edition was begun meanwhile. */
export async function beginEdition(
  tx: Tx,
  e: Packaged,
  next: { sha256: Buffer; sm3: Buffer; size: number },
  proofIds: string[],
): Promise<boolean> {
  const edition = e.packageEdition + 1
  const { numUpdatedRows } = await tx
    .updateTable('evidence')
    .set({ packageSha256: next.sha256, packageSm3: next.sm3, packageSize: next.size, packageEdition: edition })
    .where('id', '=', e.id)
    .where('packageEdition', '=', e.packageEdition)
    .executeTakeFirst()
  if (!numUpdatedRows) return false
  await tx
    .insertInto('packageBefore')
    .values({
      evidenceId: e.id,
      accountId: e.accountId,
      edition: e.packageEdition,
      packageSha256: e.packageSha256,
      packageSize: e.packageSize,
    })
    .execute()
  await tx
    .updateTable('laterProof')
    .set({ edition })
    .where('evidenceId', '=', e.id)
    .where('edition', 'is', null)
    .where('id', 'in', proofIds)
    .execute()
  return true
}

export async function leftBehind(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{
    id: string
  }>`select distinct e.id from later_proof join evidence e on e.id = later_proof.evidence_id where ${isWaiting} and later_proof.created_at < app_now() - interval '1 hour' and e.certified_at is not null`.execute(
    tx,
  )
  return rows.map((r) => r.id)
}
