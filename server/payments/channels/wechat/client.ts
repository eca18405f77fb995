import type { IncomingHttpHeaders } from 'node:http'
import { boundedAnswer } from '../../../kit/egress/bounded-answer.ts'
import { ChannelFailure, type ChannelFailureKind } from '../failure.types.ts'
import { authorizationOf, faultOf } from './signing.ts'
import type { WechatMerchant } from './wechat-pay.settings.ts'

type Fields = Record<string, unknown>
interface Ask {
  method: 'GET' | 'POST'
  /** With its query. */
  target: string
  body?: object
}

export interface WechatPayClient {
  /** The fields of an answer that the vendor signed; throws `ChannelFailure` for everything else. */
  call(what: string, ask: Ask): Promise<Fields>
  /** A file that an answer named; nobody signs it, so its hash must be compared. */
  download(what: string, url: string): Promise<Response>
}

const home = 'https://api.mch.weixin.qq.com'
/** The vendor's own hosts: the second is its spare one. */
const hosts = ['api.mch.weixin.qq.com', 'api2.mch.weixin.qq.com']

const fail = (what: string, kind: ChannelFailureKind, code?: string) => new ChannelFailure('wechat', what, kind, code)

export function wechatPayClient(merchant: WechatMerchant, now: () => Date): WechatPayClient {
  const endpoint = merchant.endpoint ? new URL(merchant.endpoint).origin : home
  /** Whose signature answers shall bear while the vendor changes from certificates to public keys. */
  const asked = [...merchant.vendor.keys()].find((id) => id.startsWith('PUB_KEY_ID_'))
  const send = async (what: string, origin: string, { method, target, body }: Ask, longer = 1) => {
    const text = body ? JSON.stringify(body) : ''
    try {
      return await fetch(`${origin}${target}`, {
        method,
        redirect: 'error',
        signal: AbortSignal.timeout(merchant.patience * longer * 1_000),
        headers: {
          accept: 'application/json',
          'user-agent': 'shimakaze',
          authorization: authorizationOf(merchant, { method, target, body: text }, now()),
          ...(asked && { 'wechatpay-serial': asked }),
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: text }),
      })
    } catch (error) {
      // Of the error nothing is told but its name: its words may quote the address.
      throw fail(what, 'unanswered', (error as Error).name)
    }
  }
  return {
    async call(what, ask) {
      const response = await send(what, endpoint, ask)
      const body = await boundedAnswer(response).catch((error: Error) => {
        throw fail(what, 'unanswered', error.name)
      })
      const headers = Object.fromEntries(response.headers) as IncomingHttpHeaders
      return judge(what, response.status, body, faultOf(merchant, headers, body, now()))
    },
    async download(what, url) {
      const at = URL.parse(url)
      const isOurs = at && (merchant.endpoint ? at.origin === endpoint : at.protocol === 'https:' && !at.port)
      if (!at || !isOurs || !(merchant.endpoint || hosts.includes(at.hostname)) || at.username || at.password)
        throw fail(what, 'untrusted', 'foreign-address')
      // Its bytes may take longer than an answer does.
      const response = await send(what, at.origin, { method: 'GET', target: `${at.pathname}${at.search}` }, 30)
      if (response.status !== 200) throw fail(what, 'unanswered', `http-${response.status}`)
      return response
    },
  }
}

const busy = new Set([
  'SYSTEM_ERROR',
  'SYSTEMERROR',
  'FREQUENCY_LIMITED',
  'RATELIMIT_EXCEEDED',
  'BANK_ERROR',
  'BANKERROR',
])
const operators = new Set([
  'SIGN_ERROR',
  'NO_AUTH',
  'NOAUTH',
  'PARAM_ERROR',
  'MCH_NOT_EXISTS',
  'MCH_NOT_EXIST',
  'APPID_MCHID_NOT_MATCH',
  'ACCOUNT_ERROR',
])

/** Nothing is decided by what nobody signed: without a signature an answer says at most that ours was wrong, or to come again. */
function judge(what: string, status: number, body: Buffer, fault: ReturnType<typeof faultOf>): Fields {
  if (fault && fault !== 'unsigned') throw fail(what, 'untrusted', fault)
  const isGood = status >= 200 && status < 300
  const fields = body.length ? parse(body) : {}
  if (isGood && fault) throw fail(what, 'untrusted', fault)
  if (isGood && fields) return fields
  if (isGood) throw fail(what, 'untrusted', 'no-json')
  const code = typeof fields?.['code'] === 'string' ? fields['code'].slice(0, 64) : `http-${status}`
  if (status === 429 || (status >= 500 && busy.has(code))) throw fail(what, 'later', code)
  if (status >= 500) throw fail(what, 'unanswered', code)
  if (fault) throw status === 401 ? fail(what, 'ours', code) : fail(what, 'untrusted', fault)
  if (busy.has(code)) throw fail(what, 'later', code)
  throw fail(what, status === 401 || operators.has(code) ? 'ours' : 'business', code)
}

function parse(body: Buffer): Fields | undefined {
  try {
    const parsed: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? (parsed as Fields) : undefined
  } catch {
    return undefined
  }
}
