import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { sessionCalls } from '../../../contract/accounts/session.ts'
import { ask, type SiteError } from '../../site/parts/api.ts'
import { Field } from '../../site/parts/Field.tsx'
import { SiteShell } from '../../site/parts/SiteShell.tsx'
import { usePlatform } from '../../site/parts/platform.ts'
import { CaptchaField, useCaptcha } from './Captcha.tsx'
import { CodeField } from './CodeField.tsx'

const blank = { phone: '', captcha: '', code: '', codeId: '', password: '' }

/** A forgotten password: whoever holds the phone sets a new one. */
export function ResetPassword() {
  const { t } = useTranslation(['site'])
  const platform = usePlatform()
  const [values, setValues] = useState(blank)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [state, setState] = useState<'open' | 'busy' | 'done'>('open')
  const captchaState = useCaptcha()
  const set = (change: Partial<typeof blank>) => setValues((old) => ({ ...old, ...change }))

  async function submit(event: FormEvent) {
    event.preventDefault()
    setState('busy')
    const { captcha: _, ...body } = values
    try {
      await ask<typeof sessionCalls.resetPassword>(
        { method: 'POST', path: 'user/pwd' },
        { body: { ...body, ...(platform ? { notaryId: platform.notaryId } : {}) } },
      )
      setState('done')
    } catch (e) {
      const {
        fields: { codeId, ...fields },
        message,
      } = e as SiteError
      const told = codeId ? { ...fields, code: t('site:code.first') } : fields
      setErrors(Object.keys(told).length ? told : { '': message })
      setState('open')
    }
  }

  return (
    <SiteShell title={t('site:reset.title')} narrow>
      <div className="panel">
        <h1>{t('site:reset.title')}</h1>
        {state === 'done' ? (
          <p role="status">{t('site:reset.done')}</p>
        ) : (
          <form onSubmit={(e) => void submit(e)} noValidate>
            <p>{t('site:reset.lead')}</p>
            <Field
              label={t('site:login.phone')}
              type="tel"
              inputMode="numeric"
              autoComplete="tel-national"
              required
              value={values.phone}
              error={errors['phone']}
              onChange={(e) => set({ phone: e.target.value })}
            />
            <CaptchaField
              state={captchaState}
              value={values.captcha}
              error={errors['captcha']}
              onChange={(captcha) => set({ captcha })}
            />
            <CodeField
              path="user/pwd/msg"
              phone={values.phone}
              captcha={values.captcha}
              captchaState={captchaState}
              value={values.code}
              error={errors['code']}
              onChange={(code) => set({ code })}
              onSent={(codeId) => set({ codeId })}
              onError={setErrors}
            />
            <Field
              label={t('site:reset.password')}
              type="password"
              autoComplete="new-password"
              required
              maxLength={128}
              note={t('site:registry.passwordNote')}
              value={values.password}
              error={errors['password']}
              onChange={(e) => set({ password: e.target.value })}
            />
            {errors[''] && (
              <p className="error" role="alert">
                {errors['']}
              </p>
            )}
            <button type="submit" className="button primary block" disabled={state === 'busy'}>
              {t('site:reset.submit')}
            </button>
          </form>
        )}
        <p className="note">
          <Link to="/login">{t('site:nav.login')}</Link>
        </p>
      </div>
    </SiteShell>
  )
}
