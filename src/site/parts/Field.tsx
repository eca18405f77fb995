import { type InputHTMLAttributes, type ReactNode, useId } from 'react'

interface Props extends Omit<InputHTMLAttributes<HTMLInputElement>, 'id'> {
  label: string
  error?: string | undefined
  note?: string | undefined
  after?: ReactNode
}

/** A labelled input whose error is announced and tied to it. */
export function Field({ label, error, note, after, ...input }: Props) {
  const id = useId()
  const described = [error && `${id}e`, note && `${id}n`].filter(Boolean).join(' ')
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="field-row">
        <input id={id} aria-invalid={error ? true : undefined} aria-describedby={described || undefined} {...input} />
        {after}
      </div>
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
