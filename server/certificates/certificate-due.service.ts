import { sql } from 'kysely'
import type { RequestCertificate } from '../evidence/request-certificate.types.ts'
import { originalFollowsCategories } from '../evidence/kinds/kind-column.types.ts'
import type { Services } from '../kit/services.ts'
import { certificateQueue } from './certificate.queue.ts'

/** SHA-256 of the statement that is certified: where an original follows, of the statement that came with it. */
const certifiedStatement = sql<Buffer>`case when evidence.category = any(${sql.val(originalFollowsCategories)}::text[])
  then (select statement_sha256 from hash_deposit where evidence_id = evidence.id) else evidence.statement_sha256 end`

const waitsForStamp = sql<boolean>`exists (select from timestamp_need n where n.evidence_id = evidence.id
  and n.statement_sha256 = ${certifiedStatement} and n.required and n.state <> 'DONE')`

const isLogged = sql<boolean>`exists (select from log_entry l where l.kind = 'evidence' and l.subject = encode(${certifiedStatement}, 'hex'))`

/** Collected without its certificate, whose statement is there and has every stamp that its owner requires. */
export const certificateLacking = sql<boolean>`(evidence.status = 'collected' and evidence.certified_at is null
  and ${certifiedStatement} is not null and not ${waitsForStamp})`

/** A certificate is due: the evidence is collected, stamped as required, and in the log. */
export const certificateDue = sql<boolean>`(${certificateLacking} and ${isLogged})`

/**
 * Asks for the certificate, in the transaction that brings something it waits for. The job finds out whether it is due:
 * two transactions that bring the last two things do not see each other.
 */
export const requestCertificate =
  ({ jobs }: Pick<Services, 'jobs'>): RequestCertificate =>
  (tx, evidenceId) =>
    jobs.enqueue(tx, certificateQueue, { id: evidenceId })
