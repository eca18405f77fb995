import type { Queryable } from '../../kit/db/db.ts'
import { filesOf } from './files.repo.ts'
import { contentOf, evidenceOf } from './orders.repo.ts'
import type { Submission } from './submission.ts'

/** Reads what an order says now. */
export const readSubmission = async (db: Queryable, { id }: { id: string }): Promise<Submission> => ({
  ...(await contentOf(db, id)),
  evidence: await evidenceOf(db, id),
  files: await filesOf(db, id),
})
