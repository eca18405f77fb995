import { z } from 'zod'

interface ProductFacts {
  readonly unit: string
  /** Something may be missing of it, and third parties stamp it where its account has them do so: their stamps are paid for with it. */
  readonly isEvidence?: boolean
}

/** Everything that has a price. Prices, charges, words and charts derive from this list. */
export const products = {
  'capture.web': { unit: 'item', isEvidence: true },
  'deposit.file': { unit: 'item', isEvidence: true },
  'deposit.hash': { unit: 'item', isEvidence: true },
  'deposit.work': { unit: 'item', isEvidence: true },
  /** Of third parties, as many as the installation wants of one piece of evidence. */
  timestamp: { unit: 'item' },
  /** Of one piece's package: what was paid for once is had as often as wanted. */
  download: { unit: 'item' },
} as const satisfies Record<string, ProductFacts>
export type Product = keyof typeof products
export const productNames = Object.keys(products) as [Product, ...Product[]]
export const Product = z.enum(productNames)

/** Judicial services, whose fee an office sets for each order. */
export const fees = ['expertise', 'officialSeal', 'notarization', 'purchase'] as const
export type Fee = (typeof fees)[number]

export const factsOfProduct = (product: Product): ProductFacts => products[product]
