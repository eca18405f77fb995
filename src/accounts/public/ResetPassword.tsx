import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { sessionCalls } from '../../../contract/accounts/session.ts'
import { ask, type SiteError } from '../../site/parts/api.ts'
import { PasswordField } from '../../site/parts/fields/PasswordField.tsx'
import { SiteShell } from '../../site/parts/SiteShell.tsx'
import { FormRefusal } from '../../site/parts/proof/FormRefusal.tsx'
import { PhoneProof } from './PhoneProof.tsx'
import { proofErrors } from '../../site/parts/proof/proof-errors.ts'

const blank = { phone: '', captcha: '', code: '', codeId: '', password: '' }

/** A forgotten password: whoever holds the phone sets a new one. */
export function ResetPassword() {
  const { t } = useTranslation(['site'])
  const [values, setValues] = useState(blank)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [state, setState] = useState<'open' | 'busy' | 'done'>('open')
  const set = (change: Partial<typeof blank>) => setValues((old) => ({ ...old, ...change }))

  async function submit(event: FormEvent) {
    event.preventDefault()
    setState('busy')
    const { captcha: _, ...body } = values
    try {
      await ask<typeof sessionCalls.resetPassword>({ method: 'POST', path: 'user/pwd' }, { body })
      setState('done')
    } catch (e) {
      setErrors(proofErrors(e as SiteError, t('site:code.first')))
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
            <PhoneProof path="user/pwd/msg" values={values} errors={errors} onChange={set} onError={setErrors} />
            <PasswordField
              label={t('site:reset.password')}
              autoComplete="new-password"
              note={t('site:registry.passwordNote')}
              value={values.password}
              error={errors['password']}
              onChange={(e) => set({ password: e.target.value })}
            />
            <FormRefusal text={errors['']} />
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
