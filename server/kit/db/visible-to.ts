import { sql } from 'kysely'
import type { Scope } from './db.ts'

/** Rows of `table` that are visible to a caller: the account's, or only those of one person in it. */
export function visibleTo(
  { accountId, onlyPersonId }: Scope,
  table: 'evidence' | 'evidenceLabel' | 'captureBatch' | 'uploadedFile' | 'upload' = 'evidence',
) {
  const ofAccount = sql<boolean>`${sql.ref(`${table}.accountId`)} = ${accountId}`
  return onlyPersonId ? sql<boolean>`(${ofAccount} and ${sql.ref(`${table}.personId`)} = ${onlyPersonId})` : ofAccount
}

/** Rows that are visible to a caller in a table that hangs on evidence and names it by `evidence_id`. */
export const ofEvidenceVisibleTo = (scope: Scope) =>
  sql<boolean>`evidence_id in (select id from evidence where ${visibleTo(scope)})`
