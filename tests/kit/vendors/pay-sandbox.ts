import { alipaySettings } from '../../../server/kit/alipay/alipay.settings.ts'
import { wechatPaySettings } from '../../../server/payments/channels/wechat/wechat-pay.settings.ts'
import { startSandbox } from '../../../server/sandbox/sandbox.ts'
import type { TestApp } from '../build-test-app.ts'
import { giveSettings } from '../give-settings.ts'
import { settingsFolder } from './settings.ts'

/** Vendors through whom people of a service pay by a button; those of `only`, where its other vendors are to stay. */
export async function openPaySandbox({ services: { config } }: TestApp, only?: 'wechat') {
  const sandbox = await startSandbox()
  const folder = await settingsFolder()
  const wechat = await folder.write('wechat-pay.json', sandbox.settings.wechatPay)
  const alipay = await folder.write('alipay-pay.json', sandbox.settings.alipay)
  const read = <T>(check: { problems: readonly string[]; read(production: boolean): T }) => {
    if (check.problems.length) throw new Error(check.problems.join())
    return check.read(false)
  }
  giveSettings(config, wechatPaySettings, read(wechatPaySettings.check({ SHIMAKAZE_WECHAT_PAY_SETTINGS_FILE: wechat })))
  if (!only)
    giveSettings(config, alipaySettings, read(alipaySettings.check({ SHIMAKAZE_ALIPAY_SETTINGS_FILE: alipay })))
  return {
    sandbox,
    close: () => Promise.all([sandbox.close(), folder.remove()]),
  }
}
