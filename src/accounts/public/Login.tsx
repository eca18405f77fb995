import { type FormEvent, lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import type { sessionCalls } from '../../../contract/accounts/session.ts'
import { phoneOf } from '../../../contract/kit/typed/clean.ts'
import { ask, type SiteError } from '../../site/parts/api.ts'
import { HelpLink } from './HelpLink.tsx'
import { CleanField } from '../../site/parts/fields/CleanField.tsx'
import { PasswordField } from '../../site/parts/fields/PasswordField.tsx'
import { SiteShell, useSignedIn } from '../../site/parts/SiteShell.tsx'
import { AwayButtons } from './AwayButtons.tsx'
import { CaptchaField, useCaptcha } from '../../site/parts/proof/Captcha.tsx'
import { CodeProof } from '../../site/parts/proof/CodeProof.tsx'
import { FormRefusal } from '../../site/parts/proof/FormRefusal.tsx'
import { SecondStep } from './SecondStep.tsx'
import { safeTarget } from './target.ts'

const QrSignIn = lazy(async () => ({ default: (await import('./QrSignIn.tsx')).QrSignIn }))

const ways = ['password', 'code', 'qr'] as const
type Way = (typeof ways)[number]

const blank = { phone: '', password: '', captcha: '', code: '', codeId: '' }
type Values = typeof blank

function signIn(way: Way, { phone, code, codeId, ...known }: Values, captchaId?: string) {
  const proof = way === 'password' ? { ...known, captchaId } : { code, codeId }
  return ask<typeof sessionCalls.login>({ method: 'POST', path: 'login' }, { body: { phone, ...proof } as never })
}

/** A refusal by field; without a code there is none to try, and the service asks for the other way's password. */
function toldOf({ fields: { password, ...others }, message }: SiteError, needCode: string, byCode: boolean) {
  const fields = { ...others, ...(password && { [byCode ? 'code' : 'password']: byCode ? needCode : password }) }
  return Object.keys(fields).length ? fields : { '': message }
}

export function Login() {
  const { t } = useTranslation(['site'])
  const [params] = useSearchParams()
  const [way, setWay] = useState<Way>('password')
  const [values, setValues] = useState(blank)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [busy, setBusy] = useState(false)
  const [ticket, setTicket] = useState<string>()
  const [guarded, setGuarded] = useState(false)
  const go = () => window.location.assign(safeTarget(params.get('to')))
  const set = (change: Partial<Values>) => setValues((old) => ({ ...old, ...change }))
  const captchaState = useCaptcha((captcha) => set({ captcha }), way === 'code' || (way === 'password' && guarded))

  async function submit(event: FormEvent) {
    event.preventDefault()
    setBusy(true)
    try {
      await signIn(way, values, captchaState.question?.captchaId)
      go()
    } catch (e) {
      const refused = e as SiteError
      if (refused.code === 'totp-needed') setTicket(String(refused.shown['ticket']))
      else setErrors(toldOf(refused, values.codeId ? t('site:code.need') : t('site:code.first'), way === 'code'))
      if (refused.shown['captcha']) setGuarded(true)
      set({ captcha: '' })
      await captchaState.renew()
      setBusy(false)
    }
  }

  if (ticket)
    return (
      <SecondStep
        ticket={ticket}
        onDone={go}
        onBack={(message) => (setErrors(message ? { '': message } : {}), setTicket(undefined))}
      />
    )
  return (
    <SiteShell title={t('site:login.title')} description={t('site:login.about')} narrow>
      <div className="panel">
        <h1>{t('site:login.title')}</h1>
        <Standing />
        <Ways way={way} onChange={(other) => (setWay(other), setErrors({}))} />
        {way === 'qr' && (
          <Suspense fallback={<p aria-busy="true">{t('site:loading')}</p>}>
            <QrSignIn onDone={go} />
          </Suspense>
        )}
        {way !== 'qr' && (
          <form onSubmit={(e) => void submit(e)} noValidate>
            <SignInFields
              way={way}
              values={values}
              errors={errors}
              captchaState={captchaState}
              onChange={set}
              onError={setErrors}
            />
            <FormRefusal text={errors['']} />
            <button type="submit" className="button primary block" disabled={busy}>
              {t('site:login.submit')}
            </button>
          </form>
        )}
        <AwayButtons to={params.get('to')} />
        <p className="note">
          {t('site:login.none')} <Link to="/registry">{t('site:login.register')}</Link> ·{' '}
          <Link to="/resetPassword">{t('site:login.forgot')}</Link>
          <HelpLink to="helpLoginUrl" />
        </p>
      </div>
    </SiteShell>
  )
}

/** Whether a session has ended, or one is there already. */
function Standing() {
  const { t } = useTranslation(['site'])
  const [params] = useSearchParams()
  const signedIn = useSignedIn()
  if (params.get('expired'))
    return (
      <p className="notice" role="status">
        {t('site:login.expired')}
      </p>
    )
  if (!signedIn) return null
  return (
    <p className="notice" role="status">
      {t('site:login.already')} <a href={safeTarget(params.get('to'))}>{t('site:login.goOn')}</a>
    </p>
  )
}

function Ways({ way, onChange }: { way: Way; onChange(way: Way): void }) {
  const { t } = useTranslation(['site'])
  return (
    <div className="tabs" role="group" aria-label={t('site:login.way')}>
      {ways.map((w) => (
        <button key={w} type="button" aria-pressed={way === w} onClick={() => onChange(w)}>
          {t(w === 'qr' ? 'site:qr.tab' : `site:login.by.${w}`)}
        </button>
      ))}
    </div>
  )
}

interface FieldsProps {
  way: 'password' | 'code'
  values: Values
  errors: Record<string, string>
  captchaState: ReturnType<typeof useCaptcha>
  onChange(change: Partial<Values>): void
  onError(errors: Record<string, string>): void
}

/** A phone's number, with the password or with a code that is sent to it. */
function SignInFields({ way, values, errors, captchaState, onChange, onError }: FieldsProps) {
  const { t } = useTranslation(['site'])
  return (
    <>
      <CleanField
        label={t('site:login.phone')}
        type="tel"
        inputMode="numeric"
        autoComplete="username"
        required
        value={values.phone}
        clean={phoneOf}
        error={errors['phone']}
        onChange={(e) => onChange({ phone: e.target.value })}
      />
      {way === 'password' && (
        <PasswordField
          label={t('site:login.password')}
          autoComplete="current-password"
          value={values.password}
          error={errors['password']}
          onChange={(e) => onChange({ password: e.target.value })}
        />
      )}
      {way === 'password' && captchaState.needed && (
        <CaptchaField
          state={captchaState}
          value={values.captcha}
          error={errors['captcha']}
          onChange={(captcha) => onChange({ captcha })}
        />
      )}
      {way === 'code' && (
        <CodeProof
          send={(captcha) =>
            ask<typeof sessionCalls.sendLoginCode>(
              { method: 'POST', path: 'login/msg' },
              { body: { phone: values.phone, ...captcha } },
            )
          }
          values={values}
          errors={errors}
          captchaState={captchaState}
          onChange={onChange}
          onError={onError}
        />
      )}
    </>
  )
}
