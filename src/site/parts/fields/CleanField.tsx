import { type FocusEvent, useState } from 'react'
import { takenOf } from '../../../../contract/kit/typed/clean.ts'
import { whenReleased } from '../../../kit/plain/when-released.ts'
import { Field, type FieldProps } from './Field.tsx'

interface Props extends Omit<FieldProps, 'taken'> {
  /** The service takes the text in the same way. */
  clean(text: string): string
}

/** A field of text that can only be ASCII. It is cleaned when the field is left, and the text that was taken is said beneath. */
export function CleanField({ clean, onChange, ...field }: Props) {
  const [taken, setTaken] = useState<string>()
  function settle(event: FocusEvent<HTMLInputElement>) {
    const typed = event.target.value
    const cleaned = clean(typed)
    if (cleaned === typed) return
    whenReleased(() => setTaken(takenOf(typed, clean)))
    event.target.value = cleaned
    onChange?.(event)
  }
  return (
    <Field
      {...field}
      onChange={onChange}
      onBlur={settle}
      taken={taken !== undefined && taken === field.value ? taken : null}
    />
  )
}
