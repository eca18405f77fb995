import { useTranslation } from 'react-i18next'
import { longestWord } from './address.ts'
import { Field } from './fields/Field.tsx'

/** The word that is looked for, `q` of the address, with the button that sends its form. */
export function WordField({ label, word }: { label: string; word: string | undefined }) {
  const { t } = useTranslation(['site'])
  return (
    <Field
      label={label}
      type="search"
      name="q"
      defaultValue={word}
      maxLength={longestWord}
      enterKeyHint="search"
      autoComplete="off"
      after={
        <button type="submit" className="button">
          {t('site:search.submit')}
        </button>
      }
    />
  )
}
