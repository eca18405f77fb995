import { useTranslation } from 'react-i18next'
import type { PublicCertificate } from '../../../contract/certificates/share.ts'
import { formatSize } from '../../kit/plain/format.ts'
import { CertificateFacts, CertificateRows } from './CertificateParts.tsx'

/** A certificate for strangers. */
export function CertificateView({ certificate: c }: { certificate: PublicCertificate }) {
  const { t } = useTranslation(['site'])
  return (
    <article className="certificate">
      <h2>{c.name}</h2>
      <CertificateRows certificate={c} />
      <h3>{t('site:cert.facts')}</h3>
      <CertificateFacts facts={c.trust} />
      <h3>{t('site:cert.files', { count: c.files.length })}</h3>
      <div className="scroll" tabIndex={0} role="region" aria-label={t('site:cert.files', { count: c.files.length })}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('site:cert.file')}</th>
              <th scope="col">{t('site:cert.size')}</th>
              <th scope="col">SHA-256</th>
              <th scope="col">SM3</th>
            </tr>
          </thead>
          <tbody>
            {c.files.map((f) => (
              <tr key={f.path}>
                <td>{f.fileName}</td>
                <td>{formatSize(f.fileSize)}</td>
                <td data-of="SHA-256">
                  <code>{f.sha256}</code>
                </td>
                <td data-of="SM3">
                  <code>{f.sm3}</code>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </article>
  )
}
