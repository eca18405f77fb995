import type { Queryable, Tx } from '../kit/db/db.ts'

/** An entry that a package gets after it was sealed. Which paths there may be, and how each proves itself, stands in `proof/later.ts`. */
export interface LaterProof {
  path: string
  bytes: Uint8Array
}

/** Kept beside the evidence until its next edition takes them in; the same again changes nothing. */
export async function insertLaterProofs(tx: Tx, e: { id: string; accountId: string }, proofs: LaterProof[]) {
  const rows = proofs.map(({ path, bytes }) => ({ evidenceId: e.id, accountId: e.accountId, path, bytes: Buffer.from(bytes) }))
  await tx.insertInto('laterProof').values(rows).onConflict((c) => c.doNothing()).execute()
}

/** Those of an edition, in the order in which they are appended: editions after each other, paths ascending. */
export async function laterProofsOf(db: Queryable, evidenceId: string, edition: number): Promise<LaterProof[]> {
  if (!edition) return []
  const rows = await db.selectFrom('laterProof').select(['path', 'bytes', 'edition']).where('evidenceId', '=', evidenceId).where('edition', '<=', edition).execute()
  return rows.toSorted((a, b) => a.edition! - b.edition! || (a.path < b.path ? -1 : 1))
}
