import { alipayClient } from '../../kit/alipay/client.ts'
import { AlipayFailure, type AlipayFailureKind } from '../../kit/alipay/failure.ts'
import type { AlipayApp } from '../../kit/alipay/alipay.settings.ts'
import { idOf, type Identity, refusal, type Way } from './identity.ts'

const codeOf: Record<AlipayFailureKind, Parameters<typeof refusal>[0]> = {
  later: 'third-party-busy',
  unanswered: 'third-party-busy',
  again: 'third-party-again',
  business: 'third-party-again',
  untrusted: 'third-party-broken',
  ours: 'third-party-broken',
}

/** Signing in by Alipay: only who it is, silently; nothing else about the person is asked for. */
export function alipayWay(app: AlipayApp): Way {
  const client = alipayClient(app)
  return {
    appId: app.appId,
    patience: app.patience * 2,
    pageUrl: (back, state) => client.authorizeUrl({ scope: 'auth_base', redirect_uri: back, state }),
    async identityOf(code): Promise<Identity> {
      const answer = await client
        .call('alipay.system.oauth.token', { params: { grant_type: 'authorization_code', code }, bare: true })
        .catch((error: unknown) => {
          throw error instanceof AlipayFailure ? refusal(codeOf[error.kind], error) : error
        })
      const [openId, userId, unionId] = ['open_id', 'user_id', 'union_id'].map((name) => idOf(answer[name]))
      const subject = openId ?? userId
      if (!subject) throw refusal('third-party-broken', new Error('alipay alipay.system.oauth.token: no id'))
      return { subject, also: (openId && userId) ?? null, unionId: unionId ?? null }
    },
  }
}
