import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import type { FieldProblem } from '../../../contract/kit/issues.ts'
import { type OrderProblem, orderProblems } from '../../evidence/order-problems.types.ts'
import type { FileRecord } from '../orders/files.repo.ts'
import type { EvidenceOfOrder, OrderRecord } from '../orders/orders.repo.ts'
import type { StepRecord } from '../orders/steps.repo.ts'

/** An order as it reads: what is asked for, the evidence that it names, and its files. */
export interface Submission {
  content: unknown
  evidence: readonly EvidenceOfOrder[]
  files: readonly FileRecord[]
}

/**
 * SHA-256 of what a signature would hand in: the office, what is asked for, the evidence, the applicant's files, the fee, and the step on which it follows.
 * Whoever signs names what they were shown.
 */
export function digestSubmission(
  { officeId, fee }: Pick<OrderRecord, 'officeId' | 'fee'>,
  { content, evidence, files }: Submission,
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

interface Orderable {
  number: string
  why: OrderProblem | null
}

/** Finds what of the evidence is not the applicant's, or not finished with its original, each by its place. */
export function findEvidenceProblems(numbers: readonly string[], found: readonly Orderable[]): FieldProblem[] {
  const byNumber = new Map(found.map((e) => [e.number, e]))
  return numbers.flatMap((ano, i): FieldProblem[] => {
    const e = byNumber.get(ano)
    if (!e) return [{ path: `anos.${i}`, key: 'evidenceGone' }]
    return e.why ? [{ path: `anos.${i}`, key: orderProblems[e.why], params: { ano } }] : []
  })
}
