import { generateKeyPair, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { type AlipayTradeVendor, startAlipayTrade } from './alipay-trade.ts'
import { startWechatPay, type WechatPayVendor } from './wechat-pay.ts'

export interface Sandbox {
  wechat: WechatPayVendor
  alipay: AlipayTradeVendor
  /** What a service's settings files would hold, to have them as its vendors. */
  settings: { wechatPay: object; alipay: object }
  close(): Promise<void>
}

const newPair = () => promisify(generateKeyPair)('rsa', { modulusLength: 2048 })

const pem = { format: 'pem', type: 'pkcs8' } as const
const publicPem = { format: 'pem', type: 'spki' } as const

/** WeChat Pay and Alipay on this machine, where people pay by a button and no money moves. Orders live as long as it does. */
export async function startSandbox({ patience = 10 } = {}): Promise<Sandbox> {
  const [merchant, wechat, app, alipay, stranger] = await Promise.all([
    newPair(),
    newPair(),
    newPair(),
    newPair(),
    newPair(),
  ])
  const [merchantId, appId, merchantSerial] = [
    '1900000001',
    'wx5a4d626f78000001',
    '5A4D626F780000000000000000000000000001',
  ]
  const apiV3Key = randomBytes(16).toString('hex')
  const serial = 'PUB_KEY_ID_0119000000012026112400000000000001'
  const of = { appId: '2021000000000009', sellerId: '2088000000000009' }
  const vendors = await Promise.all([
    startWechatPay({
      merchantId,
      appId,
      merchantSerial,
      merchant: merchant.publicKey,
      apiV3Key,
      vendor: { [serial]: wechat.privateKey },
      stranger: stranger.privateKey,
    }),
    startAlipayTrade(
      { apps: { [of.appId]: app.publicKey }, alipay: alipay.privateKey, stranger: stranger.privateKey },
      of,
    ),
  ])
  return {
    wechat: vendors[0],
    alipay: vendors[1],
    settings: {
      wechatPay: {
        merchantId,
        appId,
        merchantSerial,
        privateKey: merchant.privateKey.export(pem),
        apiV3Key,
        publicKeys: { [serial]: wechat.publicKey.export(publicPem) },
        endpoint: vendors[0].endpoint,
        patience,
      },
      alipay: {
        ...of,
        privateKey: app.privateKey.export(pem),
        alipayPublicKey: alipay.publicKey.export(publicPem),
        signIn: false,
        certify: false,
        payments: true,
        endpoint: vendors[1].endpoint,
        patience,
      },
    },
    async close() {
      await Promise.all(vendors.map((one) => one.close()))
    },
  }
}
