import { randomBytes } from 'node:crypto'
import { agreePage, type Person } from './agree-page.ts'
import { type AlipayKeys, type Method, Refusal } from './alipay-answers.ts'

const codeAge = 24 * 3_600_000

export interface AlipaySignIn {
  oauthToken: Method
  codeOf(appId: string, person: Person): string
  /** The page where a person agrees, or what is wrong with the way to it. */
  authorize(query: URLSearchParams): { html: string } | { wrong: string }
}

/** People who tell an application who they are: the page, its codes, and what they are exchanged for. */
export function alipaySignIn(keys: AlipayKeys, vendor: { person: Person }, now: () => number): AlipaySignIn {
  const codes = new Map<string, { appId: string; person: Person; at: number }>()
  const codeOf = (appId: string, person: Person) => {
    const code = randomBytes(16).toString('hex')
    codes.set(code, { appId, person, at: now() })
    return code
  }
  return {
    codeOf,
    oauthToken({ all, biz }) {
      if (Object.keys(biz).length) throw new Refusal('40002', 'isv.invalid-parameter')
      if (all['grant_type'] !== 'authorization_code') throw new Refusal('40002', 'isv.grant-type-invalid')
      const known = codes.get(all['code'] ?? '')
      if (!known || known.appId !== all['app_id'] || now() - known.at > codeAge)
        throw new Refusal('40002', 'isv.code-invalid')
      codes.delete(all['code']!)
      const { userId, openId, unionId } = known.person
      return {
        access_token: `composeB${randomBytes(16).toString('hex')}`,
        auth_start: '2026-11-22 08:00:00',
        expires_in: '1296000',
        re_expires_in: 2_592_000,
        refresh_token: `composeR${randomBytes(16).toString('hex')}`,
        ...(userId && { user_id: userId }),
        ...(openId && { open_id: openId }),
        ...(unionId && { union_id: unionId }),
      }
    },
    authorize(query) {
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
      if (wrong) return { wrong }
      const code = codeOf(appId, vendor.person)
      const agreed = { app_id: appId, source: 'alipay_wallet', scope, auth_code: code, state }
      const refused = { app_id: appId, state }
      const backWith = (given: Record<string, string>) => `${back}?${new URLSearchParams(given).toString()}`
      return { html: agreePage('支付宝', backWith(agreed), backWith(refused)) }
    },
  }
}
