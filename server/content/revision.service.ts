import type { Database } from '../kit/db/db.ts'

const revisions = new WeakMap<Database, Map<string, number>>()

/** Counts what this process published and withdrew: pages that it wrote before are written anew at once. Others follow when what they keep is too old. */
export const revisionOf = (db: Database, platformId: string): number => revisions.get(db)?.get(platformId) ?? 0

export function contentChanged(db: Database, platformId: string) {
  const ofDatabase = revisions.get(db) ?? new Map<string, number>()
  revisions.set(db, ofDatabase.set(platformId, revisionOf(db, platformId) + 1))
}
