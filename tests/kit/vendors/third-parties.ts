import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { expect } from 'vitest'
import type { Provider } from '../../../contract/accounts/third-provider.ts'
import { startAlipay } from '../../../server/sandbox/alipay-gateway.ts'
import { settingsFolder } from './settings.ts'
import { startWechat } from './wechat.ts'

export const wechatId = 'wx0123456789abcdef'
/** Of the platform that the settings call `other`. */
export const otherWechatId = 'wxother0123456789'
const [alipayId, secret] = ['2021000000000001', 'secret-of-wechat']
const pair = () => generateKeyPairSync('rsa', { modulusLength: 2048 })
const pem = (key: KeyObject) => key.export({ type: key.type === 'private' ? 'pkcs8' : 'spki', format: 'pem' })

/** WeChat and Alipay on this machine, and the settings that lead there. */
export async function openThirdParties(domain?: string, patience = 0.5) {
  const [app, theirs, stranger] = [pair(), pair(), pair()]
  const wechat = await startWechat({ [wechatId]: secret, [otherWechatId]: secret }, domain)
  const alipay = await startAlipay({
    apps: { [alipayId]: app.publicKey },
    alipay: theirs.privateKey,
    stranger: stranger.privateKey,
    ...(domain ? { domain } : {}),
  })
  const folder = await settingsFolder()
  return {
    wechat,
    alipay,
    env: {
      SHIMAKAZE_WECHAT_SETTINGS_FILE: await folder.write('wechat.json', {
        appId: wechatId,
        secret,
        endpoint: wechat.endpoint,
        patience,
        platforms: { other: { appId: otherWechatId, secret } },
      }),
      SHIMAKAZE_ALIPAY_SETTINGS_FILE: await folder.write('alipay.json', {
        appId: alipayId,
        privateKey: pem(app.privateKey),
        alipayPublicKey: pem(theirs.publicKey),
        endpoint: alipay.endpoint,
        patience,
      }),
    },
    close: () => Promise.all([wechat.close(), alipay.close(), folder.remove()]),
  }
}

/** Visits a vendor's page without a browser, agrees or refuses, and reads what a browser would bring back. */
export async function visitVendor(url: string, choice: 'agree' | 'refuse' = 'agree') {
  const page = await (await fetch(url)).text()
  const href =
    new RegExp(`id="${choice}" href="([^"]+)"`).exec(page)?.[1]?.replaceAll('&#38;', '&') ?? expect.fail(page)
  const { pathname, searchParams: query } = new URL(href)
  return {
    provider: (pathname.endsWith('wechat') ? 'WECHAT' : 'ALIPAY') as Provider,
    state: query.get('state')!,
    authCode: query.get('code') ?? query.get('auth_code') ?? undefined,
  }
}
