import type { Product } from '../../../contract/payments/products.ts'
import { formatMoney } from '../../../contract/kit/money.ts'
import type { Tx } from '../../kit/db/db.ts'
import { AppError } from '../../kit/errors.ts'
import { announceWallet, balanceShort, type Payer, reserve, type Subject } from '../ledger/ledger.service.ts'
import { walletOf } from '../wallet/wallet.repo.ts'
import { budgetOf } from './budgets.repo.ts'
import { pricesNow } from './prices.service.ts'
import { amountOf } from './quote.ts'

/**
 * Holds what these cost, one charge each, by the price that holds now: what begins pays through here, also what is free. What they come to is collected or given
 * back when their state says how they ended. All of them or none; a refusal names what all cost. Where the price is another than `quoted`, nothing begins.
 */
export async function charge(
  tx: Tx,
  payer: Payer & { platformId: string },
  product: Product,
  subjects: readonly Subject[],
  quoted?: number,
) {
  const price = (await pricesNow(tx, payer.platformId)).find((p) => p.product === product)
  if (!price) throw new AppError('price-missing')
  const total = amountOf(price.tiers, subjects.length)
  if (quoted !== undefined && quoted !== total)
    throw new AppError('price-changed', { wanted: formatMoney(total), shown: formatMoney(quoted) })
  if (total > 0) {
    const { prepaid, promotional } = await walletOf(tx, payer.accountId)
    if (prepaid + promotional < total) throw balanceShort(payer, total, prepaid + promotional)
    const budget = await budgetOf(tx, payer)
    if (budget && budget.left < total)
      throw new AppError('budget-short', { wanted: formatMoney(total), left: formatMoney(budget.left) })
  }
  for (const [i, subject] of subjects.entries()) {
    const amount = amountOf(price.tiers, i + 1) - amountOf(price.tiers, i)
    await reserve(tx, payer, { priceId: price.id, quantity: 1, amount, subject })
  }
  if (total > 0) await announceWallet(tx, payer.accountId)
}

/** Holds again what was given back for something that failed and is tried once more: the same as when it was begun, for that is what its owner was shown. */
export async function chargeAgain(tx: Tx, payer: Payer & { platformId: string }, product: Product, subject: Subject) {
  const first = await tx
    .selectFrom('charge')
    .select(['priceId', 'quantity', 'amount'])
    .where('accountId', '=', payer.accountId)
    .where('subjectId', '=', subject.id)
    .where('priceId', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!first) return charge(tx, payer, product, [subject])
  await reserve(tx, payer, { ...first, priceId: first.priceId!, subject })
  if (first.amount > 0) await announceWallet(tx, payer.accountId)
}
