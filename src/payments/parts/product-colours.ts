import { useTranslation } from 'react-i18next'
import { fees, productNames } from '../../../contract/payments/products.ts'

/** What is bought: products, packages of them, and judicial services. */
export const bought = [...productNames, 'package', ...fees] as const
type Bought = (typeof bought)[number]
const isBought = (name: string): name is Bought => (bought as readonly string[]).includes(name)

/** One colour a product in every chart, whichever comes first in it. */
const colours: Record<Bought, string> = {
  'capture.web': 'var(--skz-chart-1)',
  'deposit.file': 'var(--skz-chart-2)',
  'deposit.hash': 'var(--skz-chart-3)',
  'deposit.work': 'var(--skz-chart-4)',
  timestamp: 'var(--skz-chart-6)',
  download: 'var(--skz-chart-7)',
  package: 'var(--skz-chart-5)',
  expertise: 'var(--skz-chart-8)',
  officialSeal: 'var(--skz-chart-9)',
  notarization: 'var(--skz-chart-10)',
  purchase: 'var(--skz-chart-11)',
}
export const colourOf = (product: string) => (isBought(product) ? colours[product] : 'var(--skz-muted)')

/** What a product is called; one that this version no longer knows keeps its code. */
export function useProductName() {
  const { t } = useTranslation(['payments'])
  return (product: string) => (isBought(product) ? t(`choice.product.${product}`) : product)
}
