import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import type { handOverCalls } from '../../../contract/accounts/hand-over.ts'
import { formatInstant } from '../../kit/plain/format.ts'
import { ask, type SiteError } from '../../site/parts/api.ts'
import { Field } from '../../site/parts/fields/Field.tsx'
import { SiteShell } from '../../site/parts/SiteShell.tsx'
import { keep, kept } from './target.ts'

type Asking = z.output<typeof handOverCalls.scan.reply>
interface Code {
  appId: string
  secret: string
}
type Shown =
  | { step: 'wait' | 'empty' | 'sign-in' | 'approved' | 'refused' }
  | { step: 'asked'; asking: Asking; code: Code }
  | { step: 'gone'; message: string }

const key = 'skz-qr'

/** What was scanned, taken out of the address at once; it is still there when somebody comes back from signing in. */
function takeScanned(): Code | undefined {
  const scanned = window.location.hash.slice(1)
  if (scanned) {
    window.history.replaceState(window.history.state, '', window.location.pathname)
    keep(key, scanned)
  }
  const [appId, secret] = (scanned || (kept(key) ?? '')).split('.')
  return appId && secret ? { appId, secret } : undefined
}

/** On a phone: who asks to be let in, and the answer. */
export function AuthLogin() {
  const { t } = useTranslation(['site'])
  const [shown, setShown] = useState<Shown>({ step: 'wait' })

  useEffect(() => {
    const code = takeScanned()
    const scan = (body: NonNullable<typeof code>) =>
      ask<typeof handOverCalls.scan>({ method: 'POST', path: 'login/app/scan' }, { body }, { keepsSession: true }).then(
        (asking): Shown => ({ step: 'asked', asking, code: body }),
        (e: SiteError): Shown =>
          e.code === 'session-gone' ? { step: 'sign-in' } : { step: 'gone', message: e.message },
      )
    void Promise.resolve(code ? scan(code) : ({ step: 'empty' } as const)).then(setShown)
  }, [])

  const over = (step: Shown) => {
    keep(key, '')
    setShown(step)
  }
  if (shown.step === 'asked')
    return (
      <Frame title={t('site:authLogin.title')}>
        <Answer {...shown} onOver={over} />
      </Frame>
    )
  if (shown.step === 'approved' || shown.step === 'refused')
    return (
      <Frame title={t(`site:authLogin.${shown.step}`)}>
        <p role="status">{t(`site:authLogin.${shown.step}Text`)}</p>
      </Frame>
    )
  if (shown.step === 'gone')
    return (
      <Frame title={t('site:authLogin.gone')}>
        <p role="alert">{shown.message}</p>
      </Frame>
    )
  return (
    <Frame title={t('site:authLogin.title')}>
      <p role="status" aria-busy={shown.step === 'wait'}>
        {t(
          shown.step === 'wait'
            ? 'site:loading'
            : shown.step === 'empty'
              ? 'site:authLogin.empty'
              : 'site:authLogin.signIn',
        )}
      </p>
      {shown.step === 'sign-in' && (
        <a className="button primary block" href="/login?to=/app/auth-login">
          {t('site:authLogin.toSignIn')}
        </a>
      )}
    </Frame>
  )
}

function Frame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <SiteShell title={title} narrow>
      <div className="panel">
        <h1>{title}</h1>
        {children}
      </div>
    </SiteShell>
  )
}

function Answer({ asking, code, onOver }: { asking: Asking; code: Code; onOver(step: Shown): void }) {
  const { t } = useTranslation(['site'])
  const [number, setNumber] = useState('')
  const [busy, setBusy] = useState(false)
  const { device, ip, askedAt, sameAddress, personName, accountName } = asking

  async function answer(approve: boolean) {
    setBusy(true)
    await ask<typeof handOverCalls.decide>(
      { method: 'POST', path: 'login/app/decide' },
      { body: { ...code, approve, ...(approve ? { number } : {}) } },
    ).then(
      () => onOver({ step: approve ? 'approved' : 'refused' }),
      (e: SiteError) => onOver({ step: 'gone', message: e.message }),
    )
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void answer(true)
  }
  const facts = [
    ['who', `${personName} · ${accountName}`],
    ['device', [device.browser, device.system].filter(Boolean).join(' · ') || t('site:authLogin.unknown')],
    ['ip', ip],
    ['at', formatInstant(askedAt)],
  ] as const
  return (
    <>
      <p>{t('site:authLogin.lead')}</p>
      <dl className="asking">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{t(`site:authLogin.${name}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className={sameAddress ? 'note' : 'notice'}>
        {t(sameAddress ? 'site:authLogin.same' : 'site:authLogin.other')}
      </p>
      <form onSubmit={submit} noValidate>
        <Field
          label={t('site:authLogin.number')}
          note={t('site:authLogin.warn')}
          inputMode="numeric"
          autoComplete="off"
          maxLength={2}
          required
          value={number}
          onChange={(e) => setNumber(e.target.value.replaceAll(/\D/g, ''))}
        />
        <button type="submit" className="button primary block" disabled={busy || number.length !== 2}>
          {t('site:authLogin.approve')}
        </button>
        <button type="button" className="button block" disabled={busy} onClick={() => void answer(false)}>
          {t('site:authLogin.refuse')}
        </button>
      </form>
    </>
  )
}
