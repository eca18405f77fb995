import type { Price, Tier } from '../../../contract/payments/prices.ts'
import { Product } from '../../../contract/payments/products.ts'
import type { Queryable } from '../../kit/db/db.ts'
import { currentPrices, type PriceRecord } from './prices.repo.ts'

export const shownPrice = ({ id, product, tiers, partialPercent, beginsAt }: PriceRecord): Price => ({
  id,
  product: Product.parse(product),
  amount: (tiers as unknown as Tier[])[0]!.amount,
  tiers: tiers as unknown as Tier[],
  partialPercent,
  effectiveAt: beginsAt.toISOString(),
})

/** What holds now; a row of a product that this version no longer knows is left out. */
export async function pricesNow(db: Queryable, platformId: string): Promise<Price[]> {
  const rows = await currentPrices(db, platformId)
  return rows.filter((r) => Product.safeParse(r.product).success).map(shownPrice)
}
