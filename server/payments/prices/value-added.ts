import { factsOfProduct, productNames } from '../../../contract/payments/products.ts'
import type { ValueAdded } from '../../../contract/platform/dictionary.ts'
import type { Config } from '../../kit/settings/config.ts'
import { timestampSettings } from '../../trust/stamps/timestamps.settings.ts'

/** Products that are no evidence themselves, where they cost something and can be had here: third parties' stamps only where some are asked. */
export const valueAddedOf = (config: Config, prices: Readonly<Record<string, number>>): ValueAdded[] =>
  productNames.flatMap((product) => {
    const { unit, isEvidence } = factsOfProduct(product)
    const amount = prices[product] ?? 0
    const isHere = product !== 'timestamp' || timestampSettings.of(config) !== undefined
    return isEvidence || amount === 0 || !isHere ? [] : [{ product, amount, unit }]
  })
