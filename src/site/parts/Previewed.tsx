import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'

/** Says that the page is not, or not yet, what visitors see. */
export function Previewed() {
  const { t } = useTranslation(['site'])
  const [params] = useSearchParams()
  if (!params.get('preview')) return null
  return (
    <p className="notice" role="note">
      {t('site:preview.text')}
    </p>
  )
}
