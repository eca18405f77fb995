import { type Provider, providers } from '../../../contract/accounts/third-provider.ts'
import type { Platform, Visitor } from '../../kit/calls/caller.ts'
import { AppError } from '../../kit/errors.ts'
import { alipayAppOf } from '../../kit/alipay/alipay.settings.ts'
import type { Services } from '../../kit/services.ts'
import type { ReadSettings } from '../../kit/settings/settings-group.ts'
import { alipayWay } from './alipay.ts'
import type { Way } from './identity.ts'
import { wechatWay } from './wechat.ts'
import { wechatSettings } from './wechat.settings.ts'

type At = Pick<Platform, 'notaryId'>

/** Which vendors somebody can sign in with on a platform. */
export const openWays = (config: ReadSettings, platform: At): Provider[] =>
  providers.filter((provider) => wayOf(config, platform, provider))

export function requireWay({ config }: Services, { platform }: Visitor, provider: Provider): Way {
  const way = wayOf(config, platform, provider)
  if (!way) throw new AppError('third-party-closed')
  return way
}

function wayOf(config: ReadSettings, { notaryId }: At, provider: Provider): Way | undefined {
  if (provider === 'WECHAT') {
    const wechat = wechatSettings.of(config)
    return wechat && wechatWay(wechat.platforms[notaryId] ?? wechat)
  }
  const app = alipayAppOf(config, notaryId)
  return app?.signIn ? alipayWay(app) : undefined
}
