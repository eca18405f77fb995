import { type SelectHTMLAttributes, useId } from 'react'

interface Props extends Omit<SelectHTMLAttributes<HTMLSelectElement>, 'id'> {
  label: string
  /** What stands for no choice. */
  none: string
  options: readonly { value: string; label: string }[]
  error?: string | undefined
}

/** A labelled choice whose error is announced and tied to it. */
export function SelectField({ label, none, options, error, ...select }: Props) {
  const id = useId()
  return (
    <div className="field lawyer-field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}e` : undefined}
        {...select}
      >
        <option value="">{none}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      {error && (
        <p id={`${id}e`} className="error" role="alert">
          {error}
        </p>
      )}
    </div>
  )
}
