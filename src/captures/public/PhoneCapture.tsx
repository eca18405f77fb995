import { useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { sessionCalls } from '../../../contract/accounts/session.ts'
import { ask, type SiteError } from '../../site/parts/api.ts'
import { SiteShell } from '../../site/parts/SiteShell.tsx'
import { CaptureForm } from './CaptureForm.tsx'
import { RecentCaptures } from './RecentCaptures.tsx'

type Session = { is: 'asked' | 'there' | 'gone' } | { is: 'unknown'; message: string }

/** Captures web pages from a phone, in its browser or an application's. */
export function PhoneCapture() {
  const { t } = useTranslation(['site', 'certificates'])
  const [session, setSession] = useState<Session>({ is: 'asked' })
  const [started, setStarted] = useState(0)
  useEffect(() => {
    // Only the service knows: the session is in a cookie that no script reads.
    ask<typeof sessionCalls.bean>({ method: 'GET', path: 'login/bean' }, {}, { keepsSession: true }).then(
      () => setSession({ is: 'there' }),
      ({ code, message }: SiteError) =>
        setSession(code === 'session-gone' ? { is: 'gone' } : { is: 'unknown', message }),
    )
  }, [])
  const onGone = useCallback(() => setSession({ is: 'gone' }), [])
  const onStarted = useCallback(() => setStarted((n) => n + 1), [])
  return (
    <SiteShell title={t('certificates:phone.web.title')} description={t('certificates:phone.web.lead')} narrow>
      <h1>{t('certificates:phone.web.title')}</h1>
      <p className="lead">{t('certificates:phone.web.lead')}</p>
      {session.is === 'asked' && <p aria-busy="true">{t('site:loading')}</p>}
      {session.is === 'unknown' && (
        <p className="error" role="alert">
          {session.message}
        </p>
      )}
      {session.is === 'there' && (
        <>
          <CaptureForm onStarted={onStarted} onGone={onGone} />
          <RecentCaptures key={started} onGone={onGone} />
        </>
      )}
      {session.is === 'gone' && (
        <div className="panel">
          <p>{t('certificates:phone.web.signIn')}</p>
          <a className="button primary block" href="/login?to=/app/web">
            {t('certificates:phone.web.toSignIn')}
          </a>
        </div>
      )}
    </SiteShell>
  )
}
