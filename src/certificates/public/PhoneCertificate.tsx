import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import type { PublicCertificate } from '../../../contract/certificates/share.ts'
import { formatSize } from '../../kit/plain/format.ts'
import { ByCode } from './ByCode.tsx'
import { CertificateFacts, CertificateRows } from './CertificateParts.tsx'
import { SharedActions } from './SharedActions.tsx'
import { SharedPage } from './SharedPage.tsx'

/** The same certificate behind the same link for a hand-held screen: one column, files to unfold, what can be done within the thumb's reach. */
export function PhoneCertificate() {
  const { token = '' } = useParams()
  const { t } = useTranslation(['site'])
  return (
    <SharedPage token={token} narrow>
      {(certificate) => (
        <>
          <article className="certificate in-hand">
            <h2>{certificate.name}</h2>
            <CertificateRows certificate={certificate} />
            <h3>{t('site:cert.facts')}</h3>
            <CertificateFacts facts={certificate.trust} />
            <h3>{t('site:cert.files', { count: certificate.files.length })}</h3>
            <Files files={certificate.files} />
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

function Files({ files }: Pick<PublicCertificate, 'files'>) {
  return files.map((f) => (
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
    </details>
  ))
}
