import { orderable } from '../../evidence/evidence.service.ts'
import type { Caller } from '../../kit/calls/caller.ts'
import type { AccountTx } from '../../kit/db/db.ts'
import { badFields } from '../../kit/errors.ts'
import { findEvidenceProblems } from '../rules/submission.ts'

/** Names evidence of the caller's in a draft, in this order; whatever may not be named is told by its place. */
export async function nameEvidence(tx: AccountTx, caller: Caller, order: { id: string }, anos: readonly string[]) {
  const found = new Map((await orderable(tx, caller, anos)).map((e) => [e.number, e]))
  const absent = anos.flatMap((ano, i) => (found.has(ano) ? [] : [{ path: `anos.${i}`, key: 'evidenceGone' }]))
  if (absent.length) throw badFields(...absent)
  await tx.deleteFrom('judicialOrderEvidence').where('orderId', '=', order.id).execute()
  await tx
    .insertInto('judicialOrderEvidence')
    .values(
      anos.map((ano, ordinal) => ({
        orderId: order.id,
        evidenceId: found.get(ano)!.id,
        platformId: caller.platform.id,
        accountId: caller.accountId,
        ordinal,
        number: ano,
        category: found.get(ano)!.category,
        name: found.get(ano)!.name,
      })),
    )
    .execute()
}

/** Finished evidence of the caller's with its original, by its number; whatever is not that is told by its place. */
export async function requireOrderable(tx: AccountTx, caller: Caller, numbers: readonly string[]) {
  const found = new Map((await orderable(tx, caller, numbers)).map((e) => [e.number, e]))
  const problems = findEvidenceProblems(numbers, [...found.values()])
  if (problems.length) throw badFields(...problems)
  return found
}
