import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { SiteShell } from './parts/SiteShell.tsx'

export function NotFound() {
  const { t } = useTranslation(['site'])
  return (
    <SiteShell title={t('site:missing.title')} narrow>
      <h1>{t('site:missing.title')}</h1>
      <p>{t('site:missing.text')}</p>
      <p>
        <Link to="/">{t('site:missing.home')}</Link>
      </p>
    </SiteShell>
  )
}
