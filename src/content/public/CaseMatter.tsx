import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { LawyerDetails } from '../../../contract/content/lawyers.ts'
import { Field } from '../../site/parts/fields/Field.tsx'
import { type CaseErrors, type CaseValues, mostContent } from './case-values.ts'
import { useChoices } from './choices.ts'
import { SelectField } from './SelectField.tsx'

interface Props {
  values: CaseValues
  errors: CaseErrors
  lawyer: LawyerDetails | undefined
  onChange(change: Partial<CaseValues>): void
}

/** Where, of which kind, and what it is about. */
export function CaseMatter({ values, errors, lawyer, onChange }: Props) {
  const { t } = useTranslation(['site'])
  const { cities, fields } = useChoices()
  // What the lawyer has can be chosen even where the lists cannot be asked.
  const ownCity = lawyer?.city ? [{ cityId: lawyer.cityId, name: lawyer.city }] : []
  return (
    <>
      <div className="lawyer-pair">
        <SelectField
          label={t('site:lawyers.city')}
          none={t('site:lawyers.case.anyCity')}
          options={(cities ?? ownCity).map(({ cityId, name }) => ({ value: cityId, label: name }))}
          value={values.cityId}
          error={errors['cityId']}
          onChange={(e) => onChange({ cityId: e.target.value })}
        />
        <SelectField
          label={t('site:lawyers.case.field')}
          none={t('site:lawyers.case.unsure')}
          options={(fields ?? lawyer?.fields ?? []).map(({ fid, name }) => ({ value: fid, label: name }))}
          value={values.fid}
          error={errors['fid']}
          onChange={(e) => onChange({ fid: e.target.value })}
        />
      </div>
      <Field
        label={t('site:lawyers.case.subject')}
        required
        maxLength={100}
        autoComplete="off"
        value={values.title}
        error={errors['title']}
        onChange={(e) => onChange({ title: e.target.value })}
      />
      <Content value={values.content} error={errors['content']} onChange={(content) => onChange({ content })} />
    </>
  )
}

interface ContentProps {
  value: string
  error: string | undefined
  onChange(value: string): void
}

/** Nothing that is pasted is cut off unseen: who wrote too much is told by how much. */
function Content({ value, error, onChange }: ContentProps) {
  const { t } = useTranslation(['site'])
  const id = useId()
  const over = value.trim().length - mostContent
  return (
    <div className="field lawyer-field">
      <label htmlFor={id}>{t('site:lawyers.case.content')}</label>
      <textarea
        id={id}
        rows={7}
        required
        aria-invalid={error || over > 0 ? true : undefined}
        aria-describedby={[`${id}n`, `${id}c`, error && `${id}e`].filter(Boolean).join(' ')}
        value={value}
        onChange={(e) => onChange(e.target.value)}
      />
      <p id={`${id}n`} className="note">
        {t('site:lawyers.case.contentNote')}
      </p>
      <p id={`${id}c`} className={over > 0 ? 'error' : 'note'}>
        {over > 0
          ? t('site:lawyers.case.over', { count: over })
          : t('site:lawyers.case.used', { used: value.trim().length, most: mostContent })}
      </p>
      {error && (
        <p id={`${id}e`} className="error" role="alert">
          {error}
        </p>
      )}
    </div>
  )
}
