import type { Price } from '../../../contract/payments/prices.ts'
import { factsOfProduct, type Product } from '../../../contract/payments/products.ts'
import { stampPolicy } from '../../accounts/stamp-policy.read.ts'
import type { Queryable } from '../../kit/db/db.ts'
import { AppError } from '../../kit/errors.ts'
import type { Services } from '../../kit/services.ts'
import { type UsablePackage, usablePackages } from '../packages/packages.repo.ts'
import { type Taken, takeUnits, unitsOf } from '../packages/take-units.ts'
import { timestampSettings } from '../../trust/stamps/timestamps.settings.ts'
import { pricesNow } from './prices-now.ts'
import { amountOf } from './quote.ts'

/** How many of each product. */
export type Counts = ReadonlyMap<Product, number>

/** Of one product of an act: what holds now, and what so many cost where no package pays. */
export interface PricedLine {
  product: Product
  count: number
  price: Price
  full: number
}

/** The same with the packages that pay for it, and what is left to be paid in money. */
export interface Line extends PricedLine {
  paying: Taken<UsablePackage>[]
  byPackage: number
  amount: number
}

interface Buyer {
  accountId: string
  platformId: string
}

/** What an act is charged for: what it asks for, and third parties' stamps of what of that becomes evidence, where the account has them. */
export async function pricedLines(
  services: Services,
  db: Queryable,
  buyer: Buyer,
  counts: Counts,
): Promise<PricedLine[]> {
  const prices = await pricesNow(db, buyer.platformId)
  return [...(await withStamps(services, db, buyer, counts))].map(([product, count]) => {
    const price = prices.find((p) => p.product === product)
    if (!price) throw new AppError('price-missing')
    return { product, count, price, full: amountOf(price.tiers, count) }
  })
}

/** Which packages pay: those first that end first. What they do not cover costs money. Hold the wallet's lock where something begins by it. */
export async function coveredLines(
  db: Queryable,
  { accountId }: Buyer,
  priced: readonly PricedLine[],
): Promise<Line[]> {
  const lines: Line[] = []
  for (const line of priced) {
    const { product, count } = line
    const paying = line.full > 0 ? takeUnits(await usablePackages(db, accountId, product, count), count) : []
    const byPackage = unitsOf(paying)
    lines.push({ ...line, paying, byPackage, amount: amountOf(line.price.tiers, count - byPackage) })
  }
  return lines
}

export const totalOf = (lines: readonly Line[]) => lines.reduce((sum, { amount }) => sum + amount, 0)

async function withStamps({ config }: Services, db: Queryable, { accountId }: Buyer, counts: Counts): Promise<Counts> {
  const stamped = [...counts].reduce((sum, [p, n]) => sum + (factsOfProduct(p).isEvidence ? n : 0), 0)
  if (!stamped || !timestampSettings.of(config) || (await stampPolicy(db, accountId)) === 'none') return counts
  return new Map([...counts, ['timestamp', stamped + (counts.get('timestamp') ?? 0)]])
}
