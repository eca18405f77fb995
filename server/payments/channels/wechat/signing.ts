import { randomBytes, sign, verify } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { WechatMerchant, WechatPayKey } from './wechat-pay.settings.ts'

/** How far the vendor's clock and ours may be apart, and how long a signature is good: seconds. */
const oldest = 300

const base64 = /^[A-Za-z0-9+/]+={0,2}$/

const signLines = (lines: string[], { privateKey }: WechatMerchant) =>
  sign('sha256', Buffer.from(lines.map((line) => `${line}\n`).join('')), privateKey).toString('base64')

export const newNonce = () => randomBytes(16).toString('hex').toUpperCase()

/** The `Authorization` of a request; `target` is path and query as they are sent. */
export function authorizationOf(
  merchant: WechatMerchant,
  { method, target, body }: { method: string; target: string; body: string },
  now: Date,
): string {
  const timestamp = String(Math.floor(now.getTime() / 1_000))
  const nonce = newNonce()
  const given = {
    mchid: merchant.merchantId,
    nonce_str: nonce,
    timestamp,
    serial_no: merchant.merchantSerial,
    signature: signLines([method, target, timestamp, nonce, body], merchant),
  }
  return `WECHATPAY2-SHA256-RSA2048 ${Object.entries(given)
    .map(([name, value]) => `${name}="${value}"`)
    .join(',')}`
}

/** What a page inside WeChat needs to open the payment. */
export function inAppOf(merchant: WechatMerchant, prepayId: string, now: Date) {
  const timeStamp = String(Math.floor(now.getTime() / 1_000))
  const nonceStr = newNonce()
  const packed = `prepay_id=${prepayId}`
  const paySign = signLines([merchant.appId, timeStamp, nonceStr, packed], merchant)
  return { appId: merchant.appId, timeStamp, nonceStr, package: packed, signType: 'RSA' as const, paySign }
}

const isGoodAt = ({ certificate }: WechatPayKey, now: Date) =>
  !certificate || (certificate.validFromDate <= now && now <= certificate.validToDate)

/** What keeps bytes from being the vendor's, signed now; undefined where nothing does. `unsigned`: not even the claim. */
export type SignatureFault = 'unsigned' | 'probe' | 'old' | 'serial' | 'signature'

/**
 * An answer or a notice. Its body is taken as the bytes that came. WeChat Pay sends wrong signatures beginning `WECHATPAY/SIGNTEST/` now
 * and then, to see them refused: told apart so that nobody is alarmed.
 */
export function faultOf(
  merchant: WechatMerchant,
  headers: IncomingHttpHeaders,
  body: Buffer,
  now: Date,
): SignatureFault | undefined {
  const of = (name: string) => headers[`wechatpay-${name}`]
  const given = [of('timestamp'), of('nonce'), of('serial'), of('signature')]
  if (given.every((one) => !one)) return 'unsigned'
  const [timestamp, nonce, serial, signature] = given
  if (typeof signature === 'string' && signature.startsWith('WECHATPAY/SIGNTEST/')) return 'probe'
  if (typeof timestamp !== 'string' || typeof nonce !== 'string' || typeof signature !== 'string') return 'signature'
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(now.getTime() / 1_000 - Number(timestamp)) > oldest) return 'old'
  const known = typeof serial === 'string' ? merchant.vendor.get(serial) : undefined
  if (!known || !isGoodAt(known, now)) return 'serial'
  const text = Buffer.concat([Buffer.from(`${timestamp}\n${nonce}\n`), body, Buffer.from('\n')])
  const isRight = base64.test(signature) && verify('sha256', text, known.key, Buffer.from(signature, 'base64'))
  return isRight ? undefined : 'signature'
}
