import type { IncomingMessage, ServerResponse } from 'node:http'
import { formatMoney } from '../../contract/kit/money.ts'
import { type Language, languageOf, say } from '../kit/words.ts'
import type { OrderBook, SandboxOrder } from './orders.ts'

const escaped = (text: string) => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`)

/** The page where a person pays, or does not: no money moves. */
export interface Cashier {
  /** Its address for an order. */
  urlOf(order: SandboxOrder): string
  /** Whether the request was for a page of this cashier. */
  answer(request: IncomingMessage, response: ServerResponse, url: URL): boolean
}

const style =
  'body{font:1rem/1.6 system-ui,sans-serif;max-width:28rem;margin:2rem auto;padding:0 1rem;color:#1c1e21}strong,h1{display:block}' +
  '.sandbox{background:#fff3cd;color:#5c4400;border:1px solid #b58900;padding:.5rem 1rem}.sum{font-size:2rem}' +
  'button{font:inherit;min-height:2.75rem;padding:0 1.25rem;margin:0 .5rem .5rem 0;border:1px solid #555;border-radius:.25rem;background:#fff;color:#1c1e21}' +
  'button.pay{background:#0b57d0;border-color:#0b57d0;color:#fff}'

export function cashier(
  endpoint: string,
  { book, vendor, onPaid }: { book: OrderBook; vendor: 'wechat' | 'alipay'; onPaid: (order: SandboxOrder) => void },
): Cashier {
  const show = (response: ServerResponse, status: number, page: string) =>
    response
      .writeHead(status, {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'content-security-policy':
          "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
      })
      .end(page)
  const act = async (request: IncomingMessage, response: ServerResponse, asked: Asked) => {
    let body = ''
    for await (const piece of request) if ((body += String(piece)).length > 1_000) break
    const { order, back, language } = asked
    const isPaying = new URLSearchParams(body).get('act') === 'pay'
    if (isPaying && book.pay(order)) onPaid(order)
    if (back) return response.writeHead(303, { location: back }).end()
    const outcome = order.state === 'paid' ? 'paid' : isPaying ? 'closed' : 'left'
    return show(
      response,
      200,
      pageOf(vendor, language, order, `<p>${say(language, 'payments', `sandbox.outcome.${outcome}`)}</p>`),
    )
  }
  return {
    urlOf: ({ token }) => `${endpoint}/cashier/${token}`,
    answer(request, response, url) {
      const [, token] = /^\/cashier\/([0-9a-f]{32})$/.exec(url.pathname) ?? []
      if (!token) return false
      const order = book.byToken(token)
      const language = languageOf(url.searchParams.get('lang') ?? undefined, request.headers['accept-language'])
      if (!order) {
        show(response, 404, frame(vendor, language, `<p>${say(language, 'payments', 'sandbox.outcome.unknown')}</p>`))
        return true
      }
      const back = addressIn(order.returnUrl ?? url.searchParams.get('redirect_url'))
      if (request.method === 'POST') void act(request, response, { order, back, language })
      else if (order.state === 'waiting') show(response, 200, pageOf(vendor, language, order, formOf(url, language)))
      else {
        const outcome = say(language, 'payments', `sandbox.outcome.${order.state}`)
        show(response, 200, pageOf(vendor, language, order, `<p>${outcome}</p>`))
      }
      return true
    },
  }
}

interface Asked {
  order: SandboxOrder
  back: string | undefined
  language: Language
}

/** Back to a page of the merchant's, and to nothing that a browser would run. */
function addressIn(given: string | null): string | undefined {
  const url = given ? URL.parse(given) : null
  return url && /^https?:$/.test(url.protocol) ? url.href : undefined
}

const frame = (vendor: 'wechat' | 'alipay', language: Language, inside: string) =>
  `<!doctype html><html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
  `<title>${escaped(say(language, 'payments', `sandbox.title.${vendor}`))}</title><style>${style}</style><main>` +
  `<h1>${escaped(say(language, 'payments', `sandbox.title.${vendor}`))}</h1>` +
  `<p class="sandbox">${escaped(say(language, 'payments', 'sandbox.warning'))}</p>${inside}</main></html>`

const pageOf = (vendor: 'wechat' | 'alipay', language: Language, order: SandboxOrder, inside: string) =>
  frame(
    vendor,
    language,
    `<p>${escaped(order.subject)}</p><p class="sum">${escaped(formatMoney(order.fen))}</p>` +
      `<p>${escaped(say(language, 'payments', 'sandbox.number', { number: order.number }))}</p>${inside}`,
  )

const formOf = (url: URL, language: Language) =>
  `<form method="post" action="${escaped(url.pathname + url.search)}">` +
  `<button class="pay" name="act" value="pay">${escaped(say(language, 'payments', 'sandbox.pay'))}</button>` +
  `<button name="act" value="leave">${escaped(say(language, 'payments', 'sandbox.leave'))}</button></form>`
