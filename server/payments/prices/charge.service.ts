import type { Product } from '../../../contract/payments/products.ts'
import { formatMoney } from '../../../contract/kit/money.ts'
import type { Tx } from '../../kit/db/db.ts'
import { AppError } from '../../kit/errors.ts'
import {
  announceWallet,
  balanceShort,
  lockWallet,
  type Payer,
  reserve,
  reserveUnit,
  type Subject,
} from '../ledger/ledger.service.ts'
import { packagesFor, unitsOf } from '../packages/use-packages.ts'
import { walletOf } from '../wallet/wallet.repo.ts'
import { budgetOf } from './budgets.repo.ts'
import { pricesNow } from './prices.service.ts'
import { amountOf } from './quote.ts'

/**
 * Holds what these cost, one charge each, by the price that holds now: what begins pays through here, also what is free. Packages pay first, those that end first
 * before others; then gifts, then what was paid in. What they come to is collected or given back when their state says how they ended. All of them or none; a refusal
 * names what all cost. Where the price is another than `quoted`, nothing begins.
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
  const costs = amountOf(price.tiers, subjects.length) > 0
  if (costs) await lockWallet(tx, payer.accountId)
  const paying = costs ? await packagesFor(tx, payer.accountId, product, subjects.length) : []
  const total = amountOf(price.tiers, subjects.length - unitsOf(paying))
  if (quoted !== undefined && quoted !== total)
    throw new AppError('price-changed', { wanted: formatMoney(total), shown: formatMoney(quoted) })
  if (total > 0) await requireCovered(tx, payer, total)
  const sources = paying.flatMap(({ source, units }) => Array<string>(units).fill(source.id))
  for (const [i, packageId] of sources.entries())
    await reserveUnit(tx, payer, { priceId: price.id, packageId, subject: subjects[i]! })
  for (const [i, subject] of subjects.slice(sources.length).entries()) {
    const amount = amountOf(price.tiers, i + 1) - amountOf(price.tiers, i)
    await reserve(tx, payer, { priceId: price.id, quantity: 1, amount, subject })
  }
  if (costs) await announceWallet(tx, payer.accountId)
}

async function requireCovered(tx: Tx, payer: Payer, total: number) {
  const { prepaid, promotional } = await walletOf(tx, payer.accountId)
  if (prepaid + promotional < total) throw balanceShort(payer, total, prepaid + promotional)
  const budget = await budgetOf(tx, payer)
  if (budget && budget.left < total)
    throw new AppError('budget-short', { wanted: formatMoney(total), left: formatMoney(budget.left) })
}

/**
 * Holds again what was given back for something that failed and is tried once more: the same as when it was begun, for that is what its owner was shown.
 * What a package paid for is paid by the same one, or not begun: no money is taken that nobody was shown.
 */
export async function chargeAgain(tx: Tx, payer: Payer & { platformId: string }, product: Product, subject: Subject) {
  const first = await tx
    .selectFrom('charge')
    .select(['priceId', 'quantity', 'amount', 'packageId'])
    .where('accountId', '=', payer.accountId)
    .where('subjectId', '=', subject.id)
    .where('priceId', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!first) return charge(tx, payer, product, [subject])
  const { packageId, quantity, amount } = first
  const priceId = first.priceId!
  if (packageId) await reserveUnit(tx, payer, { priceId, packageId, subject })
  else await reserve(tx, payer, { priceId, quantity, amount, subject })
  if (amount > 0 || packageId) await announceWallet(tx, payer.accountId)
}
