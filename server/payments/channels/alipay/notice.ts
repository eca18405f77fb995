import type { AlipayApp } from '../../../kit/alipay/alipay.settings.ts'
import { readAlipayNotice } from '../../../kit/alipay/notice.ts'
import type { PayNotice } from '../channel.types.ts'
import { beijingInstantIn, textIn } from '../exact-fields.ts'
import { ForgedNotice } from '../failure.types.ts'
import { tradeIn } from './states.ts'

const forged = (why: string) => new ForgedNotice('alipay', why)
const hour = 3_600_000

export function readTradeNotice(app: AlipayApp, body: Buffer, now: Date): PayNotice {
  const fields = readAlipayNotice(app, body, now)
  if (!fields) throw forged('signature')
  if (fields['app_id'] !== app.appId) throw forged('app')
  if (app.sellerId && fields['seller_id'] !== app.sellerId) throw forged('seller')
  if (fields['notify_type'] !== 'trade_status_sync') throw forged('event')
  // It is repeated for 25 hours, and whether with the time of the first nobody says.
  const age = now.getTime() - (beijingInstantIn(fields['notify_time'])?.getTime() ?? Number.NaN)
  if (!(age < 48 * hour && age > -hour / 4)) throw forged('old')
  const [id, number] = [textIn(fields['notify_id']), textIn(fields['out_trade_no'])]
  const isRefund = Boolean(fields['refund_fee'])
  const state = tradeIn({ ...fields, paid_at: fields['gmt_payment'] }, isRefund)
  if (!id || !number || !state) throw forged('fields')
  const refundNumber = isRefund ? textIn(fields['out_biz_no']) : undefined
  return {
    channel: 'alipay',
    id,
    number,
    state,
    // How much it was is not in it: its `refund_fee` is all that was ever given back of the order.
    ...(refundNumber && { refund: { state: 'done', number: refundNumber } }),
  }
}
