import { sql } from 'kysely'
import { formatMoney } from '../../../contract/kit/money.ts'
import type { Tx } from '../../kit/db/db.ts'
import { AppError } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import { budgetOf } from '../prices/budgets.repo.ts'
import { announceWallet, lockWallet, type Payer, refuseMoney } from './ledger.service.ts'

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
