import { type FocusEvent, type InputHTMLAttributes, type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { takenOf } from '../../../contract/kit/clean.ts'

interface Props extends Omit<InputHTMLAttributes<HTMLInputElement>, 'id'> {
  label: string
  error?: string | undefined
  note?: string | undefined
  after?: ReactNode
  /** The way in which the service takes text that can only be ASCII. */
  clean?: ((text: string) => string) | undefined
}

/** A labelled input whose error is announced and tied to it. Text that can only be ASCII is cleaned when the field is left, and it is said what was taken. */
export function Field({ label, error, note, after, clean, onChange, ...input }: Props) {
  const { t } = useTranslation(['site'])
  const id = useId()
  const [taken, setTaken] = useState<string>()
  function settle(event: FocusEvent<HTMLInputElement>) {
    const typed = event.target.value
    const cleaned = clean?.(typed) ?? typed
    if (cleaned === typed) return
    setTaken(takenOf(typed, clean!))
    event.target.value = cleaned
    onChange?.(event)
  }
  const described = [error && `${id}e`, note && `${id}n`].filter(Boolean).join(' ')
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="field-row">
        <input
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={described || undefined}
          {...input}
          onChange={onChange}
          {...(clean ? { onBlur: settle } : {})}
        />
        {after}
      </div>
      {clean && (
        <p role="status" className="note skz-break">
          {taken !== undefined && taken === input.value && t('site:taken', { text: taken })}
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
