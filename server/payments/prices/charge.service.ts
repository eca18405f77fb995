import type { Product } from '../../../contract/payments/products.ts'
import { formatMoney } from '../../../contract/kit/money.ts'
import type { Tx } from '../../kit/db/db.ts'
import { AppError } from '../../kit/errors.ts'
import type { Services } from '../../kit/services.ts'
import {
  announceWallet,
  balanceShort,
  lockWallet,
  type Payer,
  reserve,
  reserveUnit,
  type Subject,
} from '../ledger/ledger.service.ts'
import { walletOf } from '../wallet/wallet.repo.ts'
import { budgetOf } from './budgets.repo.ts'
import { coveredLines, type Line, pricedLines, totalOf } from './lines.ts'
import { amountsOf } from './quote.ts'

type Buyer = Payer & { platformId: string }

/** What begins: so many of one product. */
export interface Purchase {
  product: Product
  subjects: readonly Subject[]
  /** Fen that the sender was shown; where it costs something else by now, nothing begins. */
  quoted?: number | undefined
}

/**
 * Holds what these cost, one charge each of every product that comes with them, by the prices that hold now: what begins pays through here, also what is free.
 * Packages pay first, those that end first before others; then gifts, then what was paid in. What they come to is collected or given back when their state says
 * how they ended. All of them or none; a refusal names what all cost. The charges' ids.
 */
export async function charge(services: Services, tx: Tx, payer: Buyer, { product, subjects, quoted }: Purchase) {
  const priced = await pricedLines(services, tx, payer, new Map([[product, subjects.length]]))
  const costs = priced.some(({ full }) => full > 0)
  if (costs) await lockWallet(tx, payer.accountId)
  const lines = await coveredLines(tx, payer, priced)
  const total = totalOf(lines)
  if (quoted !== undefined && quoted !== total)
    throw new AppError('price-changed', { wanted: formatMoney(total), shown: formatMoney(quoted) })
  if (total > 0) await requireCovered(tx, payer, total)
  const charges: string[] = []
  for (const line of lines) charges.push(...(await holdLine(tx, payer, line, subjects)))
  if (costs) await announceWallet(tx, payer.accountId)
  return charges
}

async function holdLine(tx: Tx, payer: Buyer, { price, paying, byPackage }: Line, subjects: readonly Subject[]) {
  const charges: string[] = []
  const sources = paying.flatMap(({ source, units }) => Array<string>(units).fill(source.id))
  for (const [i, packageId] of sources.entries())
    charges.push(await reserveUnit(tx, payer, { priceId: price.id, packageId, subject: subjects[i]! }))
  for (const [i, amount] of amountsOf(price.tiers, subjects.length - byPackage).entries())
    charges.push(
      await reserve(tx, payer, { priceId: price.id, quantity: 1, amount, subject: subjects[byPackage + i]! }),
    )
  return charges
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
export async function chargeAgain(services: Services, tx: Tx, payer: Buyer, product: Product, subject: Subject) {
  const held = await tx
    .selectFrom('charge')
    .select(['priceId', 'quantity', 'amount', 'packageId'])
    .distinctOn('product')
    .where('accountId', '=', payer.accountId)
    .where('subjectId', '=', subject.id)
    .where('priceId', 'is not', null)
    .orderBy('product')
    .orderBy('id', 'desc')
    .execute()
  if (!held.length) return charge(services, tx, payer, { product, subjects: [subject] })
  const moves = held.some(({ amount, packageId }) => amount > 0 || packageId)
  if (moves) await lockWallet(tx, payer.accountId)
  for (const { packageId, quantity, amount, ...first } of held) {
    const priceId = first.priceId!
    if (packageId) await reserveUnit(tx, payer, { priceId, packageId, subject })
    else await reserve(tx, payer, { priceId, quantity, amount, subject })
  }
  if (moves) await announceWallet(tx, payer.accountId)
}
