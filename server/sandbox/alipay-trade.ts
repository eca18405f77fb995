import { randomBytes, randomUUID } from 'node:crypto'
import { yuanOf } from '../../contract/kit/money.ts'
import { shanghaiDay, shanghaiText } from '../../contract/kit/shanghai-time.ts'
import { type AlipayKeys, type Asked, type Method, Refusal, signedBy } from './alipay-answers.ts'
import { type AlipayVendor, startAlipay } from './alipay-gateway.ts'
import { alipayBillFile, type BillMischief, rowsOf } from './bills.ts'
import { type Cashier, cashier } from './cashier.ts'
import { noticeSender, type NoticeSender, type SandboxNotice } from './notices.ts'
import { type OrderBook, orderBook, refundedOf, type SandboxOrder, type SandboxRefund } from './orders.ts'

/** How a notice is, where not as the vendor would send it. */
export type AlipayNoticeMischief =
  | 'stranger'
  | 'tampered'
  | 'unsigned'
  | 'old'
  | 'ahead'
  | 'named twice'
  | 'type signed'
  | { fields: Record<string, string> }

export interface AlipayTradeVendor extends AlipayVendor {
  appId: string
  sellerId: string
  /** What is wrong with bills. */
  bill: BillMischief
  book: OrderBook
  notices: NoticeSender
  /** Somebody scans a code of `precreate`: only then the vendor knows of the order. */
  scan(number: string): void
  /** Somebody pays; the notice goes out. */
  pay(number: string): void
  noticeOf(about: { number: string; refundNumber?: string; id?: string }, how?: AlipayNoticeMischief): SandboxNotice
}

const minutes = (...all: number[]) => all.map((one) => one * 60_000)
/** Eight times in about 25 hours. */
const delays = minutes(4, 10, 10, 60, 120, 360, 900)

interface Inside {
  now: () => Date
  tell: (order: SandboxOrder, refund?: SandboxRefund) => void
  pages: Cashier
  /** Orders whose page or code somebody opened. */
  opened: Set<string>
}

/** Alipay's trades as docs/third-party.md has them, at a gateway that is as strict as the vendor's. */
export async function startAlipayTrade(
  keys: AlipayKeys,
  of: { appId: string; sellerId: string },
): Promise<AlipayTradeVendor> {
  const gateway = await startAlipay(keys)
  const now = () => new Date(Date.now() + gateway.skew)
  const book = orderBook(now, '2026')
  const notices = noticeSender(delays, (status, body) => status === 200 && body === 'success')
  const opened = new Set<string>()
  const write = (order: SandboxOrder, refund: SandboxRefund | undefined, id: string, how?: AlipayNoticeMischief) =>
    tradeNotice(keys, of, { order, refund, id }, { now: now(), how })
  const tell = (order: SandboxOrder, refund?: SandboxRefund) => {
    const id = randomUUID().replaceAll('-', '')
    notices.send(order.noticeUrl, () => write(order, refund, id))
  }
  const pages = cashier(gateway.endpoint, { book, vendor: 'alipay', onPaid: tell })
  gateway.routes.push((request, response, url) => {
    const order = book.byToken(url.pathname.split('/').at(-1) ?? '')
    if (order) opened.add(order.number)
    return pages.answer(request, response, url)
  })
  const found = (number: string) => {
    const order = book.find(number)
    if (!order) throw new Error(`no such order: ${number}`)
    return order
  }
  const vendor: AlipayTradeVendor = Object.assign(gateway, {
    ...of,
    bill: {},
    book,
    notices,
    scan: (number: string) => void opened.add(found(number).number),
    pay(number: string) {
      opened.add(number)
      if (!book.pay(found(number))) throw new Error(`cannot be paid: ${number}`)
      tell(found(number))
    },
    noticeOf(
      { number, refundNumber, id = randomUUID() }: { number: string; refundNumber?: string; id?: string },
      how?: AlipayNoticeMischief,
    ) {
      const order = found(number)
      return write(
        order,
        order.refunds.find((one) => one.number === refundNumber),
        id.replaceAll('-', ''),
        how,
      )
    },
    close: ((close) => () => (notices.close(), close()))(gateway.close),
  })
  const inside = { now, tell, pages, opened }
  Object.assign(
    vendor.methods,
    orderMethods(vendor, inside),
    refundMethods(vendor, inside),
    billMethods(vendor, inside),
  )
  for (const [name, product] of Object.entries(pageProducts))
    vendor.pages[name] = (asked) => ({ location: pages.urlOf(openOrder(vendor, inside, asked, product)) })
  return vendor
}

const pageProducts = { 'alipay.trade.page.pay': 'FAST_INSTANT_TRADE_PAY', 'alipay.trade.wap.pay': 'QUICK_WAP_WAY' }

const invalid = () => new Refusal('40004', 'ACQ.INVALID_PARAMETER')

/** Yuan as the vendor takes them: two digits behind the point at most, from a fen to a hundred million. */
function fenIn(given: unknown): number {
  if (typeof given !== 'string' || !/^(0|[1-9]\d{0,8})(\.\d{1,2})?$/.test(given)) throw invalid()
  const [yuan, rest = ''] = given.split('.')
  const fen = Number(yuan + rest.padEnd(2, '0'))
  if (fen < 1) throw invalid()
  return fen
}

const isText = (value: unknown, longest: number): value is string =>
  typeof value === 'string' && value !== '' && value.length <= longest

function openOrder({ book }: AlipayTradeVendor, { now }: Inside, asked: Asked, product?: string): SandboxOrder {
  const {
    out_trade_no: number,
    subject,
    total_amount: amount,
    time_expire: expires,
    product_code: code,
    ...extra
  } = asked.biz
  const { notify_url: noticeUrl = '', return_url: returnUrl } = asked.all
  const expiresAt = new Date(`${String(expires).replace(' ', 'T')}+08:00`)
  const isWhole = /^[0-9A-Za-z_]{1,64}$/.test(String(number)) && isText(subject, 256) && code === product
  if (!isWhole || Object.keys(extra).length || !URL.canParse(noticeUrl) || noticeUrl.length > 256) throw invalid()
  if (returnUrl !== undefined && (!URL.canParse(returnUrl) || returnUrl.length > 256)) throw invalid()
  if (!/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(String(expires)) || !(expiresAt > now())) throw invalid()
  const order = book.open({
    number: String(number),
    content: JSON.stringify([Object.entries(asked.biz).toSorted(), noticeUrl]),
    subject: String(subject),
    fen: fenIn(amount),
    expiresAt,
    noticeUrl,
    returnUrl,
  })
  if (order === 'other') throw new Refusal('40004', 'ACQ.CONTEXT_INCONSISTENT')
  if (order.state === 'paid') throw new Refusal('40004', 'ACQ.TRADE_HAS_SUCCESS')
  if (order.state === 'closed') throw new Refusal('40004', 'ACQ.TRADE_HAS_CLOSE')
  return order
}

const statusOf = (order: SandboxOrder) => {
  if (order.state === 'waiting') return 'WAIT_BUYER_PAY'
  return order.state === 'closed' || refundedOf(order) === order.fen ? 'TRADE_CLOSED' : 'TRADE_SUCCESS'
}

const good = { code: '10000', msg: 'Success' }

function knownOrder({ book }: AlipayTradeVendor, { opened }: Inside, number: unknown): SandboxOrder {
  if (!isText(number, 64)) throw invalid()
  const order = book.find(number)
  if (!order || !opened.has(number)) throw new Refusal('40004', 'ACQ.TRADE_NOT_EXIST')
  return order
}

function orderMethods(vendor: AlipayTradeVendor, inside: Inside): Record<string, Method> {
  const numbers = (order: SandboxOrder) => ({ out_trade_no: order.number, trade_no: order.vendorNumber })
  return {
    'alipay.trade.precreate': (asked) => {
      const order = openOrder(vendor, inside, asked)
      return { ...good, out_trade_no: order.number, qr_code: inside.pages.urlOf(order) }
    },
    'alipay.trade.query': ({ biz }) => {
      const order = knownOrder(vendor, inside, biz['out_trade_no'])
      return {
        ...good,
        ...numbers(order),
        buyer_logon_id: '138****0000',
        trade_status: statusOf(order),
        total_amount: yuanOf(order.fen),
        ...(order.paidAt && { send_pay_date: shanghaiText(order.paidAt) }),
      }
    },
    'alipay.trade.close': ({ biz }) => {
      const order = knownOrder(vendor, inside, biz['out_trade_no'])
      if (order.state !== 'waiting') throw new Refusal('40004', 'ACQ.TRADE_STATUS_ERROR')
      order.state = 'closed'
      return { ...good, ...numbers(order) }
    },
  }
}

function refundMethods(vendor: AlipayTradeVendor, inside: Inside): Record<string, Method> {
  return {
    'alipay.trade.refund': ({ biz }) => {
      const order = knownOrder(vendor, inside, biz['out_trade_no'])
      const { out_request_no: number, refund_reason: reason = '' } = biz
      if (!isText(number, 64) || (reason !== '' && !isText(reason, 256))) throw invalid()
      if (order.state !== 'paid') throw new Refusal('40004', 'ACQ.TRADE_STATUS_ERROR')
      const asked = { number, fen: fenIn(biz['refund_amount']), reason: String(reason), noticeUrl: order.noticeUrl }
      const made = vendor.book.refund(order, asked)
      if (made === 'other') throw new Refusal('40004', 'ACQ.DISCORDANT_REPEAT_REQUEST')
      if (made === 'too much') throw new Refusal('40004', 'ACQ.REFUND_AMT_NOT_EQUAL_TOTAL')
      if (made.isNew) inside.tell(order, made.refund)
      return {
        ...good,
        out_trade_no: order.number,
        trade_no: order.vendorNumber,
        fund_change: made.isNew ? 'Y' : 'N',
        refund_fee: yuanOf(refundedOf(order)),
      }
    },
    'alipay.trade.fastpay.refund.query': ({ biz }) => {
      const order = knownOrder(vendor, inside, biz['out_trade_no'])
      const refund = order.refunds.find(({ number }) => number === biz['out_request_no'])
      const ids = { out_trade_no: order.number, trade_no: order.vendorNumber }
      if (!refund) return { ...good, ...ids }
      return {
        ...good,
        ...ids,
        out_request_no: refund.number,
        total_amount: yuanOf(order.fen),
        refund_amount: yuanOf(refund.fen),
        refund_status: 'REFUND_SUCCESS',
        gmt_refund_pay: shanghaiText(refund.at),
      }
    },
  }
}

function billMethods(vendor: AlipayTradeVendor, { now }: Inside): Record<string, Method> {
  const files = new Map<string, Buffer>()
  vendor.routes.push((_, response, url) => {
    const file = url.pathname === '/downloadBillFile.resource' && files.get(url.searchParams.get('token') ?? '')
    if (!file) return false
    response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(file)
    return true
  })
  return {
    'alipay.data.dataservice.bill.downloadurl.query': ({ biz }) => {
      const day = String(biz['bill_date'])
      if (biz['bill_type'] !== 'trade' || !/^\d{4}-\d\d-\d\d$/.test(day))
        throw new Refusal('40004', 'INVAILID_ARGUMENTS')
      if (day >= shanghaiDay(now())) throw new Refusal('40004', 'INVAILID_ARGUMENTS')
      const rows = rowsOf(vendor.book.all(), day, vendor.bill)
      if (Array.isArray(rows) && !rows.length) throw new Refusal('40004', 'BILL_NOT_EXIST')
      const token = randomBytes(16).toString('hex')
      const file = alipayBillFile(rows, day, vendor.sellerId)
      files.set(token, vendor.bill.spoil?.(file) ?? file)
      const at = vendor.bill.address ?? vendor.endpoint
      return { ...good, bill_download_url: `${at}/downloadBillFile.resource?bizType=trade&token=${token}` }
    },
  }
}

function tradeNotice(
  keys: AlipayKeys,
  { appId, sellerId }: { appId: string; sellerId: string },
  { order, refund, id }: { order: SandboxOrder; refund: SandboxRefund | undefined; id: string },
  { now, how }: { now: Date; how: AlipayNoticeMischief | undefined },
): SandboxNotice {
  const hours = how === 'old' ? -50 : how === 'ahead' ? 1 : 0
  const fields: Record<string, string> = {
    notify_time: shanghaiText(new Date(now.getTime() + hours * 3_600_000)),
    notify_type: 'trade_status_sync',
    notify_id: id,
    app_id: appId,
    auth_app_id: appId,
    charset: 'utf-8',
    version: '1.0',
    trade_no: order.vendorNumber,
    out_trade_no: order.number,
    seller_id: sellerId,
    subject: order.subject,
    trade_status: statusOf(order),
    total_amount: yuanOf(order.fen),
    gmt_create: shanghaiText(order.paidAt ?? now),
    ...(order.paidAt && { gmt_payment: shanghaiText(order.paidAt) }),
    ...(refund && {
      refund_fee: yuanOf(refundedOf(order)),
      gmt_refund: `${shanghaiText(refund.at)}.000`,
      out_biz_no: refund.number,
    }),
    ...(typeof how === 'object' && how.fields),
  }
  const signed = how === 'type signed' ? { ...fields, sign_type: 'RSA2' } : fields
  const names = Object.keys(signed).toSorted() as (keyof typeof signed)[]
  const text = names.map((name) => `${name}=${signed[name]}`).join('&')
  const sign = signedBy(how === 'stranger' ? keys.stranger : keys.alipay, text)
  const sent = new URLSearchParams({ ...fields, ...(how !== 'unsigned' && { sign }), sign_type: 'RSA2' })
  if (how === 'tampered') sent.set('total_amount', yuanOf(order.fen + 1))
  // Before the right one, which is read last by whoever lets the last win.
  const before = how === 'named twice' ? `total_amount=${yuanOf(order.fen + 1)}&` : ''
  return {
    headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' },
    body: before + sent.toString(),
  }
}
