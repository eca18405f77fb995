import { createPublicKey, verify } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import type { Person } from './agree-page.ts'
import {
  type AlipayKeys,
  type AlipayMischief,
  type AnswerWriter,
  answerWriter,
  type Asked,
  type Method,
  Refusal,
} from './alipay-answers.ts'
import { alipaySignIn } from './alipay-sign-in.ts'
import { isAstray, sendAstray } from './mischief.ts'
import { onLoopback } from './on-loopback.ts'

type Fields = Record<string, unknown>

/** What answers an address beside the gateway; false where it is none of its own. */
type Route = (request: IncomingMessage, response: ServerResponse, url: URL) => boolean

export interface AlipayVendor {
  endpoint: string
  /** Who stands before the vendor's pages. */
  person: Person
  /** Answers in the order given; then everything is answered rightly. */
  next: AlipayMischief[]
  asked: Asked[]
  /** Milliseconds that the vendor's clock is ahead of ours. */
  skew: number
  /** Milliseconds until an answer is sent. */
  late: number
  methods: Record<string, Method>
  /** Pages of methods, such as the one where a person shows their face. */
  pages: Record<string, (asked: Asked) => { location: string } | { html: string }>
  routes: Route[]
  /** Writes the inside of an answer; another way of writing JSON is as good. */
  write: (fields: Fields) => string
  signFirst: boolean
  /** A person who agreed: the code that their page would bring. */
  codeOf(appId: string, person?: Person): string
  close(): Promise<void>
}

const forms: Record<string, RegExp> = {
  app_id: /^\d{1,32}$/,
  method: /^[a-z][a-z.]{0,127}$/,
  format: /^(JSON|json)$/,
  charset: /^(utf-8|UTF-8)$/,
  sign_type: /^RSA2$/,
  timestamp: /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/,
  version: /^1\.0$/,
  sign: /^[A-Za-z0-9+/]{342}==$/,
}

/** Alipay's pages and gateway as docs/third-party.md has them: what the vendor refuses it refuses, and every answer is really signed. */
export async function startAlipay(keys: AlipayKeys): Promise<AlipayVendor> {
  const now = () => Date.now() + vendor.skew
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://vendor')
    if (url.pathname === '/gateway.do') return void gateway(request, response, url.searchParams)
    if (url.pathname === '/oauth2/publicAppAuthorize.htm') {
      const page = signIn.authorize(url.searchParams)
      return 'wrong' in page
        ? response.writeHead(400, { 'content-type': 'text/plain' }).end(`invalid ${page.wrong}`)
        : show(response, page)
    }
    if (!vendor.routes.some((route) => route(request, response, url))) response.writeHead(404).end()
    return undefined
  })
  const { endpoint, close } = await onLoopback(server)
  const vendor: AlipayVendor = {
    endpoint,
    person: { userId: '2088102104794936' },
    next: [],
    asked: [],
    skew: 0,
    late: 0,
    methods: {},
    pages: {},
    routes: [],
    write: (fields) => JSON.stringify(fields),
    signFirst: false,
    codeOf: (appId, person = vendor.person) => signIn.codeOf(appId, person),
    close,
  }
  const signIn = alipaySignIn(keys, vendor, now)
  vendor.methods['alipay.system.oauth.token'] = signIn.oauthToken
  const writer = answerWriter(keys, () => vendor.signFirst)
  const bodyOf = bodyWriter(vendor, writer)

  async function gateway(request: IncomingMessage, response: ServerResponse, query: URLSearchParams) {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece as Buffer)
    const isPost = request.method === 'POST'
    const given = [...query, ...(isPost ? new URLSearchParams(Buffer.concat(pieces).toString()) : [])]
    let body
    try {
      const asked = judge(keys, given, now())
      vendor.asked.push(asked)
      const page = vendor.pages[asked.method]
      if (!isPost && page) return show(response, page(asked))
      if (!isPost || !request.headers['content-type']?.startsWith('application/x-www-form-urlencoded'))
        throw new Refusal('40002', 'isv.invalid-content-type')
      body = bodyOf(asked)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      body = writer.refusal('error_response', error)
    }
    if (vendor.late) await setTimeout(vendor.late)
    return send(response, body)
  }
  return vendor
}

function judge(keys: AlipayKeys, given: [string, string][], now: number): Asked {
  const all = Object.fromEntries(given)
  // A name in both places would be read by each side as it likes.
  if (given.length !== Object.keys(all).length) throw new Refusal('40002', 'isv.invalid-parameter')
  for (const [name, form] of Object.entries(forms)) {
    if (!all[name]) throw new Refusal('40001', `isv.missing-${name.replace('_', '-')}`)
    if (!form.test(all[name])) throw new Refusal('40002', `isv.invalid-${name.replace('_', '-')}`)
  }
  const of = keys.apps[all['app_id']!]
  const key = typeof of === 'object' && of.type === 'public' ? of : of && createPublicKey(of)
  if (!key) throw new Refusal('40002', 'isv.invalid-app-id')
  if (Math.abs(Date.parse(`${all['timestamp']!.replace(' ', 'T')}+08:00`) - now) > 900_000)
    throw new Refusal('40002', 'isv.invalid-timestamp')
  const { certified } = keys
  const isRightMode = certified
    ? all['app_cert_sn'] === certified.appSn && all['alipay_root_cert_sn'] === certified.rootSn
    : !all['app_cert_sn']
  if (!isRightMode) throw new Refusal('40002', 'isv.invalid-app-cert-sn')
  const text = Object.keys(all)
    .filter((name) => name !== 'sign' && all[name] !== '')
    .toSorted()
    .map((name) => `${name}=${all[name]}`)
    .join('&')
  if (!verify('RSA-SHA256', Buffer.from(text), key, Buffer.from(all['sign']!, 'base64')))
    throw new Refusal('40002', 'isv.invalid-signature')
  const biz = all['biz_content'] ? (JSON.parse(all['biz_content']) as Fields) : {}
  return { method: all['method']!, all, biz }
}

/** The body of the next answer, or the name of what happens to it on its way. */
function bodyWriter(vendor: AlipayVendor, { dressed, refusal, spoilt }: AnswerWriter) {
  let last = ''
  return (asked: Asked): string => {
    const name = `${asked.method.replaceAll('.', '_')}_response`
    const mischief = vendor.next.shift()
    if (typeof mischief === 'object') {
      if (mischief.anyway) vendor.methods[asked.method]?.(asked)
      return refusal(mischief.inError ? 'error_response' : name, mischief)
    }
    if (isAstray(mischief)) {
      vendor.methods[asked.method]?.(asked)
      return mischief
    }
    let inner
    try {
      const method = vendor.methods[asked.method]
      if (!method) throw new Refusal('40002', 'isv.invalid-method')
      inner = { text: vendor.write(method(asked)), name }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return refusal(asked.method === 'alipay.system.oauth.token' ? 'error_response' : name, error)
    }
    const before = last
    last = dressed(inner)
    return (mischief && spoilt(mischief, inner, before)) || last
  }
}

const html = { 'content-type': 'text/html;charset=utf-8' }

const send = (response: ServerResponse, body: string) =>
  isAstray(body) ? sendAstray(response, body) : void response.writeHead(200, html).end(body)

const show = (response: ServerResponse, shown: { location: string } | { html: string }) =>
  'location' in shown ? response.writeHead(302, shown).end() : response.writeHead(200, html).end(shown.html)
