import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

/** For an address that names no file of ours, or another than it says. */
export function NotOurs() {
  const { t } = useTranslation(['certificates'])
  return (
    <div className="result wrong" role="alert">
      <h2>{t('shared.address.refused')}</h2>
      <p>{t('shared.address.refusedText')}</p>
      <p>
        <Link to="/">{t('shared.address.home')}</Link>
      </p>
    </div>
  )
}
