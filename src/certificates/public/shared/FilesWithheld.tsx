import { useTranslation } from 'react-i18next'

/** Of a link that lets nobody take the package. */
export function FilesWithheld() {
  const { t } = useTranslation(['certificates'])
  return (
    <div className="result">
      <h2>{t('shared.files.withheld')}</h2>
      <p>{t('shared.files.withheldText')}</p>
    </div>
  )
}
