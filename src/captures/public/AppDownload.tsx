import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { usePlatform } from '../../site/parts/platform.ts'
import { SiteShell, useReady } from '../../site/parts/SiteShell.tsx'

const QrCode = lazy(async () => ({ default: (await import('../../kit/plain/QrCode.tsx')).QrCode }))

const signedInAt = (path: string) => `/login?to=${encodeURIComponent(path)}`

/** How a phone collects evidence: by the platform's apps where it has published any, and in any browser. */
export function AppDownload() {
  const { t } = useTranslation(['certificates'])
  const { iosUrl = '', androidUrl = '' } = usePlatform()?.app ?? {}
  return (
    <SiteShell title={t('phone.app.title')} description={t('phone.app.lead')} narrow>
      <h1>{t('phone.app.title')}</h1>
      {iosUrl || androidUrl ? (
        <Apps iosUrl={iosUrl} androidUrl={androidUrl} />
      ) : (
        <p className="lead">{t('phone.app.none')}</p>
      )}
      <h2 className="after">{t('phone.app.now')}</h2>
      <h3>{t('phone.app.web')}</h3>
      <p>{t('phone.app.webText')}</p>
      <p className="buttons">
        <Link className="button" to="/app/web">
          {t('phone.app.webGo')}
        </Link>
      </p>
      <h3>{t('phone.app.file')}</h3>
      <p>{t('phone.app.fileText')}</p>
      <p className="buttons">
        <Link className="button" to={signedInAt('/confirmWeigh')}>
          {t('phone.app.fileGo')}
        </Link>
        <Link className="button" to="/registry">
          {t('phone.app.register')}
        </Link>
      </p>
      <h3>{t('phone.app.check')}</h3>
      <p>{t('phone.app.checkText')}</p>
      <p className="buttons">
        <Link className="button" to="/website-show/query">
          {t('phone.app.checkGo')}
        </Link>
      </p>
    </SiteShell>
  )
}

function Apps({ iosUrl, androidUrl }: { iosUrl: string; androidUrl: string }) {
  const { t } = useTranslation(['certificates'])
  const ready = useReady()
  return (
    <section>
      <h2>{t('phone.app.get')}</h2>
      <p className="buttons">
        {iosUrl && (
          <a className="button primary" href={iosUrl} rel="noreferrer noopener">
            {t('phone.app.ios')}
          </a>
        )}
        {androidUrl && (
          <a className="button primary" href={androidUrl} rel="noreferrer noopener">
            {t('phone.app.android')}
          </a>
        )}
      </p>
      {ready && (
        <figure className="scan">
          <Suspense fallback={null}>
            <QrCode text={window.location.origin + window.location.pathname} label={t('phone.app.code')} />
          </Suspense>
          <figcaption className="note">{t('phone.app.scan')}</figcaption>
        </figure>
      )}
    </section>
  )
}
