import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import type { Queryable } from '../../kit/db/db.ts'
import { filesOf } from './files.repo.ts'
import { contentOf, evidenceOf, type OrderRecord } from './orders.repo.ts'

/** SHA-256 of what a signature would hand in now: the office, what is asked for, the evidence, and the applicant's files. Whoever signs names what they were shown. */
export async function handedInDigest(db: Queryable, { id, officeId }: OrderRecord): Promise<string> {
  const { content } = await contentOf(db, id)
  const files = (await filesOf(db, id)).filter(({ side }) => side === 'applicant')
  const what = {
    officeId,
    content,
    evidence: (await evidenceOf(db, id)).map(({ number }) => number),
    files: files.map(({ part, fileName, sha256 }) => [part, fileName, sha256.toString('hex')]),
  }
  return createHash('sha256').update(canonicalize(what)!).digest('hex')
}
