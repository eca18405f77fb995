import { z } from 'zod'

/** Everything that has a price. Prices, charges, words and charts derive from this list. */
export const products = {
  'capture.web': { unit: 'item' },
  'deposit.file': { unit: 'item' },
  'deposit.hash': { unit: 'item' },
  'deposit.work': { unit: 'item' },
} as const satisfies Record<string, { readonly unit: string }>
export type Product = keyof typeof products
export const productNames = Object.keys(products) as [Product, ...Product[]]
export const Product = z.enum(productNames)
