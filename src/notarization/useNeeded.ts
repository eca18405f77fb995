import { useTranslation } from 'react-i18next'

/** Rules of fields that must be filled in: with text, or with anything. */
export function useNeeded() {
  const { t } = useTranslation(['common'])
  return {
    text: [{ required: true, whitespace: true, message: t('required') }],
    some: [{ required: true, message: t('required') }],
  }
}
