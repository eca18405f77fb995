import type { PayChannel, PayOffer, PayRequest, PayScene, PayState, RefundState } from '../channel.types.ts'
import { shanghaiText } from '../../../../contract/kit/shanghai-time.ts'
import { fitting, textIn } from '../exact-fields.ts'
import { ChannelFailure } from '../failure.types.ts'
import { closeOrder } from '../close-order.ts'
import { wechatBill } from './bill.ts'
import { type WechatPayClient, wechatPayClient } from './client.ts'
import { readWechatNotice } from './notice.ts'
import { inAppOf } from './signing.ts'
import { orderIn, refundIn } from './states.ts'
import type { WechatMerchant } from './wechat-pay.settings.ts'

const orders = '/v3/pay/transactions'
const refunds = '/v3/refund/domestic/refunds'

/** What says that there is no such order or refund. */
const absent = new Set(['ORDER_NOT_EXIST', 'ORDERNOTEXIST', 'RESOURCE_NOT_EXISTS', 'NOT_FOUND'])
const isAbsent = (error: unknown) =>
  error instanceof ChannelFailure && error.kind === 'business' && absent.has(error.code)

/** WeChat Pay, API v3, for a merchant of its own. */
export function wechatPay(merchant: WechatMerchant, now: () => Date): PayChannel {
  const client = wechatPayClient(merchant, now)
  const ask = async (number: string): Promise<PayState> => {
    const query = new URLSearchParams({ mchid: merchant.merchantId })
    const target = `${orders}/out-trade-no/${encodeURIComponent(number)}?${query.toString()}`
    try {
      const found = orderIn(await client.call('order', { method: 'GET', target }), merchant)
      if (typeof found === 'string') throw new ChannelFailure('wechat', 'order', 'untrusted', found)
      if (found.number !== number) throw new ChannelFailure('wechat', 'order', 'untrusted', 'of-another')
      return found.state
    } catch (error) {
      if (isAbsent(error)) return { state: 'unknown' }
      throw error
    }
  }
  return {
    name: 'wechat',
    isSandbox: merchant.endpoint !== undefined,
    scenes: ['qr', 'phone', 'in-app'],
    begin: (request, scene) => begin(client, merchant, { request, scene }, now()),
    ask,
    close(number) {
      const target = `${orders}/out-trade-no/${encodeURIComponent(number)}/close`
      const body = { mchid: merchant.merchantId }
      return closeOrder(
        () => client.call('close', { method: 'POST', target, body }),
        () => ask(number),
      )
    },
    refund: ({ number, refundNumber, fen, ofFen, reason, noticeUrl }) =>
      refundOf({ number, refundNumber }, () =>
        client.call('refund', {
          method: 'POST',
          target: refunds,
          body: {
            out_trade_no: number,
            out_refund_no: refundNumber,
            ...(reason && { reason: fitting(reason, 80) }),
            ...(noticeUrl && { notify_url: noticeUrl }),
            amount: { refund: fen, total: ofFen, currency: 'CNY' },
          },
        }),
      ),
    async askRefund(number, refundNumber) {
      const target = `${refunds}/${encodeURIComponent(refundNumber)}`
      try {
        return await refundOf({ number, refundNumber }, () => client.call('refund', { method: 'GET', target }))
      } catch (error) {
        if (isAbsent(error)) return { state: 'unknown' }
        throw error
      }
    },
    readNotice: (headers, body) => readWechatNotice(merchant, { headers, body }, now()),
    taken: { status: 204, body: '' },
    bill: (day) => wechatBill(client, merchant, day),
  }
}

async function begin(
  client: WechatPayClient,
  merchant: WechatMerchant,
  { request, scene }: { request: PayRequest; scene: PayScene },
  now: Date,
): Promise<PayOffer> {
  const { number, subject, fen, expiresAt, noticeUrl, returnUrl, payerIp, openid } = request
  const order = {
    appid: merchant.appId,
    mchid: merchant.merchantId,
    description: fitting(subject, 127),
    out_trade_no: number,
    time_expire: `${shanghaiText(expiresAt).replace(' ', 'T')}+08:00`,
    notify_url: noticeUrl,
    amount: { total: fen, currency: 'CNY' },
  }
  const post = async (way: string, more: object, answered: string) => {
    const answer = await client.call(way, { method: 'POST', target: `${orders}/${way}`, body: { ...order, ...more } })
    const value = textIn(answer[answered], 1_024) ?? ''
    if (!value) throw new ChannelFailure('wechat', way, 'untrusted', 'fields')
    return value
  }
  const scene_info = { payer_client_ip: payerIp }
  if (scene === 'qr') return { qr: await post('native', { scene_info }, 'code_url') }
  if (scene === 'phone') {
    const url = await post('h5', { scene_info: { ...scene_info, h5_info: { type: 'Wap' } } }, 'h5_url')
    return { url: `${url}${url.includes('?') ? '&' : '?'}redirect_url=${encodeURIComponent(returnUrl)}` }
  }
  if (scene === 'in-app' && openid)
    return { inApp: inAppOf(merchant, await post('jsapi', { payer: { openid }, scene_info }, 'prepay_id'), now) }
  throw new ChannelFailure('wechat', scene, 'ours', scene === 'in-app' ? 'no-openid' : 'no-such-scene')
}

async function refundOf(
  asked: { number: string; refundNumber: string },
  call: () => Promise<Record<string, unknown>>,
): Promise<RefundState> {
  const found = refundIn(await call(), 'status')
  if (typeof found === 'string') throw new ChannelFailure('wechat', 'refund', 'untrusted', found)
  if (found.number !== asked.number || found.refundNumber !== asked.refundNumber)
    throw new ChannelFailure('wechat', 'refund', 'untrusted', 'of-another')
  return found.refund
}
