import { findOpenableOffice } from '../../accounts/offices/offices.read.ts'
import { orderable, orderProblems } from '../../evidence/evidence.service.ts'
import { ownerColumns } from '../../evidence/evidence-owner.service.ts'
import type { Caller } from '../../kit/calls/caller.ts'
import type { AccountTx, Tx } from '../../kit/db/db.ts'
import { AppError, badFields } from '../../kit/errors.ts'
import type { Services } from '../../kit/services.ts'
import { evidenceOf, type OrderRecord } from './orders.repo.ts'
import { requireService } from './require-service.ts'

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
  const problems = numbers.flatMap((ano, i) => {
    const e = found.get(ano)
    if (!e) return [{ path: `anos.${i}`, key: 'evidenceGone' }]
    return e.why ? [{ path: `anos.${i}`, key: orderProblems[e.why], params: { ano } }] : []
  })
  if (problems.length) throw badFields(...problems)
  return found
}

/**
 * Hands in: the office takes orders, the owner is who they say, and every piece of evidence is finished and has its original. From here on the order is
 * held to the digest of each statement, and to what each was called.
 */
export async function handIn(services: Services, tx: Tx, caller: Caller, order: OrderRecord) {
  if (!order.submittedAt) await requireService(services, caller.platform)
  const office = await findOpenableOffice(tx, order.platformId, order.officeId)
  if (!order.submittedAt && !(office?.isOpen && office.status === 'ACTIVE')) throw new AppError('office-closed')
  const owner = await ownerColumns(services, tx as AccountTx, caller)
  const named = await evidenceOf(tx, order.id)
  const numbers = named.map(({ number }) => number)
  const found = await requireOrderable(tx as AccountTx, caller, numbers)
  for (const { id, name, statementSha256 } of found.values())
    await tx
      .updateTable('judicialOrderEvidence')
      .set({ name, statementSha256 })
      .where('orderId', '=', order.id)
      .where('evidenceId', '=', id)
      .execute()
  await tx
    .updateTable('judicialOrder')
    .set({ ownerName: owner.ownerName, ownerKind: owner.ownerKind, ownerIdentityId: owner.ownerIdentityId })
    .where('id', '=', order.id)
    .execute()
}
