import { useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { handOverCalls } from '../../../contract/accounts/hand-over.ts'
import { ask, SiteError } from '../../site/parts/api.ts'
import { QrCode } from '../../kit/plain/QrCode.tsx'

const pause = 2_000

interface Shown {
  appId?: string
  qr?: string
  status: 'WAIT' | 'SCANNED' | 'EXPIRED'
  refused?: boolean
  number?: string | undefined
  error?: string
}

/** A code for a phone that is signed in; once it was scanned, a number to type there. */
export function QrSignIn({ onDone }: { onDone(): void }) {
  const { t } = useTranslation(['site'])
  const [shown, setShown] = useState<Shown>({ status: 'WAIT' })
  const { appId, qr, status, refused, number, error } = shown

  const renew = useCallback(
    () =>
      ask<typeof handOverCalls.qr>({ method: 'GET', path: 'login/app/id' }, {}).then(
        (code) => setShown({ ...code, status: 'WAIT' }),
        (e: Error) => setShown({ status: 'EXPIRED', error: e.message }),
      ),
    [],
  )
  useEffect(() => void renew(), [renew])

  useEffect(() => {
    if (!appId || status === 'EXPIRED') return
    let timer: ReturnType<typeof setTimeout>
    const look = async () => {
      try {
        const now = await ask<typeof handOverCalls.qrStatus>(
          { method: 'GET', path: 'login/app/id/authorize/status/{appId}' },
          { params: { appId } },
        )
        if (now.status === 'CONFIRMED') return onDone()
        setShown((old) =>
          old.appId === appId
            ? { ...old, status: now.status as Shown['status'], refused: now.refused, number: now.number }
            : old,
        )
      } catch (e) {
        // A line that is down for a moment ends nothing.
        if (!(e instanceof SiteError) || !['network', 'unreadable', 'too-frequent'].includes(e.code))
          return setShown({ status: 'EXPIRED', error: (e as Error).message })
      }
      timer = setTimeout(() => void look(), pause)
    }
    timer = setTimeout(() => void look(), pause)
    return () => clearTimeout(timer)
  }, [appId, status, onDone])

  return (
    <div className="qr">
      <p>{t('site:qr.lead')}</p>
      <div className="qr-code" aria-busy={!qr && !error}>
        {qr && status === 'WAIT' && <QrCode text={qr} label={t('site:qr.label')} />}
        {status === 'SCANNED' && <strong className="qr-number">{number}</strong>}
        {status === 'EXPIRED' && (
          <button type="button" className="button" onClick={() => void renew()}>
            {t('site:qr.renew')}
          </button>
        )}
      </div>
      <p role="status" className="qr-told">
        {status === 'SCANNED' && (
          <>
            {t('site:qr.scanned')} <strong>{number}</strong>
          </>
        )}
        {status === 'EXPIRED' && (error ?? t(refused ? 'site:qr.refused' : 'site:qr.expired'))}
      </p>
      {status === 'SCANNED' && <p className="note">{t('site:qr.numberNote')}</p>}
    </div>
  )
}
