import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { SiteShell } from './parts/SiteShell.tsx'

/** Where show type 9 leads (specification §8). What the address says is shown as text and no more. */
export function Exception() {
  const { t } = useTranslation(['site'])
  const [params] = useSearchParams()
  return (
    <SiteShell title={t('site:exception.title')} narrow>
      <h1>{t('site:exception.title')}</h1>
      <p>{(params.get('errorMessage') ?? '').slice(0, 300) || t('site:exception.text')}</p>
      {params.get('errorCode') && (
        <p className="note">{t('site:exception.code', { code: params.get('errorCode')!.slice(0, 60) })}</p>
      )}
      <p>
        <Link to="/">{t('site:missing.home')}</Link>
      </p>
    </SiteShell>
  )
}
