import type { Cover } from '../../../contract/payments/prices.ts'

interface Money {
  prepaid: number
  promotional: number
}

/** Which money pays an amount, in fen: gifts first, as the ledger does; what is missing, and what is left (below nought by what is missing). */
export function coverOf(wallet: Money, total: number): Cover {
  const promotional = Math.min(wallet.promotional, total)
  const prepaid = Math.min(wallet.prepaid, total - promotional)
  return {
    promotional,
    prepaid,
    short: total - promotional - prepaid,
    left: wallet.prepaid + wallet.promotional - total,
  }
}
