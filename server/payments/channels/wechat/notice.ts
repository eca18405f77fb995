import { createDecipheriv } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { PayNotice } from '../channel.types.ts'
import { textIn } from '../exact-fields.ts'
import { ForgedNotice } from '../failure.types.ts'
import { faultOf } from './signing.ts'
import { orderIn, refundIn } from './states.ts'
import type { WechatMerchant } from './wechat-pay.settings.ts'

type Fields = Record<string, unknown>

const forged = (why: string) => new ForgedNotice('wechat', why)
const tagLength = 16

export function readWechatNotice(
  merchant: WechatMerchant,
  { headers, body }: { headers: IncomingHttpHeaders; body: Buffer },
  now: Date,
): PayNotice {
  const fault = faultOf(merchant, headers, body, now)
  if (fault) throw forged(fault)
  const notice = objectIn(body)
  const id = textIn(notice['id'])
  if (!id || notice['resource_type'] !== 'encrypt-resource') throw forged('fields')
  const fields = opened(notice['resource'], merchant.apiV3Key)
  const event = notice['event_type']
  if (event === 'TRANSACTION.SUCCESS') {
    const order = orderIn(fields, merchant)
    if (typeof order === 'string') throw forged(order)
    return { channel: 'wechat', id, ...order }
  }
  if (typeof event !== 'string' || !/^REFUND\.(SUCCESS|ABNORMAL|CLOSED)$/.test(event)) throw forged('event')
  if (fields['mchid'] !== merchant.merchantId) throw forged('merchant')
  const found = refundIn(fields, 'refund_status')
  if (typeof found === 'string') throw forged(found)
  const { number, refundNumber, ofFen, refund } = found
  const state = refund.state === 'done' ? 'refunded' : 'paid'
  return { channel: 'wechat', id, number, state: { state, fen: ofFen }, refund: { ...refund, number: refundNumber } }
}

function objectIn(bytes: Uint8Array): Fields {
  try {
    const parsed: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return parsed as Fields
  } catch {
    // The same as any other text that is no object.
  }
  throw forged('no-json')
}

/** AES-256-GCM; nothing is read before its tag is right. */
function opened(resource: unknown, key: Buffer): Fields {
  const { algorithm, ciphertext, nonce, associated_data: about = '' } = (resource ?? {}) as Fields
  if (algorithm !== 'AEAD_AES_256_GCM' || typeof ciphertext !== 'string' || typeof about !== 'string')
    throw forged('resource')
  const sealed = Buffer.from(ciphertext, 'base64')
  if (typeof nonce !== 'string' || Buffer.byteLength(nonce) !== 12 || sealed.length <= tagLength)
    throw forged('resource')
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(nonce), { authTagLength: tagLength })
  decipher.setAAD(Buffer.from(about)).setAuthTag(sealed.subarray(-tagLength))
  try {
    return objectIn(Buffer.concat([decipher.update(sealed.subarray(0, -tagLength)), decipher.final()]))
  } catch (error) {
    throw error instanceof ForgedNotice ? error : forged('sealed')
  }
}
