import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { sessionCalls } from '../../../contract/accounts/session.ts'
import { digitsOf } from '../../../contract/kit/typed/clean.ts'
import { ask, type SiteError } from '../../site/parts/api.ts'
import { CleanField } from '../../site/parts/fields/CleanField.tsx'
import { SiteShell } from '../../site/parts/SiteShell.tsx'

interface Props {
  ticket: string
  onDone(): void
  /** To the first step again; with the reason, if it was not wished for. */
  onBack(message?: string): void
}

/** The code of the authenticator, after password or SMS code were right. */
export function SecondStep({ ticket, onDone, onBack }: Props) {
  const { t } = useTranslation(['site'])
  const [totp, setTotp] = useState('')
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  // Whoever pressed the button of the first step goes on here.
  useEffect(() => form.current?.querySelector('input')?.focus(), [])

  async function submit(event: FormEvent) {
    event.preventDefault()
    setBusy(true)
    try {
      await ask<typeof sessionCalls.loginTotp>({ method: 'POST', path: 'login/totp' }, { body: { ticket, totp } })
      onDone()
    } catch (e) {
      const refused = e as SiteError
      if (refused.code === 'ticket-gone') return onBack(refused.message)
      setError(refused.fields['totp'] ?? refused.message)
      setBusy(false)
    }
  }

  return (
    <SiteShell title={t('site:totp.title')} narrow>
      <div className="panel">
        <h1>{t('site:totp.title')}</h1>
        <p>{t('site:totp.lead')}</p>
        <form ref={form} onSubmit={(e) => void submit(e)} noValidate>
          <CleanField
            label={t('site:totp.label')}
            note={t('site:totp.note')}
            autoComplete="one-time-code"
            required
            maxLength={30}
            value={totp}
            clean={digitsOf}
            error={error}
            onChange={(e) => setTotp(e.target.value)}
          />
          <button type="submit" className="button primary block" disabled={busy}>
            {t('site:totp.submit')}
          </button>
        </form>
        <p className="note">
          <button type="button" className="link" onClick={() => onBack()}>
            {t('site:totp.back')}
          </button>
        </p>
      </div>
    </SiteShell>
  )
}
