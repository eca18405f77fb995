import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { shanghaiDay } from '../../contract/kit/shanghai-time.ts'
import { type BillMischief, rowsOf, wechatBillFile } from './bills.ts'
import { cashier } from './cashier.ts'
import { noticeSender, type NoticeSender, type SandboxNotice } from './notices.ts'
import { onLoopback } from './on-loopback.ts'
import { type OrderBook, orderBook, type SandboxOrder, type SandboxRefund } from './orders.ts'
import { type Sent, sendWechatAnswer, type WechatAnswer, type WechatMischief } from './wechat-answers.ts'
import { requireShape, wechatShapes } from './wechat-fields.ts'
import { refundOf, transactionOf, wechatNotice, type WechatNoticeMischief } from './wechat-notices.ts'
import { requireOurSignature, type WechatPayKeys, WechatRefusal } from './wechat-signatures.ts'

export interface WechatPayVendor {
  endpoint: string
  keys: WechatPayKeys
  /** Answers in the order given; then everything is answered rightly. */
  next: WechatMischief[]
  /** Everything whose signature was right. */
  asked: { method: string; path: string; body: Record<string, unknown> }[]
  /** What is wrong with bills. */
  bill: BillMischief
  /** Milliseconds that the vendor's clock is ahead of ours. */
  skew: number
  /** Milliseconds until an answer is sent. */
  late: number
  /** What becomes of refunds that are asked for. */
  refundsEnd: SandboxRefund['state']
  book: OrderBook
  notices: NoticeSender
  /** Somebody pays; the notice goes out. */
  pay(number: string): void
  /** A refund that was under way ends. */
  endRefund(number: string, refundNumber: string, state: SandboxRefund['state']): void
  noticeOf(about: { number: string; refundNumber?: string; id?: string }, how?: WechatNoticeMischief): SandboxNotice
  close(): Promise<void>
}

const seconds = (...all: number[]) => all.map((one) => one * 1_000)
const minutes = (...all: number[]) => all.map((one) => one * 60_000)
/** 15 times in a day and four minutes. */
const delays = [...seconds(15, 15, 30), ...minutes(3, 10, 20, 30, 30, 30, 60, 180, 180, 180, 360, 360)]

/** WeChat Pay, API v3, as docs/third-party.md has it: what the vendor refuses it refuses, and every answer is really signed. */
export async function startWechatPay(keys: WechatPayKeys): Promise<WechatPayVendor> {
  const now = () => new Date(Date.now() + vendor.skew)
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://vendor')
    if (!pages.answer(request, response, url)) void answer(request, response)
  })
  const { endpoint, close } = await onLoopback(server)
  const book = orderBook(now, '4200')
  const notices = noticeSender(delays, (status) => status === 200 || status === 204)
  const tell = (order: SandboxOrder, refund?: SandboxRefund) => {
    const id = randomUUID()
    const url = refund ? refund.noticeUrl : order.noticeUrl
    if (url) notices.send(url, () => wechatNotice(keys, { order, refund, id }, now()))
  }
  const pages = cashier(endpoint, { book, vendor: 'wechat', onPaid: tell })
  const found = (number: string, refundNumber?: string) => {
    const order = book.find(number)
    const refund = order?.refunds.find((one) => one.number === refundNumber)
    if (!order || (refundNumber && !refund)) throw new Error(`no such order: ${number}`)
    return { order, refund }
  }
  const vendor: WechatPayVendor = {
    endpoint,
    keys,
    next: [],
    asked: [],
    bill: {},
    skew: 0,
    late: 0,
    refundsEnd: 'done',
    book,
    notices,
    pay(number) {
      const { order } = found(number)
      if (!book.pay(order)) throw new Error(`cannot be paid: ${number}`)
      tell(order)
    },
    endRefund(number, refundNumber, state) {
      const { order, refund } = found(number, refundNumber)
      refund!.state = state
      tell(order, refund)
    },
    noticeOf: ({ number, refundNumber, id }, how) =>
      wechatNotice(keys, { ...found(number, refundNumber), ...(id && { id }) }, now(), how),
    close() {
      notices.close()
      return close()
    },
  }
  const calls = callsOf(vendor, { now, tell, cashierOf: pages.urlOf })
  let last: Sent | undefined

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece as Buffer)
    const body = Buffer.concat(pieces)
    const [method, target] = [request.method ?? '', request.url ?? '']
    const wished = request.headers['wechatpay-serial']
    let [mischief, given]: [WechatMischief | undefined, WechatAnswer | Buffer] = [undefined, { status: 404, body: '' }]
    try {
      requireOurSignature(keys, { method, target, body, headers: request.headers }, now())
      mischief = vendor.next.shift()
      given = calls(mischief, request, body)
    } catch (error) {
      if (!(error instanceof WechatRefusal)) throw error
      given = { status: error.status, body: JSON.stringify({ code: error.code, message: error.message }) }
    }
    if (vendor.late) await setTimeout(vendor.late)
    if (Buffer.isBuffer(given)) return response.writeHead(200, { 'content-type': 'application/x-gzip' }).end(given)
    const serial = typeof wished === 'string' ? wished : undefined
    const sent = sendWechatAnswer(keys, response, given, { mischief, serial, at: now(), last })
    last = sent ?? last
    return undefined
  }
  return vendor
}

interface Inside {
  now: () => Date
  tell: (order: SandboxOrder, refund?: SandboxRefund) => void
  cashierOf: (order: SandboxOrder) => string
}

type Call = (body: Buffer, path: string[], query: URLSearchParams) => object | undefined | Buffer

/** What is answered to a request that is rightly signed. */
function callsOf(vendor: WechatPayVendor, inside: Inside) {
  const orders = orderCalls(vendor, inside)
  const refunds = refundCalls(vendor, inside)
  const bills = billCalls(vendor, inside)
  const table: [string, RegExp, Call][] = [
    ['POST', /^\/v3\/pay\/transactions\/(native|h5|jsapi)$/, orders.open],
    ['GET', /^\/v3\/pay\/transactions\/out-trade-no\/([^/]+)$/, orders.ask],
    ['POST', /^\/v3\/pay\/transactions\/out-trade-no\/([^/]+)\/close$/, orders.close],
    ['POST', /^\/v3\/refund\/domestic\/refunds$/, refunds.make],
    ['GET', /^\/v3\/refund\/domestic\/refunds\/([^/]+)$/, refunds.ask],
    ['GET', /^\/v3\/bill\/tradebill$/, bills.ask],
    ['GET', /^\/v3\/billdownload\/file$/, bills.file],
  ]
  return (mischief: WechatMischief | undefined, request: IncomingMessage, body: Buffer): WechatAnswer | Buffer => {
    const url = new URL(request.url ?? '/', 'http://vendor')
    const { accept, 'user-agent': agent, 'content-type': type } = request.headers
    if (!accept?.includes('application/json') || !agent) throw new WechatRefusal(400, 'PARAM_ERROR', 'headers')
    if (request.method === 'POST' && !type?.startsWith('application/json'))
      throw new WechatRefusal(415, 'PARAM_ERROR', 'content-type')
    vendor.asked.push({ method: request.method!, path: url.pathname, body: body.length ? jsonIn(body) : {} })
    const refused = typeof mischief === 'object' && 'status' in mischief ? mischief : undefined
    const refusal = () => ({
      status: refused!.status,
      body: JSON.stringify({ code: refused!.code, message: '孙尚香 110101199003070000' }),
    })
    if (refused && !refused.anyway) return refusal()
    for (const [method, form, call] of table) {
      const match = request.method === method && form.exec(url.pathname)
      if (!match) continue
      const given = call(body, match.slice(1).map(decodeURIComponent), url.searchParams)
      if (refused) return refusal()
      if (Buffer.isBuffer(given)) return given
      const fields = typeof mischief === 'object' && 'fields' in mischief ? { ...given, ...mischief.fields } : given
      return fields ? { status: 200, body: JSON.stringify(fields) } : { status: 204, body: '' }
    }
    throw new WechatRefusal(404, 'NOT_FOUND')
  }
}

function jsonIn(body: Buffer): Record<string, unknown> {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) as Record<string, unknown>
  } catch {
    throw new WechatRefusal(400, 'PARAM_ERROR', 'json')
  }
}

function orderCalls({ keys, book }: WechatPayVendor, { now, cashierOf }: Inside) {
  const requireOurs = (given: Record<string, unknown>) => {
    if (given['mchid'] !== keys.merchantId) throw new WechatRefusal(400, 'PARAM_ERROR', 'mchid')
    if ('appid' in given && given['appid'] !== keys.appId) throw new WechatRefusal(400, 'APPID_MCHID_NOT_MATCH')
  }
  const known = (number: string, mchid: unknown) => {
    requireOurs({ mchid })
    const order = book.find(number)
    if (!order) throw new WechatRefusal(404, 'ORDER_NOT_EXIST')
    return order
  }
  const open: Call = (body, [way]) => {
    const given = requireShape(wechatShapes[way as 'native' | 'h5' | 'jsapi'], jsonIn(body))
    requireOurs(given)
    const expiresAt = new Date(String(given['time_expire']))
    if (expiresAt <= now()) throw new WechatRefusal(400, 'PARAM_ERROR', 'time_expire')
    const order = book.open({
      number: String(given['out_trade_no']),
      content: JSON.stringify([way, Object.entries(given).toSorted()]),
      subject: String(given['description']),
      fen: (given['amount'] as { total: number }).total,
      expiresAt,
      noticeUrl: String(given['notify_url']),
      returnUrl: undefined,
    })
    if (order === 'other') throw new WechatRefusal(403, 'OUT_TRADE_NO_USED')
    if (order.state === 'paid') throw new WechatRefusal(400, 'INVALID_REQUEST', 'paid')
    if (order.state === 'closed') throw new WechatRefusal(400, 'ORDER_CLOSED')
    if (way === 'jsapi') return { prepay_id: `wx${randomBytes(16).toString('hex')}` }
    return way === 'h5' ? { h5_url: `${cashierOf(order)}?package=1` } : { code_url: cashierOf(order) }
  }
  const ask: Call = (_, [number], query) => transactionOf(keys, known(number!, query.get('mchid')))
  const close: Call = (body, [number]) => {
    const order = known(number!, requireShape(wechatShapes.close, jsonIn(body))['mchid'])
    if (order.state === 'paid') throw new WechatRefusal(400, 'ORDERPAID')
    order.state = 'closed'
    return undefined
  }
  return { open, ask, close }
}

function refundCalls(vendor: WechatPayVendor, { tell }: Inside) {
  const { book } = vendor
  const make: Call = (body) => {
    const given = requireShape(wechatShapes.refund, jsonIn(body))
    const { refund: fen, total } = given['amount'] as { refund: number; total: number }
    const order = book.find(given['out_trade_no'])
    if (!order || order.state !== 'paid') throw new WechatRefusal(404, 'RESOURCE_NOT_EXISTS')
    if (total !== order.fen) throw new WechatRefusal(400, 'INVALID_REQUEST', 'total')
    const made = book.refund(order, {
      number: String(given['out_refund_no']),
      fen,
      reason: String(given['reason'] ?? ''),
      noticeUrl: given['notify_url'] as string | undefined,
    })
    if (made === 'other') throw new WechatRefusal(400, 'INVALID_REQUEST', 'another refund')
    if (made === 'too much') throw new WechatRefusal(400, 'INVALID_REQUEST', 'more than is left')
    const { refund, isNew } = made
    if (isNew) refund.state = vendor.refundsEnd
    if (isNew && refund.state !== 'running') tell(order, refund)
    return refundOf(order, refund)
  }
  const ask: Call = (_, [number]) => {
    const order = book.all().find(({ refunds }) => refunds.some((one) => one.number === number))
    if (!order) throw new WechatRefusal(404, 'RESOURCE_NOT_EXISTS')
    return refundOf(
      order,
      order.refunds.find((one) => one.number === number)!,
    )
  }
  return { make, ask }
}

function billCalls(vendor: WechatPayVendor, { now }: Inside) {
  const files = new Map<string, Buffer>()
  const ask: Call = (_, __, query) => {
    const day = query.get('bill_date') ?? ''
    const isKnown = ['ALL', 'SUCCESS', 'REFUND'].includes(query.get('bill_type') ?? 'ALL')
    if (!/^\d{4}-\d\d-\d\d$/.test(day) || !isKnown || ![null, 'GZIP'].includes(query.get('tar_type')))
      throw new WechatRefusal(400, 'PARAM_ERROR')
    if (day >= shanghaiDay(now())) throw new WechatRefusal(400, 'INVALID_REQUEST', 'not yet')
    const rows = rowsOf(vendor.book.all(), day, vendor.bill)
    if (Array.isArray(rows) && !rows.length) throw new WechatRefusal(400, 'NO_STATEMENT_EXIST')
    const { merchantId } = vendor.bill
    const isPlain = vendor.bill.plain ?? query.get('tar_type') !== 'GZIP'
    const { file, hash } = wechatBillFile(rows, { ...vendor.keys, ...(merchantId && { merchantId }) }, isPlain)
    const token = randomBytes(16).toString('hex')
    files.set(token, vendor.bill.spoil?.(file) ?? file)
    const url = `${vendor.bill.address ?? vendor.endpoint}/v3/billdownload/file?token=${token}`
    return { hash_type: 'SHA1', hash_value: hash, download_url: url }
  }
  const file: Call = (_, __, query) => {
    const known = files.get(query.get('token') ?? '')
    if (!known) throw new WechatRefusal(400, 'PARAM_ERROR')
    return known
  }
  return { ask, file }
}
