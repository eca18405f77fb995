import type { Database } from '../kit/db/db.ts'

/** A file whose link was given to somebody of the account. */
export const fileOfPreview = (db: Database, accountId: string, id: string) =>
  db.system
    .selectFrom('evidenceFile')
    .select(['path', 'size', 'sha256'])
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst()
