import { createCipheriv, type KeyObject, randomBytes, sign, verify } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

export interface WechatPayKeys {
  merchantId: string
  appId: string
  merchantSerial: string
  /** The merchant's public one, by which requests are verified. */
  merchant: KeyObject
  apiV3Key: string
  /** What answers and notices are signed with, by serial; the first unless a request names another. */
  vendor: Record<string, KeyObject>
  stranger: KeyObject
}

/** Throws for what the vendor refuses, with status and code. */
export class WechatRefusal extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string, why = code) {
    super(why)
    this.status = status
    this.code = code
  }
}

/** Requests as the vendor verifies them: every part of `Authorization`, its age, and the signature over what came. */
export function requireOurSignature(
  keys: WechatPayKeys,
  { method, target, body, headers }: { method: string; target: string; body: Buffer; headers: IncomingHttpHeaders },
  now: Date,
): void {
  const refuse = (why: string) => {
    throw new WechatRefusal(401, 'SIGN_ERROR', why)
  }
  const [, scheme, rest = ''] = /^(\S+) (.+)$/.exec(headers.authorization ?? '') ?? []
  if (scheme !== 'WECHATPAY2-SHA256-RSA2048') refuse('scheme')
  const parts = [...rest.matchAll(/(?:^|,)(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value] as const)
  const given = Object.fromEntries(parts) as Record<string, string>
  if (parts.length !== 5 || rest !== parts.map(([name, value]) => `${name}="${value}"`).join(',')) refuse('parts')
  const { mchid, nonce_str: nonce, timestamp, serial_no: serial, signature } = given
  if (mchid !== keys.merchantId) refuse('mchid')
  if (serial !== keys.merchantSerial) refuse('serial')
  if (!nonce || !/^[0-9A-Za-z]{16,32}$/.test(nonce)) refuse('nonce')
  if (!/^\d{10}$/.test(timestamp ?? '') || Math.abs(Number(timestamp) - now.getTime() / 1_000) > 300)
    refuse('timestamp')
  const text = Buffer.concat([Buffer.from(`${method}\n${target}\n${timestamp}\n${nonce}\n`), body, Buffer.from('\n')])
  if (!verify('RSA-SHA256', text, keys.merchant, Buffer.from(signature ?? '', 'base64'))) refuse('signature')
}

export interface Signing {
  serial?: string | undefined
  key?: KeyObject
  at: Date
}

/** The headers that an answer or a notice is signed by. */
export function signatureHeaders(keys: WechatPayKeys, body: string | Buffer, { serial, key, at }: Signing) {
  const named = serial && keys.vendor[serial] ? serial : Object.keys(keys.vendor)[0]!
  const timestamp = String(Math.floor(at.getTime() / 1_000))
  const nonce = randomBytes(16).toString('hex')
  const text = Buffer.concat([Buffer.from(`${timestamp}\n${nonce}\n`), Buffer.from(body), Buffer.from('\n')])
  return {
    'wechatpay-timestamp': timestamp,
    'wechatpay-nonce': nonce,
    'wechatpay-serial': named,
    'wechatpay-signature-type': 'WECHATPAY2-SHA256-RSA2048',
    'wechatpay-signature': sign('RSA-SHA256', text, key ?? keys.vendor[named]!).toString('base64'),
  }
}

/** The resource of a notice, sealed by AES-256-GCM. */
export function sealedResource(keys: WechatPayKeys, fields: object, type: string) {
  const nonce = randomBytes(6).toString('hex')
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(keys.apiV3Key), Buffer.from(nonce)).setAAD(Buffer.from(type))
  const sealed = Buffer.concat([cipher.update(JSON.stringify(fields), 'utf8'), cipher.final(), cipher.getAuthTag()])
  return {
    original_type: type,
    algorithm: 'AEAD_AES_256_GCM',
    ciphertext: sealed.toString('base64'),
    associated_data: type,
    nonce,
  }
}
