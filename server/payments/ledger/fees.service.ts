import { sql } from 'kysely'
import { formatMoney } from '../../../contract/kit/money.ts'
import type { Tx } from '../../kit/db/db.ts'
import { AppError } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import { budgetOf } from '../prices/budgets.repo.ts'
import { fenLeft } from './fen-left.ts'
import { announceWallet, lockWallet, type Payer, refund, refuseMoney } from './ledger.service.ts'

/** Holds what an office asks for an order, as its row says: gifts first, then what was paid in. Collected or given back with the step that ends the order. */
export async function holdFee(tx: Tx, payer: Payer, orderId: string, fee: number): Promise<void> {
  if (fee > 0) {
    await lockWallet(tx, payer.accountId)
    const budget = await budgetOf(tx, payer)
    if (budget && budget.left < fee)
      throw new AppError('budget-short', { wanted: formatMoney(fee), left: formatMoney(budget.left) })
  }
  await sql`select reserve_fee(${newId()}, ${orderId}, ${payer.personId}, ${payer.personName})`
    .execute(tx)
    .catch((error: unknown) => refuseMoney(error, fee, payer))
  if (fee > 0) await announceWallet(tx, payer.accountId)
}

/** The charge of an order while its fee is held (`reserved`) or once it is collected (`posted`), with how much was not given back since; undefined where neither is. */
export const findFee = (tx: Tx, orderId: string) =>
  tx
    .selectFrom('charge')
    .select(['id', 'accountId', 'state', fenLeft.as('left')])
    .where('subjectId', '=', orderId)
    .where('subjectKind', '=', 'judicial-order')
    .where('state', 'in', ['reserved', 'posted'])
    .executeTakeFirst()

/** Gives back of what was collected for an order. */
export async function giveBackFee(
  tx: Tx,
  { personId }: { personId: string },
  charge: { id: string; accountId: string },
  { amount, reason }: { amount: number; reason: string },
): Promise<void> {
  await refund(tx, { id: newId(), chargeId: charge.id, amount, personId, reason })
  await announceWallet(tx, charge.accountId)
}
