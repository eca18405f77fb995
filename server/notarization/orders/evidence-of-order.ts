import { orderable } from '../../evidence/evidence.service.ts'
import type { Caller } from '../../kit/calls/caller.ts'
import type { AccountTx } from '../../kit/db/db.ts'
import { badFields } from '../../kit/errors.ts'
import type { NamedEvidence } from '../drafts/drafts.repo.ts'
import { findEvidenceProblems } from '../rules/submission.ts'

/** Finds evidence of the caller's that a draft names, in this order; whatever may not be named is told by its place. */
export async function findNamed(tx: AccountTx, caller: Caller, anos: readonly string[]): Promise<NamedEvidence[]> {
  const found = new Map((await orderable(tx, caller, anos)).map((e) => [e.number, e]))
  const absent = anos.flatMap((ano, i) => (found.has(ano) ? [] : [{ path: `anos.${i}`, key: 'evidenceGone' }]))
  if (absent.length) throw badFields(...absent)
  return anos.map((ano) => {
    const { id, number, name, category } = found.get(ano)!
    return { id, number, name, category }
  })
}

/** Finished evidence of the caller's with its original, by its number; whatever is not that is told by its place. */
export async function requireOrderable(tx: AccountTx, caller: Caller, numbers: readonly string[]) {
  const found = new Map((await orderable(tx, caller, numbers)).map((e) => [e.number, e]))
  const problems = findEvidenceProblems(numbers, [...found.values()])
  if (problems.length) throw badFields(...problems)
  return found
}
