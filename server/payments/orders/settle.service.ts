import { formatMoney } from '../../../contract/kit/money.ts'
import type { Tx } from '../../kit/db/db.ts'
import { ownerOf, tell } from '../../kit/notify/news.ts'
import type { Services } from '../../kit/services.ts'
import type { PayState } from '../channels/channel.types.ts'
import { announceWallet } from '../ledger/ledger.service.ts'
import { feePaidQueue } from './fee-paid.queue.ts'
import * as repo from './orders.repo.ts'

/**
 * What a vendor says of an order, whoever asked or was told, and in whatever order it comes: forward only. Money is credited once. `over`: where the
 * order's time has passed, so that what nobody has paid is closed.
 */
export async function take(services: Services, tx: Tx, order: repo.OrderRecord, state: PayState, over = false) {
  const { id, accountId } = order
  if (state.state === 'paid' || state.state === 'refunded') {
    const returned = state.state === 'refunded'
    const { vendorNumber = returned ? '' : undefined, fen, paidAt } = state
    // A vendor that names neither amount nor transaction says nothing that money may follow.
    if (fen === undefined || vendorNumber === undefined) return 'incomplete'
    const outcome = await repo.settle(tx, id, { vendorNumber, fen, paidAt, returned })
    if (outcome === 'paid' || outcome === 'late' || outcome === 'account-closed') await tellPaid(services, tx, order)
    else if (outcome === 'returned') await announceWallet(tx, accountId)
    return outcome
  }
  if ((state.state === 'closed' || over) && (await repo.markClosed(tx, id))) {
    await announceWallet(tx, accountId)
    return 'closed'
  }
  return 'waiting'
}

/** Whether an outcome is one that somebody must look at. */
export const needsStaff = (outcome: string) => !['paid', 'again', 'waiting', 'closed', 'paid-back'].includes(outcome)

async function tellPaid(
  services: Services,
  tx: Tx,
  { id, accountId, platformId, amount, number, paysFor }: repo.OrderRecord,
) {
  await announceWallet(tx, accountId)
  if (paysFor) await services.jobs.enqueue(tx, feePaidQueue, { id })
  const owner = await ownerOf(tx, accountId)
  if (owner)
    await tell(tx, services.jobs, {
      kind: 'balanceAdded',
      platformId,
      personId: owner,
      accountId,
      params: { amount: formatMoney(amount), why: number },
    })
}
