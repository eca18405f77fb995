import { alipayAppOf } from '../../kit/alipay/alipay.settings.ts'
import { serviceBase } from '../../../contract/kit/call.ts'
import type { Platform } from '../../kit/calls/caller.ts'
import { AppError } from '../../kit/errors.ts'
import type { Config } from '../../kit/settings/config.ts'
import type { ReadSettings } from '../../kit/settings/settings-group.ts'
import { publicUrlOf } from '../../platform/platform.service.ts'
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

/** Refuses one that is not open. */
export function channelOf(config: ReadSettings, notaryId: string, name: PayChannelName): PayChannel {
  const channel = channelsOf(config, notaryId)[name]
  if (!channel) throw new AppError('channel-closed')
  return channel
}

/** Where a vendor tells a platform what became of its orders. */
export const noticeUrlOf = (
  config: Pick<Config, 'publicUrl'>,
  platform: Pick<Platform, 'host' | 'notaryId'>,
  name: PayChannelName,
) => `${publicUrlOf(config, platform)}${serviceBase}/pay/notice/${name}/${platform.notaryId}`

/** The channels of a platform by which no money moves; one that is not open any more is none of them. */
export function sandboxesOf(config: ReadSettings, notaryId: string): ReadonlySet<string> {
  const open = Object.entries(channelsOf(config, notaryId))
  return new Set(open.flatMap(([name, channel]) => (channel.isSandbox ? [name] : [])))
}
