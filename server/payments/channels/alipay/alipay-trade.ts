import { type AlipayAnswer, alipayClient } from '../../../kit/alipay/client.ts'
import type { AlipayApp } from '../../../kit/alipay/alipay.settings.ts'
import { yuanOf } from '../../../../contract/kit/money.ts'
import type { PayChannel, PayRequest, PayScene, PayState, RefundState } from '../channel.types.ts'
import { shanghaiText } from '../../../../contract/kit/shanghai-time.ts'
import { fitting, textIn } from '../exact-fields.ts'
import { fenOfYuan } from '../../../../contract/kit/money.ts'
import { ChannelFailure } from '../failure.types.ts'
import { closeOrder } from '../close-order.ts'
import { alipayBill } from './bill.ts'
import { told } from './failures.ts'
import { readTradeNotice } from './notice.ts'
import { tradeIn } from './states.ts'

const isAbsent = (error: unknown) => error instanceof ChannelFailure && error.code === 'ACQ.TRADE_NOT_EXIST'

/** Bills separate their columns by commas, and not every one of them quotes what holds one. */
const words = (text: string) => fitting(text.replaceAll(',', '，'), 256)

const pages: Partial<Record<PayScene, { method: string; product: string }>> = {
  page: { method: 'alipay.trade.page.pay', product: 'FAST_INSTANT_TRADE_PAY' },
  phone: { method: 'alipay.trade.wap.pay', product: 'QUICK_WAP_WAY' },
}

/** Alipay's trades: a code to be scanned, a page on a computer, one on a phone. */
export function alipayTrade(app: AlipayApp, now: () => Date): PayChannel {
  const client = alipayClient(app, now)
  /** An answer about the order that was meant. */
  const call = async (
    name: string,
    bizContent: { out_trade_no: string; [more: string]: unknown },
    more: object = {},
  ): Promise<AlipayAnswer> => {
    const what = name.split('.').slice(2).join('.')
    const answer = await told(what, client.call(name, { bizContent, ...more }))
    if (answer['out_trade_no'] !== bizContent.out_trade_no)
      throw new ChannelFailure('alipay', what, 'untrusted', 'of-another')
    return answer
  }
  const ask = async (number: string): Promise<PayState> => {
    try {
      const answer = await call('alipay.trade.query', { out_trade_no: number })
      const state = tradeIn({ ...answer, paid_at: answer['send_pay_date'] })
      if (!state) throw new ChannelFailure('alipay', 'query', 'untrusted', 'fields')
      return state
    } catch (error) {
      if (isAbsent(error)) return { state: 'unknown' }
      throw error
    }
  }
  const askRefund = async (number: string, refundNumber: string): Promise<RefundState> => {
    try {
      const biz = { out_trade_no: number, out_request_no: refundNumber }
      return refundIn(await call('alipay.trade.fastpay.refund.query', biz), refundNumber)
    } catch (error) {
      if (isAbsent(error)) return { state: 'unknown' }
      throw error
    }
  }
  return {
    name: 'alipay',
    isSandbox: app.endpoint !== undefined,
    scenes: ['qr', 'page', 'phone'],
    async begin(request, scene) {
      const ways = { notify_url: request.noticeUrl }
      const page = pages[scene]
      if (page) {
        const params = { ...ways, return_url: request.returnUrl }
        return { url: client.pageUrl(page.method, { bizContent: orderOf(request, page.product), params }) }
      }
      if (scene !== 'qr') throw new ChannelFailure('alipay', scene, 'ours', 'no-such-scene')
      const answer = await call('alipay.trade.precreate', orderOf(request), { params: ways })
      const qr = textIn(answer['qr_code'], 1_024)
      if (!qr) throw new ChannelFailure('alipay', 'precreate', 'untrusted', 'fields')
      return { qr }
    },
    ask,
    // Never by `alipay.trade.cancel`: that gives the money back of an order that was paid a moment before.
    close: (number) =>
      closeOrder(
        () => call('alipay.trade.close', { out_trade_no: number }),
        () => ask(number),
      ),
    async refund({ number, refundNumber, fen, reason }) {
      const answer = await call('alipay.trade.refund', {
        out_trade_no: number,
        refund_amount: yuanOf(fen),
        out_request_no: refundNumber,
        ...(reason && { refund_reason: words(reason) }),
      })
      // `N` for a number that came before, and for what is not known yet: what became of it is asked.
      if (answer['fund_change'] !== 'Y') return askRefund(number, refundNumber)
      const vendorNumber = textIn(answer['trade_no'])
      return { state: 'done', fen, ...(vendorNumber && { vendorNumber }) }
    },
    askRefund,
    readNotice: (_, body) => readTradeNotice(app, body, now()),
    taken: { status: 200, type: 'text/plain', body: 'success' },
    bill: (day) => alipayBill(client, app, day),
  }
}

const orderOf = ({ number, subject, fen, expiresAt }: PayRequest, product?: string) => ({
  out_trade_no: number,
  total_amount: yuanOf(fen),
  subject: words(subject),
  time_expire: shanghaiText(expiresAt),
  ...(product && { product_code: product }),
})

/** Nothing is told of one that the vendor has not received, or that failed. */
function refundIn(answer: AlipayAnswer, refundNumber: string): RefundState {
  if (answer['refund_status'] === undefined) return { state: 'unknown' }
  const [fen, vendorNumber] = [fenOfYuan(answer['refund_amount']), textIn(answer['trade_no'])]
  if (answer['out_request_no'] !== refundNumber)
    throw new ChannelFailure('alipay', 'refund.query', 'untrusted', 'of-another')
  if (answer['refund_status'] !== 'REFUND_SUCCESS' || !fen || fen < 0 || !vendorNumber)
    throw new ChannelFailure('alipay', 'refund.query', 'untrusted', 'fields')
  return { state: 'done', fen, vendorNumber }
}
