import type { PayState } from '../channel.types.ts'
import { beijingInstantIn, textIn } from '../exact-fields.ts'
import { fenOfYuan } from '../../../../contract/kit/money.ts'

/**
 * An order as answers and notices tell of it; undefined where something of it is missing. `paid_at` is when it was paid, where it was:
 * `TRADE_CLOSED` means given back in whole as well as closed before anybody paid.
 */
export function tradeIn(fields: Record<string, unknown>, isRefund = false): PayState | undefined {
  const status = fields['trade_status']
  const [paidAt, vendorNumber] = [beijingInstantIn(fields['paid_at']), textIn(fields['trade_no'])]
  if (status === 'WAIT_BUYER_PAY') return { state: 'waiting' }
  if (status === 'TRADE_CLOSED' && !paidAt && !isRefund) return { state: 'closed' }
  if (typeof status !== 'string' || !/^TRADE_(SUCCESS|FINISHED|CLOSED)$/.test(status)) return undefined
  const fen = fenOfYuan(fields['total_amount'])
  if (!fen || fen < 0 || !vendorNumber) return undefined
  const state = isRefund || status === 'TRADE_CLOSED' ? 'refunded' : 'paid'
  // A product of Alipay's may leave the time out of its answers; that it was paid is said by the state.
  return { state, vendorNumber, fen, ...(paidAt && { paidAt }) }
}
