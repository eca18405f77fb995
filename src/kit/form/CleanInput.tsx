import Input, { type InputProps } from 'antd/es/input/Input'
import { type FocusEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { takenOf } from '../../../contract/kit/typed/clean.ts'
import { whenReleased } from '../plain/when-released.ts'

interface Props extends Omit<InputProps, 'onChange' | 'value'> {
  /** The service takes the text in the same way. */
  clean(text: string): string
  value?: string
  onChange?(value: string): void
}

/** A line that can only be ASCII. It is cleaned when the field is left, and the text that was taken is said beneath. */
export function CleanInput({ clean, value, onChange, onBlur, maxLength = 60, ...input }: Props) {
  const [taken, setTaken] = useState<string>()
  function settle(event: FocusEvent<HTMLInputElement>) {
    const typed = value ?? ''
    const cleaned = clean(typed)
    if (cleaned !== typed) {
      whenReleased(() => setTaken(takenOf(typed, clean)))
      onChange?.(cleaned)
    }
    onBlur?.(event)
  }
  return (
    <>
      <Input
        {...input}
        value={value ?? ''}
        maxLength={maxLength}
        onBlur={settle}
        onChange={(event) => onChange?.(event.target.value)}
      />
      <Taken text={taken === value ? taken : undefined} />
    </>
  )
}

/** The text that was taken where one was cleaned, beneath its field. */
export function Taken({ text }: { text: string | undefined }) {
  const { t } = useTranslation(['common'])
  return (
    <div role="status" className="skz-muted skz-break">
      {text && t('form.taken', { text })}
    </div>
  )
}
