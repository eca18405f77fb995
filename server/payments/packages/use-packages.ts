import type { Product } from '../../../contract/payments/products.ts'
import type { Queryable } from '../../kit/db/db.ts'
import { type UsablePackage, usablePackages } from './packages.repo.ts'

/** A package that pays, and for how many. */
export interface PayingPackage {
  source: UsablePackage
  units: number
}

/**
 * Which packages pay for so many of a product: those first that end first, each until nothing of it is left. What they do not cover costs money. Hold the wallet's
 * lock where something begins by it.
 */
export async function packagesFor(
  tx: Queryable,
  accountId: string,
  product: Product,
  count: number,
): Promise<PayingPackage[]> {
  const paying: PayingPackage[] = []
  let rest = count
  for (const source of await usablePackages(tx, accountId, product, count)) {
    if (rest === 0) break
    const units = Math.min(rest, source.left)
    paying.push({ source, units })
    rest -= units
  }
  return paying
}

export const unitsOf = (paying: readonly PayingPackage[]) => paying.reduce((sum, { units }) => sum + units, 0)
