import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import type { PublicCertificate } from '../../../contract/certificates/share.ts'
import { formatSize } from '../../kit/plain/format.ts'
import { ByCode } from './ByCode.tsx'
import { CertificateFacts, CertificateRows } from './CertificateParts.tsx'
import { fileAt, filesAt } from './shared/addresses.ts'
import { SharedActions } from './SharedActions.tsx'
import { SharedPage } from './SharedPage.tsx'

/** The same certificate behind the same link, of the number in the address where there is one, for a hand-held screen: one column, files to unfold, what can be done within the thumb's reach. */
export function PhoneCertificate() {
  const { token = '', attestationId } = useParams()
  const { t } = useTranslation(['site', 'certificates'])
  return (
    <SharedPage token={token} ano={attestationId} narrow>
      {(certificate) => (
        <>
          <article className="certificate in-hand">
            <h2>{certificate.name}</h2>
            <CertificateRows certificate={certificate} />
            <h3>{t('site:cert.facts')}</h3>
            <CertificateFacts facts={certificate.trust} />
            <h3>{t('site:cert.files', { count: certificate.files.length })}</h3>
            <Files files={certificate.files} token={certificate.withPackage ? token : undefined} />
            <p className="buttons">
              {certificate.withPackage && (
                <Link className="button" to={filesAt(token)}>
                  {t('certificates:shared.files.open')}
                </Link>
              )}
              <Link className="button" to={`/att-mobile-hash/${token}`}>
                {t('certificates:shared.digest.open')}
              </Link>
            </p>
          </article>
          {!certificate.withPackage && (
            <details className="fold">
              <summary>{t('site:share.byCode')}</summary>
              <ByCode known={certificate.ano} />
            </details>
          )}
          <SharedActions token={token} withPackage={certificate.withPackage} className="within-reach" />
        </>
      )}
    </SharedPage>
  )
}

/** Each can be looked at where there is a token that lets its bytes be taken. */
function Files({ files, token }: Pick<PublicCertificate, 'files'> & { token: string | undefined }) {
  const { t } = useTranslation(['certificates'])
  return files.map((f, i) => (
    <details key={f.path} className="fold">
      <summary>
        <span className="skz-break">{f.fileName}</span> <span className="note">{formatSize(f.fileSize)}</span>
      </summary>
      <dl>
        <div>
          <dt>SHA-256</dt>
          <dd>
            <code>{f.sha256}</code>
          </dd>
        </div>
        <div>
          <dt>SM3</dt>
          <dd>
            <code>{f.sm3}</code>
          </dd>
        </div>
      </dl>
      {token !== undefined && (
        <p>
          <Link to={fileAt(token, i + 1)} aria-label={t('shared.viewNamed', { name: f.fileName })}>
            {t('shared.view')}
          </Link>
        </p>
      )}
    </details>
  ))
}
