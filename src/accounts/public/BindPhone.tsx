import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { phoneCalls } from '../../../contract/accounts/phone.ts'
import { ask, type SiteError } from '../../site/parts/api.ts'
import { Field } from '../../site/parts/fields/Field.tsx'
import { SiteShell } from '../../site/parts/SiteShell.tsx'
import { usePlatform } from '../../site/parts/platform.ts'
import { Consent, editionOf } from './Consent.tsx'
import { FormRefusal } from '../../site/parts/proof/FormRefusal.tsx'
import { PhoneProof } from './PhoneProof.tsx'
import { proofErrors } from '../../site/parts/proof/proof-errors.ts'

interface Props {
  ticket: string
  vendor: string
  onDone(): void
  onTotp(ticket: string): void
  onGone(message: string): void
}

const blank = { phone: '', captcha: '', code: '', codeId: '', name: '', consent: false }

/** The phone of whoever came by a WeChat or Alipay that nobody here is known by; somebody new gives a name and agrees to the terms. */
export function BindPhone({ ticket, vendor, onDone, onTotp, onGone }: Props) {
  const { t } = useTranslation(['site'])
  const agreementVersion = editionOf(usePlatform()) ?? ''
  const [values, setValues] = useState(blank)
  const [isNew, setIsNew] = useState(false)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [busy, setBusy] = useState(false)
  const set = (change: Partial<typeof blank>) => setValues((old) => ({ ...old, ...change }))

  function judge(refused: SiteError) {
    if (refused.code === 'totp-needed') return onTotp(String(refused.shown['ticket']))
    if (refused.code === 'ticket-gone') return onGone(refused.message)
    if (refused.code === 'third-party-newcomer') setIsNew(true)
    setErrors(proofErrors(refused, t('site:code.first')))
    setBusy(false)
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    setBusy(true)
    const { phone, code, codeId, name, consent } = values
    const newcomer = isNew ? { ...(name.trim() && { name }), consent, agreementVersion } : {}
    await ask<typeof phoneCalls.bind>(
      { method: 'POST', path: 'user/bindPhone' },
      { body: { phone, code, codeId, bindTicket: ticket, ...newcomer } },
    ).then(onDone, judge)
  }

  return (
    <SiteShell title={t('site:third.bindTitle')} narrow>
      <div className="panel">
        <h1>{t(isNew ? 'site:third.newTitle' : 'site:third.bindTitle')}</h1>
        <p>{t('site:third.bindLead', { vendor })}</p>
        <form onSubmit={(e) => void submit(e)} noValidate>
          <PhoneProof
            path="user/sendSMS"
            more={{ scene: 'BIND', ticket }}
            values={values}
            errors={errors}
            onChange={set}
            onError={setErrors}
          />
          {isNew && (
            <Field
              label={t('site:third.name')}
              autoComplete="name"
              required
              maxLength={60}
              value={values.name}
              error={errors['name']}
              onChange={(e) => set({ name: e.target.value })}
            />
          )}
          {isNew && (
            <Consent
              given={values.consent}
              error={errors['consent'] ?? errors['agreementVersion']}
              onChange={(consent) => set({ consent })}
            />
          )}
          <FormRefusal text={errors['']} />
          <button type="submit" className="button primary block" disabled={busy}>
            {t(isNew ? 'site:third.open' : 'site:third.submit')}
          </button>
        </form>
      </div>
    </SiteShell>
  )
}
