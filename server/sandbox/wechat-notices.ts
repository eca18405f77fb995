import { randomUUID } from 'node:crypto'
import { shanghaiText } from '../../contract/kit/shanghai-time.ts'
import type { SandboxNotice } from './notices.ts'
import type { SandboxOrder, SandboxRefund } from './orders.ts'
import { sealedResource, signatureHeaders, type WechatPayKeys } from './wechat-signatures.ts'

/** How a notice is, where not as the vendor would send it. */
export type WechatNoticeMischief =
  | 'stranger'
  | 'tampered'
  | 'resealed'
  | 'old'
  | 'ahead'
  | 'probe'
  | 'unsigned'
  | 'unknown serial'
  | { fields: Record<string, unknown> }

export const wireTime = (at: Date) => `${shanghaiText(at).replace(' ', 'T')}+08:00`

/** An order as answers and notices tell of it. */
export function transactionOf({ appId, merchantId }: WechatPayKeys, order: SandboxOrder) {
  const isPaid = order.state === 'paid'
  return {
    appid: appId,
    mchid: merchantId,
    out_trade_no: order.number,
    trade_state: isPaid
      ? order.refunds.length
        ? 'REFUND'
        : 'SUCCESS'
      : order.state === 'closed'
        ? 'CLOSED'
        : 'NOTPAY',
    trade_state_desc: '-',
    amount: { total: order.fen, ...(isPaid && { payer_total: order.fen, currency: 'CNY', payer_currency: 'CNY' }) },
    ...(isPaid && {
      transaction_id: order.vendorNumber,
      trade_type: 'NATIVE',
      bank_type: 'OTHERS',
      attach: '',
      success_time: wireTime(order.paidAt!),
      payer: { openid: 'oUpF8uMuAJO_M2pxb1Q9zNjWeS6o' },
    }),
  }
}

const statuses = { running: 'PROCESSING', done: 'SUCCESS', failed: 'CLOSED', stuck: 'ABNORMAL' }

export const refundOf = (order: SandboxOrder, refund: SandboxRefund) => ({
  refund_id: refund.vendorNumber,
  out_refund_no: refund.number,
  transaction_id: order.vendorNumber,
  out_trade_no: order.number,
  channel: 'ORIGINAL',
  user_received_account: '-',
  create_time: wireTime(refund.at),
  status: statuses[refund.state],
  amount: {
    total: order.fen,
    refund: refund.fen,
    payer_total: order.fen,
    payer_refund: refund.fen,
    settlement_total: order.fen,
    settlement_refund: refund.fen,
    discount_refund: 0,
    currency: 'CNY',
  },
})

/** A notice of a payment, or of a refund of it. */
export function wechatNotice(
  keys: WechatPayKeys,
  { order, refund, id = randomUUID() }: { order: SandboxOrder; refund?: SandboxRefund | undefined; id?: string },
  now: Date,
  how?: WechatNoticeMischief,
): SandboxNotice {
  const fields = { ...(refund ? refundFields(keys, order, refund) : transactionOf(keys, order)) }
  if (typeof how === 'object') Object.assign(fields, how.fields)
  const event = refund ? `REFUND.${statuses[refund.state]}` : 'TRANSACTION.SUCCESS'
  const sealing = how === 'resealed' ? { ...keys, apiV3Key: 'x'.repeat(32) } : keys
  const body = JSON.stringify({
    id,
    create_time: wireTime(now),
    resource_type: 'encrypt-resource',
    event_type: event,
    summary: '-',
    resource: sealedResource(sealing, fields, refund ? 'refund' : 'transaction'),
  })
  const at = new Date(now.getTime() + (how === 'old' ? -301_000 : how === 'ahead' ? 302_000 : 0))
  const headers: Record<string, string> = signatureHeaders(keys, body, {
    at,
    ...(how === 'stranger' && { key: keys.stranger }),
  })
  if (how === 'probe') headers['wechatpay-signature'] = `WECHATPAY/SIGNTEST/${headers['wechatpay-signature']}`
  if (how === 'unknown serial') headers['wechatpay-serial'] = 'PUB_KEY_ID_0000000000'
  return {
    headers: { 'content-type': 'application/json', ...(how === 'unsigned' ? {} : headers) },
    body: how === 'tampered' ? body.replace('"ciphertext":"', '"ciphertext":"A') : body,
  }
}

function refundFields({ merchantId }: WechatPayKeys, order: SandboxOrder, refund: SandboxRefund) {
  return {
    mchid: merchantId,
    transaction_id: order.vendorNumber,
    out_trade_no: order.number,
    refund_id: refund.vendorNumber,
    out_refund_no: refund.number,
    refund_status: statuses[refund.state],
    success_time: wireTime(refund.at),
    user_received_account: '-',
    amount: { total: order.fen, refund: refund.fen, payer_total: order.fen, payer_refund: refund.fen },
  }
}
