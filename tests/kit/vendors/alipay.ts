import { createPublicKey, type KeyObject, randomBytes, sign, verify } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { agreePage, type Person } from './agree-page.ts'
import { onLoopback } from './vendor.ts'

/** How an answer is sent, where not as the vendor would. `code` refuses. */
export type Mischief =
  | 'hang'
  | 'hang up'
  | 'half'
  | 'redirect'
  | '502'
  | 'huge'
  | 'value changed'
  | 'keys turned'
  | 'spaces added'
  | 'forged'
  | 'unsigned'
  | 'empty sign'
  | 'sign no base64'
  | 'sign of another'
  | 'foreign certificate'
  | 'second before'
  | 'second behind'
  | 'error beside'
  | 'other method'
  | 'replay'
  | { code: string; subCode: string; subMsg?: string; unsigned?: boolean; inError?: boolean; anyway?: boolean }

type Fields = Record<string, unknown>
export interface Asked {
  method: string
  all: Record<string, string>
  biz: Fields
}
/** Throws `Refusal` for what the vendor refuses. */
type Method = (asked: Asked) => Fields
export class Refusal extends Error {
  readonly code: string
  readonly subCode: string
  constructor(code: string, subCode: string) {
    super(subCode)
    this.code = code
    this.subCode = subCode
  }
}

export interface AlipayVendor {
  endpoint: string
  /** Who stands before the vendor's pages. */
  person: Person
  /** Answers in the order given; then everything is answered rightly. */
  next: Mischief[]
  asked: Asked[]
  /** Milliseconds that the vendor's clock is ahead of ours. */
  skew: number
  methods: Record<string, Method>
  /** Pages of methods, such as the one where a person shows their face. */
  pages: Record<string, (asked: Asked) => { location: string } | { html: string }>
  /** Writes the inside of an answer; another way of writing JSON is as good. */
  write: (fields: Fields) => string
  signFirst: boolean
  /** A person who agreed: the code that their page would bring. */
  codeOf(appId: string, person?: Person): string
  close(): Promise<void>
}

export interface AlipayKeys {
  /** Of each application. */
  apps: Record<string, string | KeyObject>
  alipay: KeyObject
  stranger: KeyObject
  /** Certificate mode: the numbers that requests must bear, and the one that answers name. */
  certified?: { appSn: string; rootSn: string; alipaySn: string; foreignSn: string }
  /** The domain approved for the applications; any where none is given. */
  domain?: string
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
const codeAge = 24 * 3_600_000

/** Alipay's pages and gateway as docs/third-party.md has them: what the vendor refuses it refuses, and every answer is really signed. */
export async function startAlipay(keys: AlipayKeys): Promise<AlipayVendor> {
  const codes = new Map<string, { appId: string; person: Person; at: number }>()
  const tokens = new Map<string, { appId: string; person: Person }>()
  let last = ''
  const now = () => Date.now() + vendor.skew
  const publicKeyOf = (appId: string) => {
    const key = keys.apps[appId]
    return typeof key === 'object' && key.type === 'public' ? key : key && createPublicKey(key)
  }

  function judge(all: Record<string, string>): Asked {
    for (const [name, form] of Object.entries(forms)) {
      if (!all[name]) throw new Refusal('40001', `isv.missing-${name.replace('_', '-')}`)
      if (!form.test(all[name])) throw new Refusal('40002', `isv.invalid-${name.replace('_', '-')}`)
    }
    const key = publicKeyOf(all['app_id']!)
    if (!key) throw new Refusal('40002', 'isv.invalid-app-id')
    if (Math.abs(Date.parse(`${all['timestamp']!.replace(' ', 'T')}+08:00`) - now()) > 900_000)
      throw new Refusal('40002', 'isv.invalid-timestamp')
    const { certified } = keys
    if (
      certified
        ? all['app_cert_sn'] !== certified.appSn || all['alipay_root_cert_sn'] !== certified.rootSn
        : all['app_cert_sn']
    )
      throw new Refusal('40002', 'isv.invalid-app-cert-sn')
    const text = Object.keys(all)
      .filter((name) => name !== 'sign' && all[name] !== '')
      .toSorted()
      .map((name) => `${name}=${all[name]}`)
      .join('&')
    if (!verify('RSA-SHA256', Buffer.from(text), key, Buffer.from(all['sign']!, 'base64')))
      throw new Refusal('40002', 'isv.invalid-signature')
    const asked = {
      method: all['method']!,
      all,
      biz: all['biz_content'] ? (JSON.parse(all['biz_content']) as Fields) : {},
    }
    vendor.asked.push(asked)
    return asked
  }

  const oauthToken: Method = ({ all, biz }) => {
    if (Object.keys(biz).length) throw new Refusal('40002', 'isv.invalid-parameter')
    if (all['grant_type'] !== 'authorization_code') throw new Refusal('40002', 'isv.grant-type-invalid')
    const known = codes.get(all['code'] ?? '')
    if (!known || known.appId !== all['app_id'] || now() - known.at > codeAge)
      throw new Refusal('40002', 'isv.code-invalid')
    codes.delete(all['code']!)
    const token = `composeB${randomBytes(16).toString('hex')}`
    tokens.set(token, known)
    const { userId, openId, unionId } = known.person
    return {
      access_token: token,
      auth_start: '2026-11-22 08:00:00',
      expires_in: '1296000',
      re_expires_in: 2_592_000,
      refresh_token: `composeR${randomBytes(16).toString('hex')}`,
      ...(userId && { user_id: userId }),
      ...(openId && { open_id: openId }),
      ...(unionId && { union_id: unionId }),
    }
  }

  const dressed = (inner: string, name: string, signature = signed(inner, keys.alipay), more = '') => {
    const certificate = keys.certified ? `,"alipay_cert_sn":"${keys.certified.alipaySn}"` : ''
    return vendor.signFirst
      ? `{"sign":"${signature}"${certificate},"${name}":${inner}${more}}`
      : `{"${name}":${inner}${more}${certificate},"sign":"${signature}"}`
  }

  function bodyOf(asked: Asked): string {
    const name = `${asked.method.replaceAll('.', '_')}_response`
    const mischief = vendor.next.shift()
    if (typeof mischief === 'object') {
      if (mischief.anyway) vendor.methods[asked.method]?.(asked)
      return refusal(mischief.inError ? 'error_response' : name, mischief)
    }
    if (
      mischief === 'hang' ||
      mischief === 'hang up' ||
      mischief === 'half' ||
      mischief === 'redirect' ||
      mischief === '502' ||
      mischief === 'huge'
    ) {
      vendor.methods[asked.method]?.(asked)
      return mischief
    }
    let inner
    try {
      const method = vendor.methods[asked.method]
      if (!method) throw new Refusal('40002', 'isv.invalid-method')
      inner = vendor.write(method(asked))
    } catch (error) {
      if (error instanceof Refusal)
        return refusal(asked.method === 'alipay.system.oauth.token' ? 'error_response' : name, error)
      throw error
    }
    const before = last
    last = dressed(inner, name)
    return (mischief && spoilt(mischief, inner, name, before)) || last
  }

  function spoilt(mischief: Mischief, inner: string, name: string, before: string): string | undefined {
    const right = signed(inner, keys.alipay)
    const other = inner.replace(/\d(?=[^\d]*$)/, (d) => String((Number(d) + 1) % 10))
    switch (mischief) {
      case 'value changed':
        return dressed(other, name, right)
      case 'keys turned':
        return dressed(
          JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(inner) as Fields).toReversed())),
          name,
          right,
        )
      case 'spaces added':
        return dressed(inner.replace('{', '{ '), name, right)
      case 'forged':
        return dressed(inner, name, signed(inner, keys.stranger))
      case 'unsigned':
        return `{"${name}":${inner}}`
      case 'empty sign':
        return dressed(inner, name, '')
      case 'sign no base64':
        return dressed(inner, name, right.replace(/^./, '!'))
      case 'sign of another':
        return dressed(inner, name, signed(other, keys.alipay))
      case 'foreign certificate':
        return dressed(inner, name, signed(inner, keys.stranger)).replace(
          keys.certified!.alipaySn,
          keys.certified!.foreignSn,
        )
      case 'second before':
        return dressed(inner, name).replace('{', `{"${name}":${other},`)
      case 'second behind':
        return dressed(inner, name, right, `,"${name}":${other}`)
      case 'error beside':
        return dressed(inner, name, right, `,"error_response":{"code":"20000"}`)
      case 'other method':
        return dressed(inner, 'alipay_trade_query_response')
      case 'replay':
        return before
      default:
        return undefined
    }
  }

  function refusal(
    name: string,
    { code, subCode, subMsg, unsigned }: { code: string; subCode: string; subMsg?: string; unsigned?: boolean },
  ) {
    const inner = JSON.stringify({ code, msg: 'Refused', sub_code: subCode, sub_msg: subMsg ?? subCode })
    return unsigned ? `{"${name}":${inner}}` : dressed(inner, name)
  }

  async function gateway(request: IncomingMessage, response: ServerResponse, query: URLSearchParams) {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece as Buffer)
    const isPost = request.method === 'POST'
    const given = [...query, ...(isPost ? new URLSearchParams(Buffer.concat(pieces).toString()) : [])]
    const all = Object.fromEntries(given)
    let body
    try {
      // A name in both places would be read by each side as it likes.
      if (given.length !== Object.keys(all).length) throw new Refusal('40002', 'isv.invalid-parameter')
      const asked = judge(all)
      const page = vendor.pages[asked.method]
      if (!isPost && page) return show(response, page(asked))
      if (!isPost || !request.headers['content-type']?.startsWith('application/x-www-form-urlencoded'))
        throw new Refusal('40002', 'isv.invalid-content-type')
      body = bodyOf(asked)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      body = refusal('error_response', error)
    }
    if (body === 'hang') return undefined
    if (body === 'hang up') return response.destroy()
    if (body === 'half')
      return response
        .writeHead(200, { 'content-type': 'text/html;charset=utf-8', 'content-length': 900 })
        .write('{"alipay_')
    if (body === 'redirect') return response.writeHead(302, { location: '/elsewhere' }).end()
    if (body === '502') return response.writeHead(502, { 'content-type': 'text/html' }).end('<html>Bad Gateway</html>')
    if (body === 'huge') return response.end(`{"x":"${'a'.repeat(10_000_000)}"}`)
    return response.writeHead(200, { 'content-type': 'text/html;charset=utf-8' }).end(body)
  }

  function authorize(response: ServerResponse, query: URLSearchParams) {
    const [appId, scope, back, state] = ['app_id', 'scope', 'redirect_uri', 'state'].map(
      (name) => query.get(name) ?? '',
    ) as [string, string, string, string]
    const wrong = !keys.apps[appId]
      ? 'app_id'
      : !['auth_user', 'auth_base'].includes(scope)
        ? 'scope'
        : !URL.canParse(back) || back.length > 100 || (keys.domain && new URL(back).host !== keys.domain)
          ? 'redirect_uri'
          : state.length > 100 || /\P{ASCII}/u.test(state)
            ? 'state'
            : ''
    if (wrong) return response.writeHead(400, { 'content-type': 'text/plain' }).end(`invalid ${wrong}`)
    const agreed = `${back}?${new URLSearchParams({ app_id: appId, source: 'alipay_wallet', scope, auth_code: vendor.codeOf(appId), state }).toString()}`
    return show(response, {
      html: agreePage('支付宝', agreed, `${back}?${new URLSearchParams({ app_id: appId, state }).toString()}`),
    })
  }

  const show = (response: ServerResponse, shown: { location: string } | { html: string }) =>
    'location' in shown
      ? response.writeHead(302, shown).end()
      : response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(shown.html)

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://vendor')
    if (url.pathname === '/gateway.do') return void gateway(request, response, url.searchParams)
    if (url.pathname === '/oauth2/publicAppAuthorize.htm') return void authorize(response, url.searchParams)
    response.writeHead(404).end()
  })
  const { endpoint, close } = await onLoopback(server)
  const vendor: AlipayVendor = {
    endpoint,
    person: { userId: '2088102104794936' },
    next: [],
    asked: [],
    skew: 0,
    methods: { 'alipay.system.oauth.token': oauthToken },
    pages: {},
    write: (fields) => JSON.stringify(fields),
    signFirst: false,
    codeOf(appId, person = vendor.person) {
      const code = randomBytes(16).toString('hex')
      codes.set(code, { appId, person, at: now() })
      return code
    },
    close,
  }
  return vendor
}

const signed = (text: string, key: KeyObject) => sign('RSA-SHA256', Buffer.from(text), key).toString('base64')
