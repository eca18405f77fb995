import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import type { PublicCertificate, shareCalls } from '../../../contract/certificates/share.ts'
import { ask } from '../../site/api.ts'
import { formatInstant } from '../../kit/format.ts'
import { SiteShell } from '../../site/parts/SiteShell.tsx'
import { CertificateView } from './CertificateView.tsx'

/** What a share link opens: read-only, and only while the link is valid. */
export function SharedCertificate() {
  const { token = '' } = useParams()
  const { t } = useTranslation(['site'])
  const [state, setState] = useState<{ certificate?: PublicCertificate; error?: string }>({})
  useEffect(() => {
    ask<typeof shareCalls.open>({ method: 'GET', path: 'share/{token}' }, { params: { token } }).then(
      (certificate) => setState({ certificate }),
      (e: Error) => setState({ error: e.message }),
    )
  }, [token])
  return (
    <SiteShell title={t('site:share.title')}>
      <h1>{t('site:share.title')}</h1>
      {state.error && <div className="result none" role="alert"><h2>{t('site:share.gone')}</h2><p>{state.error}</p></div>}
      {!state.error && !state.certificate && <p aria-busy="true">{t('site:loading')}</p>}
      {state.certificate && (
        <>
          {state.certificate.expiresAt && <p className="note">{t('site:share.until', { at: formatInstant(state.certificate.expiresAt) })}</p>}
          <CertificateView certificate={state.certificate} />
          <p className="buttons">
            {state.certificate.withPackage && <a className="button primary" href={`/shimakaze/share/${token}/package`}>{t('site:share.package')}</a>}
            <Link className="button" to="/website-show/query">{t('site:share.check')}</Link>
          </p>
        </>
      )}
    </SiteShell>
  )
}
