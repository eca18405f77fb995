import type { Tier } from '../../../contract/payments/prices.ts'

/** What so many of a product cost in one act: each at the price of the tier that it falls into. */
export function amountOf(tiers: readonly Tier[], count: number): number {
  let amount = 0
  for (const [i, tier] of tiers.entries()) {
    const end = tiers[i + 1]?.from ?? Infinity
    const here = Math.min(count + 1, end) - tier.from
    if (here > 0) amount += here * tier.amount
  }
  return amount
}

/** What each of so many costs, the first one first: together what all of them cost in one act. */
export const amountsOf = (tiers: readonly Tier[], count: number): number[] =>
  Array.from({ length: count }, (_, i) => amountOf(tiers, i + 1) - amountOf(tiers, i))
