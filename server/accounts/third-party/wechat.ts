import { boundedAnswer } from '../../kit/egress/bounded-answer.ts'
import type { WechatApp } from './wechat.settings.ts'
import { idOf, type Identity, refusal, type Way } from './identity.ts'

/** The code is used, old, of another application, or what it stood for has gone. */
const again = new Set([40029, 40163, 42003, 41008, 40003, 40014, 42001, 41001, 40030, 42002, 42007])
/** After -1 the code may count as used: it is not sent again. */
const busy = new Set([-1, 45009, 45011])

const largest = 64 * 1024

/** Of what goes wrong nothing is told but a number or a name: words of errors may quote the address, and the secret stands in it. */
const failure = (what: string | number) => new Error(`wechat ${what}`)

/** Signing in on a website by the WeChat Open Platform (`snsapi_login`). */
export const wechatWay = ({ appId, secret, endpoint, patience }: WechatApp): Way => ({
  appId,
  patience,
  pageUrl: (back, state, lang) =>
    `${endpoint ?? 'https://open.weixin.qq.com'}/connect/qrconnect?${new URLSearchParams({ appid: appId, redirect_uri: back, response_type: 'code', scope: 'snsapi_login', state, lang: lang === 'en' ? 'en' : 'cn' }).toString()}#wechat_redirect`,
  async identityOf(code) {
    const query = new URLSearchParams({ appid: appId, secret, code, grant_type: 'authorization_code' })
    return read(
      await get(
        `${endpoint ?? 'https://api.weixin.qq.com'}/sns/oauth2/access_token?${query.toString()}`,
        patience * 1_000,
      ),
    )
  },
})

async function get(url: string, patience: number): Promise<Record<string, unknown>> {
  try {
    const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(patience) })
    const answer: unknown = JSON.parse((await boundedAnswer(response, largest)).toString('utf8'))
    if (typeof answer === 'object' && answer !== null) return answer as Record<string, unknown>
    throw new SyntaxError('no object')
  } catch (error) {
    throw refusal('third-party-busy', failure((error as Error).name))
  }
}

/** Judged by its fields: what status and kind of text an error has, nobody promises. */
function read({ errcode, openid, unionid }: Record<string, unknown>): Identity {
  const code = Number(errcode ?? 0)
  if (again.has(code)) throw refusal('third-party-again', failure(code))
  if (busy.has(code)) throw refusal('third-party-busy', failure(code))
  const subject = idOf(openid)
  if (code !== 0 || !subject)
    throw refusal('third-party-broken', failure(Number.isNaN(code) ? 'no-number' : code || 'no-openid'))
  return { subject, also: null, unionId: idOf(unionid) ?? null }
}
