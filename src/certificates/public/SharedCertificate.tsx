import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { CertificateView } from './CertificateView.tsx'
import { SharedPage } from './SharedPage.tsx'

/** What a share link opens. */
export function SharedCertificate() {
  const { token = '' } = useParams()
  const { t } = useTranslation(['site'])
  return (
    <SharedPage token={token}>
      {(certificate) => (
        <>
          <CertificateView certificate={certificate} />
          <p className="buttons">
            {certificate.withPackage && <a className="button primary" href={`/shimakaze/share/${token}/package`}>{t('site:share.package')}</a>}
            <Link className="button" to="/website-show/query">{t('site:share.check')}</Link>
          </p>
        </>
      )}
    </SharedPage>
  )
}
