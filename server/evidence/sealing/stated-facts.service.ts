import type { EvidenceStatement, VerifiedIdentity } from '../../../proof/statement.ts'

const factsOf = (statement: Buffer | null): Partial<EvidenceStatement> =>
  statement ? (JSON.parse(statement.toString('utf8')) as Partial<EvidenceStatement>) : {}

/** The way in which the owner was known, as the sealed statement says it: what somebody proved or withdrew since then changes nothing of it. */
export function statedOwner(statement: Buffer | null): VerifiedIdentity | null {
  const identity = factsOf(statement).owner?.identity
  return typeof identity === 'object' ? identity : null
}

/** The name under which evidence was sealed; a later one is its owner's own label, and part of no certificate. */
export const statedName = ({ statement, name }: { statement: Buffer | null; name: string }): string =>
  factsOf(statement).name ?? name
