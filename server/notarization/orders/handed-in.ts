import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import type { Queryable } from '../../kit/db/db.ts'
import { type FileRecord, filesOf } from './files.repo.ts'
import { contentOf, evidenceOf, type OrderRecord, type StepRecord } from './orders.repo.ts'

export interface HandedIn {
  content: unknown
  evidence: Awaited<ReturnType<typeof evidenceOf>>
  files: readonly FileRecord[]
}

/** What an order says now. */
export const whatIsAsked = async (db: Queryable, { id }: Pick<OrderRecord, 'id'>): Promise<HandedIn> => ({
  ...(await contentOf(db, id)),
  evidence: await evidenceOf(db, id),
  files: await filesOf(db, id),
})

/**
 * SHA-256 of what a signature would hand in: the office, what is asked for, the evidence, the applicant's files, the fee, and the step on which it follows.
 * Whoever signs names what they were shown.
 */
export function handedInDigest(
  { officeId, fee }: OrderRecord,
  { content, evidence, files }: HandedIn,
  last: Pick<StepRecord, 'id'> | undefined,
): string {
  const what = {
    officeId,
    fee,
    after: last?.id ?? null,
    content,
    evidence: evidence.map(({ number }) => number),
    files: files
      .filter(({ side }) => side === 'applicant')
      .map(({ part, fileName, sha256 }) => [part, fileName, sha256.toString('hex')]),
  }
  return createHash('sha256').update(canonicalize(what)!).digest('hex')
}
