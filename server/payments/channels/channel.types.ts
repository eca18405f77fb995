import type { IncomingHttpHeaders } from 'node:http'

export type PayChannelName = 'wechat' | 'alipay'
/**
 * `qr` to be scanned (WeChat native, Alipay precreate); `page` the vendor's page on a computer (Alipay page.pay only); `phone` a phone's
 * browser (WeChat H5, Alipay wap); `in-app` inside WeChat (JSAPI).
 */
export type PayScene = 'qr' | 'page' | 'phone' | 'in-app'

export interface PayRequest {
  /** `out_trade_no`: 6 to 32 of [0-9A-Za-z]. */
  number: string
  subject: string
  fen: number
  expiresAt: Date
  noticeUrl: string
  returnUrl: string
  payerIp: string
  /** Of the payer at the channel's own appid; `in-app` needs it. */
  openid?: string
}

export type PayOffer =
  | { qr: string }
  | { url: string }
  | {
      inApp: {
        appId: string
        timeStamp: string
        nonceStr: string
        package: string
        signType: 'RSA'
        paySign: string
      }
    }

/**
 * `unknown`: the vendor has no such order (nobody opened its page yet, with Alipay). `refunded`: it was paid, and something of it was
 * given back; Alipay's answers say so only once all of it was. `fen` is what the order was made out for.
 */
export interface PayState {
  state: 'unknown' | 'waiting' | 'paid' | 'closed' | 'refunded'
  vendorNumber?: string
  fen?: number
  paidAt?: Date
}

export interface RefundState {
  state: 'unknown' | 'running' | 'done' | 'failed'
  vendorNumber?: string
  fen?: number
  /** Running until the merchant's staff act at the vendor: the payer's card takes no money any more (WeChat's `ABNORMAL`). */
  needsStaff?: true
}

export interface PayNotice {
  channel: PayChannelName
  /** The vendor's id of this event. */
  id: string
  number: string
  state: PayState
  refund?: RefundState & { number: string }
}

export interface BillLine {
  kind: 'payment' | 'refund'
  number: string
  refundNumber?: string
  /** Of a refund WeChat's own number, with Alipay the order's: it gives refunds none. */
  vendorNumber: string
  fen: number
  at: Date
}

export interface RefundRequest {
  number: string
  refundNumber: string
  fen: number
  /** What the whole order was paid with. */
  ofFen: number
  reason: string
  /** Where WeChat tells how it ended; Alipay tells it where it told of the payment. */
  noticeUrl?: string
}

/** One way of paying at one merchant. Every call throws `ChannelFailure` for what brought nothing. */
export interface PayChannel {
  name: PayChannelName
  /** Whether its vendor stands elsewhere than the real one does: no money moves. */
  isSandbox: boolean
  scenes: readonly PayScene[]
  begin(request: PayRequest, scene: PayScene): Promise<PayOffer>
  ask(number: string): Promise<PayState>
  /** What it was when it was closed: an order that is paid is not closed. */
  close(number: string): Promise<PayState>
  refund(request: RefundRequest): Promise<RefundState>
  askRefund(number: string, refundNumber: string): Promise<RefundState>
  /** Throws `ForgedNotice` for what the vendor did not sign, is too old or is not for this merchant. */
  readNotice(headers: IncomingHttpHeaders, rawBody: Buffer): PayNotice
  /** What the vendor must be answered when the notice is taken. */
  taken: { status: number; type?: string; body: string }
  /** Lines of a day (Asia/Shanghai, yyyy-MM-dd), streamed; memory does not grow with them. */
  bill(day: string): AsyncIterable<BillLine>
}
