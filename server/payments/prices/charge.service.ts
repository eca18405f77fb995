import type { Product } from '../../../contract/payments/products.ts'
import { formatMoney } from '../../../contract/kit/money.ts'
import type { Tx } from '../../kit/db/db.ts'
import { AppError } from '../../kit/errors.ts'
import { type Payer, reserve, type Subject } from '../ledger/ledger.service.ts'
import { walletOf } from '../wallet/wallet.repo.ts'
import { pricesNow } from './prices.service.ts'
import { amountOf } from './quote.ts'

/**
 * Holds what these cost, one charge each, by the price that holds now: what begins pays through here, also what is free. What they come to is collected or given
 * back when their state says how they ended. All of them or none; a refusal names what all cost.
 */
export async function charge(
  tx: Tx,
  payer: Payer & { platformId: string },
  product: Product,
  subjects: readonly Subject[],
) {
  const price = (await pricesNow(tx, payer.platformId)).find(({ code }) => code === product)
  if (!price) throw new AppError('price-missing')
  const total = amountOf(price.tiers, subjects.length)
  if (total > 0) {
    const { prepaid, promotional } = await walletOf(tx, payer.accountId)
    if (prepaid + promotional < total)
      throw new AppError('balance-short', { wanted: formatMoney(total), left: formatMoney(prepaid + promotional) })
  }
  for (const [i, subject] of subjects.entries()) {
    const amount = amountOf(price.tiers, i + 1) - amountOf(price.tiers, i)
    await reserve(tx, payer, { priceId: price.id, quantity: 1, amount, subject })
  }
}
