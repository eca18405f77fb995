import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import type { handOverCalls } from '../../../contract/accounts/hand-over.ts'
import type { sessionCalls } from '../../../contract/accounts/session.ts'
import { ask } from '../../site/parts/api.ts'
import { SiteShell } from '../../site/parts/SiteShell.tsx'
import { safeTarget } from './target.ts'

type In = Pick<z.output<typeof handOverCalls.swap.reply>, 'personName' | 'accountName' | 'to'>

/** Signs in by a ticket that is good once; says as whom before it goes on, because a link may come from anybody. */
export function BridgeLogin() {
  const { t } = useTranslation(['site'])
  const [state, setState] = useState<{ signedIn?: In; error?: string }>({})

  useEffect(() => {
    const token = window.location.hash.slice(1)
    window.history.replaceState(window.history.state, '', window.location.pathname)
    const asked = token
      ? ask<typeof handOverCalls.swap>({ method: 'POST', path: '/ws/swap/token' }, { body: { token, type: 'TICKET' } })
      : Promise.reject(new Error(''))
    asked.then(
      ({ personName, accountName, to }) => setState({ signedIn: { personName, accountName, to } }),
      (e: Error) => setState({ error: e.message }),
    )
  }, [])

  const leave = () =>
    ask<typeof sessionCalls.logout>({ method: 'POST', path: 'logout' }, {}).finally(() =>
      window.location.replace('/login'),
    )
  const { signedIn, error } = state
  return (
    <SiteShell title={t('site:bridge.title')} narrow>
      <div className="panel">
        <h1>
          {t(error !== undefined ? 'site:bridge.failed' : signedIn ? 'site:bridge.signedIn' : 'site:bridge.title')}
        </h1>
        <p role="status" aria-busy={!signedIn && error === undefined}>
          {error !== undefined
            ? error || t('site:bridge.empty')
            : signedIn
              ? t('site:bridge.as', { name: signedIn.personName, account: signedIn.accountName })
              : t('site:bridge.wait')}
        </p>
        {error !== undefined && (
          <a className="button primary block" href="/login">
            {t('site:bridge.toSignIn')}
          </a>
        )}
        {signedIn && (
          <>
            <a className="button primary block" href={safeTarget(signedIn.to)}>
              {t('site:bridge.go')}
            </a>
            <button type="button" className="button block" onClick={() => void leave()}>
              {t('site:bridge.notMe')}
            </button>
          </>
        )}
      </div>
    </SiteShell>
  )
}
