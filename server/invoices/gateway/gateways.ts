import type { ReadSettings } from '../../kit/settings/settings-group.ts'
import type { TaxGateway } from './gateway.types.ts'
import { nuonuo } from './nuonuo/nuonuo.ts'
import { nuonuoSellerOf } from './nuonuo/nuonuo.settings.ts'

/** Who issues a platform's invoices; undefined where staff do so elsewhere. */
export function gatewayOf(config: ReadSettings, notaryId: string): TaxGateway | undefined {
  const seller = nuonuoSellerOf(config, notaryId)
  return seller && nuonuo(seller)
}
