import { randomBytes } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import { agreePage } from '../../../server/sandbox/agree-page.ts'
import { onLoopback } from '../../../server/sandbox/on-loopback.ts'

interface Person {
  openid: string
  unionid?: string
}

/** How the exchange is answered, where not as the vendor would. With `anyway` the code counts as used. */
export type WechatMischief =
  | 'hang'
  | 'hang up'
  | 'html'
  | '500'
  | 'huge'
  | { errcode: number; errmsg?: string; anyway?: boolean }
  | { answer: object }

export interface WechatVendor {
  endpoint: string
  person: Person
  next: WechatMischief[]
  /** Exchanges that were asked, right or wrong. */
  asked: URLSearchParams[]
  /** Milliseconds that the vendor's clock is ahead of ours. */
  skew: number
  codeOf(appId: string, person?: Person): string
  close(): Promise<void>
}

const codeAge = 600_000

/** WeChat's page for websites and its exchange as docs/third-party.md has them: what the vendor refuses it refuses. */
export async function startWechat(secrets: Record<string, string>, domain?: string): Promise<WechatVendor> {
  const codes = new Map<string, { appId: string; person: Person; at: number; used: boolean }>()
  const now = () => Date.now() + vendor.skew
  const say = (response: ServerResponse, body: object) =>
    response.writeHead(200, { 'content-type': 'text/plain' }).end(JSON.stringify(body))
  const refuse = (response: ServerResponse, errcode: number, errmsg: string) =>
    say(response, { errcode, errmsg: `${errmsg}, rid: 65f0-0001` })

  function page(response: ServerResponse, query: URLSearchParams) {
    const [appId = '', back = '', type, scope, state = ''] = [
      'appid',
      'redirect_uri',
      'response_type',
      'scope',
      'state',
    ].map((name) => query.get(name) ?? '')
    const wrong = !secrets[appId]
      ? '10005 appid'
      : type !== 'code'
        ? 'response_type'
        : scope !== 'snsapi_login'
          ? '10005 scope'
          : !URL.canParse(back) || (domain && new URL(back).host !== domain)
            ? '10003 redirect_uri'
            : ''
    if (wrong) return response.writeHead(400, { 'content-type': 'text/plain' }).end(wrong)
    const agreed = `${back}?code=${vendor.codeOf(appId)}&state=${state}`
    return response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(agreePage('微信登录', agreed, `${back}?state=${state}`))
  }

  function exchange(response: ServerResponse, query: URLSearchParams) {
    vendor.asked.push(query)
    const mischief = vendor.next.shift()
    const known = codes.get(query.get('code') ?? '')
    if (known && (typeof mischief === 'string' || (mischief && 'anyway' in mischief))) known.used = true
    if (mischief === 'hang') return undefined
    if (mischief === 'hang up') return response.destroy()
    if (mischief === 'html') return response.writeHead(200, { 'content-type': 'text/html' }).end('<html>busy</html>')
    if (mischief === '500') return response.writeHead(500).end()
    if (mischief === 'huge') return response.end(`{"x":"${'a'.repeat(10_000_000)}"}`)
    if (mischief && 'answer' in mischief) return say(response, mischief.answer)
    if (mischief) return refuse(response, mischief.errcode, mischief.errmsg ?? 'refused')
    const appId = query.get('appid') ?? ''
    if (!secrets[appId]) return refuse(response, 40013, 'invalid appid')
    if (secrets[appId] !== query.get('secret')) return refuse(response, 40125, 'invalid appsecret')
    if (query.get('grant_type') !== 'authorization_code') return refuse(response, 40002, 'invalid grant_type')
    if (!query.get('code')) return refuse(response, 41008, 'missing code')
    if (!known || known.appId !== appId || now() - known.at > codeAge) return refuse(response, 40029, 'invalid code')
    if (known.used) return refuse(response, 40163, 'code been used')
    known.used = true
    return say(response, {
      access_token: `T-${randomBytes(16).toString('hex')}`,
      expires_in: 7200,
      refresh_token: `R-${randomBytes(16).toString('hex')}`,
      scope: 'snsapi_login',
      ...known.person,
    })
  }

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://vendor')
    if (request.method === 'GET' && url.pathname === '/connect/qrconnect') return void page(response, url.searchParams)
    if (request.method === 'GET' && url.pathname === '/sns/oauth2/access_token')
      return void exchange(response, url.searchParams)
    response.writeHead(404).end()
  })
  const { endpoint, close } = await onLoopback(server)
  const vendor: WechatVendor = {
    endpoint,
    person: { openid: 'oLVPpjqs9BhvzwPj5A-vTYAX3GLc', unionid: 'o6_bmasdasdsad6_2sgVt7hMZOPfL' },
    next: [],
    asked: [],
    skew: 0,
    codeOf(appId, person = vendor.person) {
      const code = randomBytes(16).toString('hex')
      codes.set(code, { appId, person, at: now(), used: false })
      return code
    },
    close,
  }
  return vendor
}
