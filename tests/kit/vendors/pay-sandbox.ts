import { startSandbox } from '../../../server/sandbox/sandbox.ts'
import type { TestApp } from '../build-test-app.ts'
import { giveAlipay, giveWechatPay } from './pay-settings.ts'
import { settingsFolder } from './settings.ts'

/** Vendors through whom people of a service pay by a button; those of `only`, where its other vendors are to stay. */
export async function openPaySandbox({ services: { config } }: TestApp, only?: 'wechat') {
  const sandbox = await startSandbox()
  const folder = await settingsFolder()
  giveWechatPay(config, await folder.write('wechat-pay.json', sandbox.settings.wechatPay))
  if (!only) giveAlipay(config, await folder.write('alipay-pay.json', sandbox.settings.alipay))
  return {
    sandbox,
    close: () => Promise.all([sandbox.close(), folder.remove()]),
  }
}
