import { type InputHTMLAttributes, type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'

export interface FieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'id'> {
  label: string
  error?: string | undefined
  note?: string | undefined
  after?: ReactNode
  /** Of a field whose text is cleaned: the text that was taken, or null as long as nothing was cleaned. */
  taken?: string | null
}

/** A labelled input whose error is announced and tied to it. */
export function Field({ label, error, note, after, taken, ...input }: FieldProps) {
  const { t } = useTranslation(['site'])
  const id = useId()
  const described = [error && `${id}e`, note && `${id}n`].filter(Boolean).join(' ')
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="field-row">
        <input id={id} aria-invalid={error ? true : undefined} aria-describedby={described || undefined} {...input} />
        {after}
      </div>
      {taken !== undefined && (
        <p role="status" className="note skz-break">
          {taken !== null && t('site:taken', { text: taken })}
        </p>
      )}
      {note && (
        <p id={`${id}n`} className="note">
          {note}
        </p>
      )}
      {error && (
        <p id={`${id}e`} className="error" role="alert">
          {error}
        </p>
      )}
    </div>
  )
}
