import { useTranslation } from 'react-i18next'
import { usePreview } from './usePreview.ts'

/** Says that the page is not, or not yet, what visitors see. */
export function Previewed() {
  const { t } = useTranslation(['site'])
  if (!usePreview()) return null
  return (
    <p className="notice" role="note">
      {t('site:preview.text')}
    </p>
  )
}
