import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { LawyerDetails } from '../../../contract/content/lawyers.ts'
import { phoneOf } from '../../../contract/kit/typed/clean.ts'
import { CleanField } from '../../site/parts/fields/CleanField.tsx'
import { Field } from '../../site/parts/fields/Field.tsx'
import { FormRefusal } from '../../site/parts/proof/FormRefusal.tsx'
import type { CaseErrors, CaseValues } from './case-values.ts'
import { CaseConsent } from './CaseConsent.tsx'
import { CaseFiles } from './CaseFiles.tsx'
import { CaseMatter } from './CaseMatter.tsx'
import { CaseProof } from './CaseProof.tsx'
import { CaseSent } from './CaseSent.tsx'
import { useCaseForm } from './useCaseForm.ts'

/** What somebody asks a lawyer, or whomever the platform finds where none is named. */
export function CaseForm({ lawyer }: { lawyer?: LawyerDetails }) {
  const { t } = useTranslation(['site'])
  const { form, values, set, setValues, errors, setErrors, busy, number, submit, signedIn, isAsked } =
    useCaseForm(lawyer)
  // Pages are read more often than forms are sent: the question for people is asked when somebody begins.
  const [isBegun, setBegun] = useState(false)
  if (number !== undefined) return <CaseSent number={number} />
  return (
    <form
      ref={form}
      className="lawyer-form"
      noValidate
      onFocus={() => setBegun(true)}
      onSubmit={(event) => void submit(event)}
    >
      <p className="note">
        {lawyer ? t('site:lawyers.case.leadTo', { name: lawyer.name }) : t('site:lawyers.case.lead')}
      </p>
      <Sender values={values} errors={errors} signedIn={signedIn} onChange={set} />
      {(!signedIn || isAsked) && (
        <CaseProof
          values={values}
          errors={errors}
          isBegun={isBegun || isAsked}
          takesFocus={isAsked}
          onChange={set}
          onError={setErrors}
        />
      )}
      <CaseMatter values={values} errors={errors} lawyer={lawyer} onChange={set} />
      {signedIn && (
        <CaseFiles
          files={values.files}
          error={errors['files']}
          onAdd={(file) => setValues((old) => ({ ...old, files: [...old.files, file] }))}
          onRemove={(id) => setValues((old) => ({ ...old, files: old.files.filter((file) => file.id !== id) }))}
        />
      )}
      <CaseConsent given={values.consent} error={errors['consent']} onChange={(consent) => set({ consent })} />
      <FormRefusal text={errors['']} />
      <button type="submit" className="button primary block" aria-busy={busy}>
        {t(busy ? 'site:lawyers.case.sending' : 'site:lawyers.case.submit')}
      </button>
    </form>
  )
}

interface SenderProps {
  values: CaseValues
  errors: CaseErrors
  signedIn: boolean
  onChange(change: Partial<CaseValues>): void
}

function Sender({ values, errors, signedIn, onChange }: SenderProps) {
  const { t } = useTranslation(['site'])
  return (
    <>
      <Field
        label={t('site:lawyers.case.name')}
        autoComplete="name"
        required
        maxLength={60}
        value={values.name}
        error={errors['name']}
        onChange={(e) => onChange({ name: e.target.value })}
      />
      <CleanField
        label={t('site:login.phone')}
        type="tel"
        inputMode="numeric"
        autoComplete="tel-national"
        required
        note={signedIn ? t('site:lawyers.case.phoneNote') : undefined}
        value={values.phone}
        clean={phoneOf}
        error={errors['phone']}
        onChange={(e) => onChange({ phone: e.target.value })}
      />
    </>
  )
}
