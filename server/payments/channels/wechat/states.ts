import type { PayState, RefundState } from '../channel.types.ts'
import { fenIn, instantIn, textIn } from '../exact-fields.ts'
import type { WechatMerchant } from './wechat-pay.settings.ts'

type Fields = Record<string, unknown>

const inside = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {})

const states: Record<string, PayState['state']> = {
  SUCCESS: 'paid',
  REFUND: 'refunded',
  NOTPAY: 'waiting',
  USERPAYING: 'waiting',
  PAYERROR: 'waiting',
  CLOSED: 'closed',
  REVOKED: 'closed',
}

/** An order as answers and notices tell of it; a text says why it is none of this merchant's, or incomplete. */
export function orderIn(
  fields: Fields,
  { merchantId, appId }: WechatMerchant,
): { number: string; state: PayState } | string {
  const number = textIn(fields['out_trade_no'])
  if (fields['mchid'] !== merchantId) return 'merchant'
  if (fields['appid'] !== appId) return 'appid'
  const state = states[textIn(fields['trade_state']) ?? '']
  if (!number || !state) return 'fields'
  if (state !== 'paid' && state !== 'refunded') return { number, state: { state } }
  const { total, currency } = inside(fields['amount'])
  const [fen, paidAt, vendorNumber] = [
    fenIn(total),
    instantIn(fields['success_time']),
    textIn(fields['transaction_id']),
  ]
  if (currency !== 'CNY') return 'currency'
  return fen && paidAt && vendorNumber ? { number, state: { state, vendorNumber, fen, paidAt } } : 'fields'
}

const refundStates: Record<string, RefundState> = {
  SUCCESS: { state: 'done' },
  PROCESSING: { state: 'running' },
  CLOSED: { state: 'failed' },
  // Not its end: the merchant's staff choose at the vendor where the money goes.
  ABNORMAL: { state: 'running', needsStaff: true },
}

/** A refund as answers and, under `refund_status` and without a currency, notices tell of it. */
export function refundIn(
  fields: Fields,
  status: 'status' | 'refund_status',
): { number: string; refundNumber: string; ofFen: number; refund: RefundState } | string {
  const { refund, total, currency } = inside(fields['amount'])
  const [fen, ofFen, state] = [fenIn(refund), fenIn(total), refundStates[textIn(fields[status]) ?? '']]
  const [number, refundNumber, vendorNumber] = ['out_trade_no', 'out_refund_no', 'refund_id'].map((n) =>
    textIn(fields[n]),
  )
  if (currency !== 'CNY' && (status === 'status' || currency !== undefined)) return 'currency'
  if (!number || !refundNumber || !vendorNumber || !fen || !ofFen || !state) return 'fields'
  return { number, refundNumber, ofFen, refund: { ...state, vendorNumber, fen } }
}
