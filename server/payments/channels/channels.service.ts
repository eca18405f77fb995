import { alipayAppOf } from '../../kit/alipay/alipay.settings.ts'
import type { ReadSettings } from '../../kit/settings/settings-group.ts'
import { alipayTrade } from './alipay/alipay-trade.ts'
import type { PayChannel, PayChannelName } from './channel.types.ts'
import { wechatMerchantOf } from './wechat/wechat-pay.settings.ts'
import { wechatPay } from './wechat/wechat-pay.ts'

/** The ways of paying that are open on a platform. */
export function channelsOf(
  config: ReadSettings,
  notaryId: string,
  now = () => new Date(),
): Partial<Record<PayChannelName, PayChannel>> {
  const merchant = wechatMerchantOf(config, notaryId)
  const app = alipayAppOf(config, notaryId)
  return {
    ...(merchant && { wechat: wechatPay(merchant, now) }),
    ...(app?.payments && { alipay: alipayTrade(app, now) }),
  }
}

/** The channels of a platform by which no money moves; one that is not open any more is none of them. */
export function sandboxesOf(config: ReadSettings, notaryId: string): ReadonlySet<string> {
  const open = Object.entries(channelsOf(config, notaryId))
  return new Set(open.flatMap(([name, channel]) => (channel.isSandbox ? [name] : [])))
}
