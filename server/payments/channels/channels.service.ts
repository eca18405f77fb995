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

/** Whether no money moves by a channel; false of one that is not open any more. */
export const isSandbox = (config: ReadSettings, notaryId: string, channel: PayChannelName) =>
  channelsOf(config, notaryId)[channel]?.isSandbox ?? false
