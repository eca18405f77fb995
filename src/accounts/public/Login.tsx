import { type FormEvent, lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import type { sessionCalls } from '../../../contract/accounts/session.ts'
import { ask, type SiteError } from '../../site/parts/api.ts'
import { Field } from '../../site/parts/Field.tsx'
import { SiteShell } from '../../site/parts/SiteShell.tsx'
import { usePlatform } from '../../site/parts/platform.ts'
import { AwayButtons } from './AwayButtons.tsx'
import { CaptchaField, useCaptcha } from './Captcha.tsx'
import { CodeField } from './CodeField.tsx'
import { SecondStep } from './SecondStep.tsx'
import { safeTarget } from './target.ts'

const QrSignIn = lazy(async () => ({ default: (await import('./QrSignIn.tsx')).QrSignIn }))

export function Login() {
  const { t } = useTranslation(['site'])
  const platform = usePlatform()
  const [params] = useSearchParams()
  const [way, setWay] = useState<'password' | 'code' | 'qr'>('password')
  const [values, setValues] = useState({ phone: '', password: '', captcha: '', code: '', codeId: '' })
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [busy, setBusy] = useState(false)
  const [ticket, setTicket] = useState<string>()
  const captchaState = useCaptcha()
  const set = (change: Partial<typeof values>) => setValues((old) => ({ ...old, ...change }))

  async function submit(event: FormEvent) {
    event.preventDefault()
    setBusy(true)
    const notaryId = platform?.notaryId
    const proof =
      way === 'password'
        ? { password: values.password, captcha: values.captcha, captchaId: captchaState.question?.captchaId }
        : { code: values.code, codeId: values.codeId }
    try {
      await ask<typeof sessionCalls.login>(
        { method: 'POST', path: 'login' },
        { body: { phone: values.phone, ...proof, ...(notaryId ? { notaryId } : {}) } as never },
      )
      window.location.assign(safeTarget(params.get('to')))
    } catch (e) {
      const refused = e as SiteError
      if (refused.code === 'totp-needed') setTicket(String(refused.shown['ticket']))
      else setErrors(Object.keys(refused.fields).length ? refused.fields : { '': refused.message })
      set({ captcha: '' })
      await captchaState.renew()
      setBusy(false)
    }
  }

  if (ticket)
    return (
      <SecondStep
        ticket={ticket}
        onDone={() => window.location.assign(safeTarget(params.get('to')))}
        onBack={(message) => (setErrors(message ? { '': message } : {}), setTicket(undefined))}
      />
    )
  return (
    <SiteShell title={t('site:login.title')} narrow>
      <div className="panel">
        <h1>{t('site:login.title')}</h1>
        {params.get('expired') && (
          <p className="notice" role="status">
            {t('site:login.expired')}
          </p>
        )}
        <div className="tabs" role="group" aria-label={t('site:login.way')}>
          {(['password', 'code', 'qr'] as const).map((w) => (
            <button key={w} type="button" aria-pressed={way === w} onClick={() => (setWay(w), setErrors({}))}>
              {t(w === 'qr' ? 'site:qr.tab' : `site:login.by.${w}`)}
            </button>
          ))}
        </div>
        {way === 'qr' && (
          <Suspense fallback={<p aria-busy="true">{t('site:loading')}</p>}>
            <QrSignIn onDone={() => window.location.assign(safeTarget(params.get('to')))} />
          </Suspense>
        )}
        {way !== 'qr' && (
          <form onSubmit={(e) => void submit(e)} noValidate>
            <Field
              label={t('site:login.phone')}
              type="tel"
              inputMode="numeric"
              autoComplete="username"
              required
              value={values.phone}
              error={errors['phone']}
              onChange={(e) => set({ phone: e.target.value })}
            />
            {way === 'password' && (
              <Field
                label={t('site:login.password')}
                type="password"
                autoComplete="current-password"
                required
                value={values.password}
                error={errors['password']}
                onChange={(e) => set({ password: e.target.value })}
              />
            )}
            <CaptchaField
              state={captchaState}
              value={values.captcha}
              error={errors['captcha']}
              onChange={(captcha) => set({ captcha })}
            />
            {way === 'code' && (
              <CodeField
                path="login/msg"
                phone={values.phone}
                captcha={values.captcha}
                captchaState={captchaState}
                value={values.code}
                error={errors['code']}
                onChange={(code) => set({ code })}
                onSent={(codeId) => set({ codeId })}
                onError={setErrors}
              />
            )}
            {errors[''] && (
              <p className="error" role="alert">
                {errors['']}
              </p>
            )}
            <button type="submit" className="button primary block" disabled={busy}>
              {t('site:login.submit')}
            </button>
          </form>
        )}
        <AwayButtons to={params.get('to')} />
        <p className="note">
          {t('site:login.none')} <Link to="/registry">{t('site:login.register')}</Link> ·{' '}
          <Link to="/resetPassword">{t('site:login.forgot')}</Link>
        </p>
      </div>
    </SiteShell>
  )
}
