import { type FormEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import type { ShownInvitation, subInvitationCalls } from '../../../contract/accounts/sub-invitations.ts'
import { formatInstant } from '../../kit/plain/format.ts'
import { ask, type SiteError } from '../../site/parts/api.ts'
import { Field } from '../../site/parts/fields/Field.tsx'
import { usePlatform } from '../../site/parts/platform.ts'
import { SiteShell } from '../../site/parts/SiteShell.tsx'
import { useCaptcha } from '../../site/parts/proof/Captcha.tsx'
import { CodeProof } from '../../site/parts/proof/CodeProof.tsx'
import { Consent, editionOf } from './Consent.tsx'
import { FormRefusal } from '../../site/parts/proof/FormRefusal.tsx'
import { proofErrors } from '../../site/parts/proof/proof-errors.ts'
import { SecondStep } from './SecondStep.tsx'

const enter = () => window.location.assign('/browse')

/** Who was invited to act for an account proves that the phone is theirs, and is in. */
export function AcceptInvitation() {
  const token = useLocation().hash.slice(1)
  // A second link in the same tab loads no page anew: nothing of the first is left.
  return <Invitation key={token} token={token} />
}

function Invitation({ token }: { token: string }) {
  const { t } = useTranslation(['site'])
  const [invitation, setInvitation] = useState<ShownInvitation>()
  const [refused, setRefused] = useState<string>()
  const [ticket, setTicket] = useState<string>()
  useEffect(() => {
    // A link that was cut off is none that anybody sent.
    const asked =
      token.length === 43
        ? ask<typeof subInvitationCalls.open>({ method: 'GET', path: 'sub/invited/{token}' }, { params: { token } })
        : Promise.reject(new Error(t('site:invitation.empty')))
    asked.then(setInvitation, (e: Error) => setRefused(e.message))
  }, [t, token])
  if (ticket) return <SecondStep ticket={ticket} onDone={enter} onBack={() => window.location.assign('/login')} />
  return (
    <SiteShell title={t('site:invitation.title')} narrow>
      <div className="panel">
        <h1>{t('site:invitation.title')}</h1>
        {refused && (
          <>
            <p role="alert">{refused}</p>
            <p className="note">
              <Link to="/login">{t('site:nav.login')}</Link>
            </p>
          </>
        )}
        {!refused && !invitation && <p aria-busy="true">{t('site:loading')}</p>}
        {!refused && invitation && (
          <>
            <p>{t('site:invitation.by', { account: invitation.account })}</p>
            <p className="note">{t('site:invitation.until', { at: formatInstant(invitation.expiresAt) })}</p>
            <Joining token={token} invitation={invitation} onTotp={setTicket} />
          </>
        )}
      </div>
    </SiteShell>
  )
}

interface JoiningProps {
  token: string
  invitation: ShownInvitation
  onTotp(ticket: string): void
}

function Joining({ token, invitation, onTotp }: JoiningProps) {
  const { t } = useTranslation(['site'])
  const agreementVersion = editionOf(usePlatform()) ?? ''
  const [values, setValues] = useState({ name: invitation.name, captcha: '', code: '', codeId: '', consent: false })
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [busy, setBusy] = useState(false)
  const set = (change: Partial<typeof values>) => setValues((old) => ({ ...old, ...change }))
  const captchaState = useCaptcha((captcha) => set({ captcha }))

  async function submit(event: FormEvent) {
    event.preventDefault()
    setBusy(true)
    const { captcha: _, ...body } = values
    try {
      await ask<typeof subInvitationCalls.accept>(
        { method: 'POST', path: 'sub/invited/{token}' },
        { params: { token }, body: { ...body, agreementVersion } },
      )
      enter()
    } catch (e) {
      const told = e as SiteError
      if (told.code === 'totp-needed') return onTotp(String(told.shown['ticket']))
      setErrors(proofErrors(told, t('site:code.first')))
      setBusy(false)
    }
  }

  return (
    <form onSubmit={(e) => void submit(e)} noValidate>
      <Field
        label={t('site:invitation.name')}
        autoComplete="name"
        required
        maxLength={60}
        note={t('site:invitation.nameNote')}
        value={values.name}
        error={errors['name']}
        onChange={(e) => set({ name: e.target.value })}
      />
      <p>{t('site:invitation.phone', { phone: invitation.phoneMasked })}</p>
      <CodeProof
        send={(captcha) =>
          ask<typeof subInvitationCalls.sendCode>(
            { method: 'POST', path: 'sub/invited/{token}/code' },
            { params: { token }, body: captcha },
          )
        }
        values={values}
        errors={errors}
        captchaState={captchaState}
        onChange={set}
        onError={setErrors}
      />
      <Consent
        given={values.consent}
        error={errors['consent'] ?? errors['agreementVersion']}
        onChange={(consent) => set({ consent })}
      />
      <FormRefusal text={errors['']} />
      <button type="submit" className="button primary block" disabled={busy}>
        {t('site:invitation.submit')}
      </button>
    </form>
  )
}
