import { type ComponentProps, type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Field } from './Field.tsx'

/** A password that can be looked at while it is typed, and says when capitals are locked. */
export function PasswordField({ note, error, ...input }: Omit<ComponentProps<typeof Field>, 'type' | 'after'>) {
  const { t } = useTranslation(['site'])
  const [shown, setShown] = useState(false)
  const [locked, setLocked] = useState(false)
  const watch = (event: KeyboardEvent) => setLocked(event.getModifierState('CapsLock'))
  return (
    <Field
      {...input}
      type={shown ? 'text' : 'password'}
      required
      maxLength={128}
      spellCheck={false}
      autoCapitalize="off"
      error={error}
      // What is wrong says the same as the note.
      note={locked ? t('site:password.capsLock') : error ? undefined : note}
      onKeyDown={watch}
      onKeyUp={watch}
      after={
        <button type="button" className="button" aria-pressed={shown} onClick={() => setShown(!shown)}>
          {t(shown ? 'site:password.hide' : 'site:password.show')}
        </button>
      }
    />
  )
}
