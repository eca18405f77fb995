import { type FormEvent, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { sessionCalls } from '../../../contract/accounts/session.ts'
import { numberOf } from '../../../contract/kit/typed/clean.ts'
import { ask, type SiteError } from '../../site/parts/api.ts'
import { HelpLink } from './HelpLink.tsx'
import { CleanField } from '../../site/parts/fields/CleanField.tsx'
import { Field } from '../../site/parts/fields/Field.tsx'
import { PasswordField } from '../../site/parts/fields/PasswordField.tsx'
import { SiteShell } from '../../site/parts/SiteShell.tsx'
import { usePlatform } from '../../site/parts/platform.ts'
import { Consent, editionOf } from './Consent.tsx'
import { FormRefusal } from '../../site/parts/proof/FormRefusal.tsx'
import { PhoneProof } from './PhoneProof.tsx'
import { proofErrors } from '../../site/parts/proof/proof-errors.ts'

const userTypes = ['personal', 'enterprise'] as const
type UserType = (typeof userTypes)[number]

const blank = {
  userType: 'personal' as UserType,
  name: '',
  personName: '',
  phone: '',
  captcha: '',
  code: '',
  codeId: '',
  password: '',
  inviteCode: undefined as string | undefined,
  consent: false,
}

const neverChanges = () => () => undefined
const invitedBy = () => new URLSearchParams(window.location.search).get('invite') ?? ''

export function Registry() {
  const { t } = useTranslation(['site'])
  const agreementVersion = editionOf(usePlatform()) ?? ''
  const [values, setValues] = useState(blank)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [busy, setBusy] = useState(false)
  const set = (change: Partial<typeof blank>) => setValues((old) => ({ ...old, ...change }))

  // Whoever was invited by a link need not type the code; the written page knows nothing of its address.
  const invited = useSyncExternalStore(neverChanges, invitedBy, () => '')
  const inviteCode = values.inviteCode ?? invited

  async function submit(event: FormEvent) {
    event.preventDefault()
    setBusy(true)
    const { captcha: _, personName, ...body } = values
    try {
      await ask<typeof sessionCalls.register>(
        { method: 'POST', path: 'user/register' },
        { body: { ...body, inviteCode, ...(body.userType === 'enterprise' ? { personName } : {}), agreementVersion } },
      )
      window.location.assign('/browse')
    } catch (e) {
      setErrors(proofErrors(e as SiteError, t('site:code.first')))
      setBusy(false)
    }
  }

  return (
    <SiteShell title={t('site:registry.title')} narrow>
      <div className="panel">
        <h1>{t('site:registry.title')}</h1>
        <form onSubmit={(e) => void submit(e)} noValidate>
          <UserType value={values.userType} onChange={(userType) => set({ userType })} />
          <Names values={values} errors={errors} onChange={set} />
          <PhoneProof path="user/msg" values={values} errors={errors} onChange={set} onError={setErrors} />
          <PasswordField
            label={t('site:login.password')}
            autoComplete="new-password"
            note={t('site:registry.passwordNote')}
            value={values.password}
            error={errors['password']}
            onChange={(e) => set({ password: e.target.value })}
          />
          <CleanField
            label={t('site:registry.invite')}
            autoComplete="off"
            maxLength={30}
            value={inviteCode}
            clean={numberOf}
            error={errors['inviteCode']}
            onChange={(e) => set({ inviteCode: e.target.value })}
          />
          <Consent
            given={values.consent}
            error={errors['consent'] ?? errors['agreementVersion']}
            onChange={(consent) => set({ consent })}
          />
          <FormRefusal text={errors['']} />
          <button type="submit" className="button primary block" disabled={busy}>
            {t('site:registry.submit')}
          </button>
        </form>
        <p className="note">
          {t('site:registry.have')} <Link to="/login">{t('site:nav.login')}</Link>
          <HelpLink to="helpRegisterUrl" />
        </p>
      </div>
    </SiteShell>
  )
}

/** For whom an account is opened. */
function UserType({ value, onChange }: { value: UserType; onChange(value: UserType): void }) {
  const { t } = useTranslation(['site'])
  return (
    <fieldset className="tabs">
      <legend className="skz-hidden">{t('site:registry.kind')}</legend>
      {userTypes.map((kind) => (
        <label key={kind} className="tab">
          <input type="radio" name="kind" checked={value === kind} onChange={() => onChange(kind)} />{' '}
          {t(`site:registry.${kind}`)}
        </label>
      ))}
    </fieldset>
  )
}

interface NamesProps {
  values: typeof blank
  errors: Record<string, string>
  onChange(change: Partial<typeof blank>): void
}

/** A person's name; of an enterprise its own, and who acts for it. */
function Names({ values, errors, onChange }: NamesProps) {
  const { t } = useTranslation(['site'])
  return (
    <>
      <Field
        label={t(values.userType === 'personal' ? 'site:registry.personName' : 'site:registry.companyName')}
        autoComplete={values.userType === 'personal' ? 'name' : 'organization'}
        required
        maxLength={60}
        value={values.name}
        error={errors['name']}
        onChange={(e) => onChange({ name: e.target.value })}
      />
      {values.userType === 'enterprise' && (
        <Field
          label={t('site:registry.yourName')}
          autoComplete="name"
          required
          maxLength={60}
          note={t('site:registry.yourNameNote')}
          value={values.personName}
          error={errors['personName']}
          onChange={(e) => onChange({ personName: e.target.value })}
        />
      )}
    </>
  )
}
