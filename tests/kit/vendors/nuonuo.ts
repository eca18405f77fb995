import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { nuonuoSettings } from '../../../server/invoices/gateway/nuonuo/nuonuo.settings.ts'
import type { TestApp } from '../build-test-app.ts'
import { giveSettings } from '../give-settings.ts'
import { onLoopback } from '../../../server/sandbox/on-loopback.ts'

export const nuonuoSeller = {
  appKey: '10203040',
  appSecret: 'NUONUO-SECRET-OF-THE-TESTS',
  accessToken: 'lasting-token-of-the-tests',
  taxNumber: '91350100MA2XXXXX05',
  clerk: '王小票',
  goodsName: '电子数据存证服务',
  goodsCode: '3040201990000000000',
  taxRate: '0.06',
}

export interface Ordered {
  orderNo: string
  buyerName: string
  buyerTaxNum: string
  invoiceLine: string
  remark: string
  naturalPersonFlag: string
  invoiceDetail: { taxIncludedAmount: string; taxExcludedAmount: string; tax: string }[]
}

/** A counterpart that issues the invoices of a service. */
export async function openTaxGateway({ services: { config } }: Pick<TestApp, 'services'>) {
  const gateway = await startNuonuo()
  giveSettings(config, nuonuoSettings, { ...nuonuoSeller, endpoint: gateway.endpoint, patience: 2, platforms: {} })
  return gateway
}

/** What becomes of an order: `status` as the gateway writes it. */
export interface Outcome {
  status: string
  failCause?: string
  number?: string
  amount?: string
  orderNo?: string
  files?: Partial<Record<'pdf' | 'ofd', Buffer>>
}

/** What it does with a rightly signed call instead of what it should. */
type Trouble = { code: string; describe: string } | 'hang up' | 'take and hang up'

export interface Nuonuo {
  endpoint: string
  /** Orders that it took, by their numbers, each once. */
  orders: Map<string, Ordered>
  outcomes: Map<string, Outcome>
  /** Every call that it answered or refused. */
  calls: { method: string; refused?: string }[]
  /** For the next calls, one each; nothing where it does what it should. */
  next: (Trouble | undefined)[]
  close(): Promise<unknown>
}

const method = (name: string) => `nuonuo.OpeMplatform.${name}`
const refuse = (code: string, describe: string) => ({ code, describe, result: null })
const money = /^\d{1,10}\.\d{2}$/
const clockSkew = 600

/** Nuonuo's gate and its tax service on loopback: signature, token, seller and every field are judged as there. `usual`: what becomes of orders of which `outcomes` says nothing. */
export async function startNuonuo(
  seller = nuonuoSeller,
  usual: (order: Ordered) => Outcome = () => ({ status: '20' }),
): Promise<Nuonuo> {
  const orders = new Map<string, Ordered>()
  const outcomes = new Map<string, Outcome>()
  const seen = new Set<string>()
  const outcomeOf = (order: Ordered) => outcomes.get(order.orderNo) ?? usual(order)
  const [calls, next]: [Nuonuo['calls'], Nuonuo['next']] = [[], []]

  function gate(request: IncomingMessage, query: URLSearchParams, content: string) {
    const [appKey, senid, nonce, timestamp] = ['appkey', 'senid', 'nonce', 'timestamp'].map((n) => query.get(n) ?? '')
    const said = (name: string) => String(request.headers[name] ?? '')
    if (request.method !== 'POST' || !said('content-type').startsWith('application/json'))
      return refuse('070001', 'json')
    if (appKey !== seller.appKey) return refuse('070101', 'appkey')
    if (!/^[0-9a-f]{32}$/.test(senid!) || seen.has(senid!)) return refuse('070102', 'senid')
    if (!/^[1-9]\d{7}$/.test(nonce!)) return refuse('070103', 'nonce')
    if (!/^\d{10}$/.test(timestamp!) || Math.abs(Number(timestamp) - Date.now() / 1_000) > clockSkew)
      return refuse('070104', 'timestamp')
    const text = `a=services&l=v1&p=open&k=${appKey}&i=${senid}&n=${nonce}&t=${timestamp}&f=${content}`
    if (said('x-nuonuo-sign') !== createHmac('sha1', seller.appSecret).update(text).digest('base64'))
      return refuse('070201', 'sign')
    if (said('accesstoken') !== seller.accessToken) return refuse('070304', 'token')
    if (said('usertax') !== seller.taxNumber) return refuse('070305', 'tax number')
    seen.add(senid!)
    return undefined
  }

  function problemIn(order: Record<string, unknown>): string | undefined {
    const { invoiceDetail } = order as unknown as Ordered
    const text = (name: string, most: number, least = 1) =>
      typeof order[name] === 'string' && order[name].length >= least && order[name].length <= most ? undefined : name
    const [line] = invoiceDetail as unknown as [Record<string, string>]
    const sums = ['taxIncludedAmount', 'taxExcludedAmount', 'tax', 'price'].find((n) => !money.test(line[n] ?? ''))
    const fen = (n: string) => Math.round(Number(line[n]) * 100)
    const off = Math.abs(fen('taxExcludedAmount') * Number(line['taxRate']) - fen('tax'))
    return (
      text('orderNo', 20) ??
      text('buyerName', 100) ??
      text('clerk', 20) ??
      text('remark', 230, 0) ??
      text('buyerTel', 30, 0) ??
      (order['salerTaxNum'] === seller.taxNumber ? undefined : 'salerTaxNum') ??
      (['pc', 'bs'].includes(String(order['invoiceLine'])) ? undefined : 'invoiceLine') ??
      (order['invoiceLine'] === 'bs' && !order['buyerTaxNum'] ? 'buyerTaxNum' : undefined) ??
      (/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(String(order['invoiceDate'])) ? undefined : 'invoiceDate') ??
      (/^\d{19}$/.test(line['goodsCode'] ?? '') ? undefined : 'goodsCode') ??
      sums ??
      (off <= 6 && fen('taxExcludedAmount') + fen('tax') === fen('taxIncludedAmount') ? undefined : 'tax')
    )
  }

  function submit({ order }: { order: Record<string, unknown> }) {
    const wrong = problemIn(order)
    if (wrong) return refuse('E9104', `${wrong} 不正确`)
    const number = String(order['orderNo'])
    if (orders.has(number)) return refuse('E9106', '订单编号不能重复')
    orders.set(number, order as unknown as Ordered)
    return { code: 'E0000', describe: '开票提交成功', result: { invoiceSerialNum: `S${number}` } }
  }

  function ask({ orderNos }: { orderNos: string[] }, endpoint: string) {
    const order = orders.get(orderNos[0] ?? '')
    if (orderNos.length !== 1 || !order) return refuse('E9500', '未查询到发票')
    const { status, failCause, number, amount, files, orderNo } = outcomeOf(order)
    const at = (kind: 'pdf' | 'ofd') => (files?.[kind] ? `${endpoint}/fp/${order.orderNo}.${kind}` : '')
    const found = {
      serialNo: `S${order.orderNo}`,
      orderNo: orderNo ?? order.orderNo,
      status,
      statusMsg: status === '2' ? '开票完成' : '开票中',
      failCause: failCause ?? '',
      ...(status === '2' && {
        allElectronicInvoiceNumber: number ?? '',
        orderAmount: amount ?? order.invoiceDetail[0]!.taxIncludedAmount,
        pdfUrl: at('pdf'),
        ofdUrl: at('ofd'),
      }),
    }
    return { code: 'E0000', describe: '获取成功', result: [found] }
  }

  function sealAgain({ fpqqlsh, orderno }: { fpqqlsh: string; orderno: string }) {
    if (!orders.has(orderno) || fpqqlsh !== `S${orderno}`) return refuse('E9500', '未查询到发票')
    outcomes.set(orderno, { ...outcomes.get(orderno), status: '21' })
    return { code: 'E0000', describe: '重试成功', result: null }
  }

  function answer(name: string, content: string, endpoint: string): object {
    const given = JSON.parse(content) as never
    if (name === method('requestBillingNew')) return submit(given)
    if (name === method('queryInvoiceResult')) return ask(given, endpoint)
    if (name === method('reInvoice')) return sealAgain(given)
    return refuse('070301', 'method')
  }

  async function handle(request: IncomingMessage, response: ServerResponse) {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece as Buffer)
    const url = new URL(request.url ?? '', `http://${request.headers.host}`)
    const [, number, kind] = /^\/fp\/(\d+)\.(pdf|ofd)$/.exec(url.pathname) ?? []
    if (number) {
      const order = orders.get(number)
      const file = order && outcomeOf(order).files?.[kind as 'pdf' | 'ofd']
      return file?.length ? response.writeHead(200).end(file) : response.writeHead(503).end()
    }
    const [content, name] = [Buffer.concat(pieces).toString(), String(request.headers['method'])]
    const refused = url.pathname === '/open/v1/services' ? gate(request, url.searchParams, content) : refuse('404', '')
    calls.push({ method: name.slice(name.lastIndexOf('.') + 1), ...(refused && { refused: refused.describe }) })
    const trouble = refused ? undefined : next.shift()
    if (trouble === 'take and hang up') answer(name, content, url.origin)
    if (typeof trouble === 'string') return response.destroy()
    const said = refused ?? (trouble ? { ...trouble, result: null } : answer(name, content, url.origin))
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(said))
  }

  const server = createServer((request, response) => void handle(request, response))
  return { ...(await onLoopback(server)), orders, outcomes, calls, next }
}
