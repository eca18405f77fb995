import { alipaySettings } from '../../../server/kit/alipay/alipay.settings.ts'
import type { ReadSettings } from '../../../server/kit/settings/settings-group.ts'
import { wechatPaySettings } from '../../../server/payments/channels/wechat/wechat-pay.settings.ts'
import { giveSettings } from '../give-settings.ts'

/** Gives a service what a file says of WeChat Pay, as it reads the file when it starts. */
export const giveWechatPay = (config: ReadSettings, path?: string) =>
  giveSettings(
    config,
    wechatPaySettings,
    wechatPaySettings.check({ SHIMAKAZE_WECHAT_PAY_SETTINGS_FILE: path }).read(false),
  )

/** The same of Alipay. */
export const giveAlipay = (config: ReadSettings, path?: string) =>
  giveSettings(config, alipaySettings, alipaySettings.check({ SHIMAKAZE_ALIPAY_SETTINGS_FILE: path }).read(false))

/** A service that has nothing but what the files say. */
export function configOf({ wechatPath, alipayPath }: { wechatPath?: string; alipayPath?: string }): ReadSettings {
  const config: ReadSettings = { groups: new Map() }
  giveWechatPay(config, wechatPath)
  giveAlipay(config, alipayPath)
  return config
}
