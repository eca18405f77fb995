import { sql } from 'kysely'
import type { Scope } from './db.ts'

/** Rows of `table` that a caller may see: the account's, or only those of one person in it. */
export function within(
  { accountId, onlyPersonId }: Scope,
  table: 'evidence' | 'captureBatch' | 'uploadedFile' | 'upload' = 'evidence',
) {
  const ofAccount = sql<boolean>`${sql.ref(`${table}.accountId`)} = ${accountId}`
  return onlyPersonId ? sql<boolean>`(${ofAccount} and ${sql.ref(`${table}.personId`)} = ${onlyPersonId})` : ofAccount
}

/** Rows of a table that hangs on evidence and names it by `evidence_id`. */
export const ofEvidenceWithin = (scope: Scope) =>
  sql<boolean>`evidence_id in (select id from evidence where ${within(scope)})`
