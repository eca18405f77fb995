import { sql } from 'kysely'
import type { Queryable } from '../../kit/db/db.ts'

/** An entry that a package gets after it was sealed. Which paths there may be, and how each proves itself, stands in `proof/package/appended-entries.ts`. */
export interface LaterProof {
  path: string
  bytes: Uint8Array
}

/** Waits for an edition, and rests on no block that its chain dropped meanwhile. */
export const isWaiting = sql<boolean>`later_proof.edition is null and not exists (select from chain_anchor a where a.id = later_proof.anchor_id and a.state = 'ORPHANED')`

/**
 * Those of an edition, in the order in which they are appended: editions after each other, paths ascending. Of each path the newest,
 * as a block that a chain dropped has another in its place later.
 */
export async function laterProofsOf(db: Queryable, evidenceId: string, edition: number): Promise<LaterProof[]> {
  if (!edition) return []
  const rows = await db
    .selectFrom('laterProof')
    .select(['path', 'bytes', 'edition'])
    .where('evidenceId', '=', evidenceId)
    .where('edition', '<=', edition)
    .distinctOn('path')
    .orderBy('path')
    .orderBy('edition', 'desc')
    .execute()
  return rows.toSorted((a, b) => a.edition! - b.edition! || (a.path < b.path ? -1 : 1))
}
