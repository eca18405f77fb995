import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { thirdPartyCalls } from '../../../contract/accounts/third-party.ts'
import type { Provider } from '../../../contract/accounts/third-provider.ts'
import { ask } from '../../site/parts/api.ts'
import { usePlatform } from '../../site/parts/platform.ts'
import { keepTarget } from './target.ts'

/** WeChat and Alipay, where this platform has them: the whole window goes there and comes back. */
export function AwayButtons({ to }: { to: string | null }) {
  const { t } = useTranslation(['site'])
  const platform = usePlatform()
  const [going, setGoing] = useState<Provider>()
  const [error, setError] = useState<string>()
  const open = (['WECHAT', 'ALIPAY'] as const).filter((p) => platform?.login[p === 'WECHAT' ? 'wechat' : 'alipay'].open)
  if (!open.length) return null

  async function leave(provider: Provider) {
    setGoing(provider)
    setError(undefined)
    try {
      const { url } = await ask<typeof thirdPartyCalls.begin>(
        { method: 'POST', path: 'login/third' },
        { body: { provider } },
      )
      keepTarget(to)
      window.location.assign(url)
    } catch (e) {
      setError((e as Error).message)
      setGoing(undefined)
    }
  }

  return (
    <section className="away" aria-label={t('site:away.or')}>
      <p>{t('site:away.or')}</p>
      <div className="away-ways">
        {open.map((p) => (
          <button
            key={p}
            type="button"
            className={`button ${p.toLowerCase()}`}
            disabled={going !== undefined}
            onClick={() => void leave(p)}
          >
            {t(going === p ? 'site:away.going' : `site:away.${p}`)}
          </button>
        ))}
      </div>
      {error && (
        <p className="error" role="alert">
          {error}
        </p>
      )}
    </section>
  )
}
