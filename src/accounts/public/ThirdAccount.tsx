import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import type { thirdPartyCalls } from '../../../contract/accounts/third-party.ts'
import type { Provider } from '../../../contract/accounts/third-provider.ts'
import { ask, type SiteError } from '../../site/parts/api.ts'
import { SiteShell } from '../../site/parts/SiteShell.tsx'
import { BindPhone } from './BindPhone.tsx'
import { SecondStep } from './SecondStep.tsx'
import { keptTarget } from './target.ts'

type Shown =
  | { step: 'wait' | 'bound' }
  | { step: 'phone' | 'totp'; ticket: string }
  | { step: 'failed'; message: string; binds: boolean }

/** What the vendor brought, taken out of the address at once: no history, and no page behind this one, has it. */
function takeBrought() {
  const query = new URLSearchParams(window.location.search)
  window.history.replaceState(window.history.state, '', window.location.pathname)
  const authCode = query.get('code') ?? query.get('auth_code')
  return { state: query.get('state') ?? '-', ...(authCode ? { authCode } : {}) }
}

const settings = '/accountSetting/basicSetting'

/** Where WeChat and Alipay send a browser back to: to sign in, to give a phone number first, or to bind. */
export function ThirdAccount() {
  const { t } = useTranslation(['site'])
  const provider: Provider = useParams()['vendor'] === 'alipay' ? 'ALIPAY' : 'WECHAT'
  const [shown, setShown] = useState<Shown>({ step: 'wait' })
  const go = () => window.location.replace(keptTarget())
  const vendor = t(`site:third.vendor.${provider}`)

  useEffect(() => {
    const body = { provider, ...takeBrought() }
    // What it was begun for stands in the first sign of what we sent along.
    const purpose = body.state[0]
    const isBinding = purpose === 'b' || purpose === 'r'
    const asked = isBinding
      ? ask<typeof thirdPartyCalls.bind | typeof thirdPartyCalls.rebind>(
          { method: 'PUT', path: purpose === 'r' ? 'user/rebindThirdAccount' : 'user/bindThirdAccount' },
          { body },
        ).then(() => setShown({ step: 'bound' }))
      : ask<typeof thirdPartyCalls.signIn>({ method: 'POST', path: 'loginByThirdAccount' }, { body }).then(
          ({ bindTicket }) => (bindTicket ? setShown({ step: 'phone', ticket: bindTicket }) : go()),
        )
    asked.catch((e: SiteError) => {
      if (e.code === 'third-party-done') return go()
      setShown(
        e.code === 'totp-needed'
          ? { step: 'totp', ticket: String(e.shown['ticket']) }
          : { step: 'failed', message: e.message, binds: isBinding },
      )
    })
  }, [provider])

  const failed = (message?: string) => setShown({ step: 'failed', message: message ?? '', binds: false })
  const binds = shown.step === 'bound' || (shown.step === 'failed' && shown.binds)
  if (shown.step === 'totp') return <SecondStep ticket={shown.ticket} onDone={go} onBack={failed} />
  if (shown.step === 'phone')
    return (
      <BindPhone
        ticket={shown.ticket}
        vendor={vendor}
        onDone={go}
        onTotp={(ticket) => setShown({ step: 'totp', ticket })}
        onGone={failed}
      />
    )
  return (
    <SiteShell title={t('site:third.title')} narrow>
      <div className="panel">
        <h1>
          {shown.step === 'bound'
            ? t('site:third.bound', { vendor })
            : t(shown.step === 'failed' ? 'site:third.failed' : 'site:third.title')}
        </h1>
        <p role="status" aria-busy={shown.step === 'wait'}>
          {shown.step === 'wait'
            ? t('site:third.wait')
            : shown.step === 'failed'
              ? shown.message
              : t('site:third.boundText', { vendor })}
        </p>
        {shown.step !== 'wait' && (
          <a className="button primary block" href={binds ? settings : '/login'}>
            {t(binds ? 'site:third.settings' : 'site:third.again')}
          </a>
        )}
      </div>
    </SiteShell>
  )
}
