import type { EvidenceStatement, VerifiedIdentity } from '../../../proof/statement.ts'

/** How the owner was known, as the sealed statement says it: what somebody proved or withdrew since then changes nothing of it. */
export function statedOwner(statement: Buffer | null): VerifiedIdentity | null {
  const identity = statement
    ? (JSON.parse(statement.toString('utf8')) as Partial<EvidenceStatement>).owner?.identity
    : undefined
  return typeof identity === 'object' ? identity : null
}
