import type { Tx } from '../../kit/db/db.ts'
import { type LaterProof } from './later-proofs.read.ts'

/** Kept beside the evidence until its next edition takes them in; the same again changes nothing. `anchorId` names whose block they rest on. */
export async function insertLaterProofs(
  tx: Tx,
  e: { id: string; accountId: string },
  proofs: LaterProof[],
  anchorId: string | null = null,
) {
  const rows = proofs.map(({ path, bytes }) => ({
    evidenceId: e.id,
    accountId: e.accountId,
    path,
    bytes: Buffer.from(bytes),
    anchorId,
  }))
  await tx
    .insertInto('laterProof')
    .values(rows)
    .onConflict((c) => c.doNothing())
    .execute()
}
