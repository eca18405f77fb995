import { useTranslation } from 'react-i18next'
import type { PublicCertificate } from '../../../contract/certificates/share.ts'
import type { TrustFact } from '../../../contract/evidence/evidence.ts'
import { formatInstant, formatSize } from '../../kit/format.ts'

/** Who stamped, or which chain. */
const nameOf = ({ details }: TrustFact) => [details['provider'] ?? details['chain']].flatMap((name) => (name ? ` (${name})` : []))

/** A certificate for strangers: what was sealed and when, with the owner masked. */
export function CertificateView({ certificate: c }: { certificate: PublicCertificate }) {
  const { t } = useTranslation(['site'])
  const captured = c.category === 'ATTSETATIONURL'
  const rows: [string, string][] = [
    [t('site:cert.number'), c.ano],
    [t('site:cert.owner'), `${c.ownerMasked} (${t(`site:cert.identity.${c.ownerIdentity}`)})`],
    ...(captured ? ([[t('site:cert.url'), c.url ?? '-'], [t('site:cert.finalUrl'), c.finalUrl ?? '-'], [t('site:cert.pageTitle'), c.title ?? '-']] as [string, string][]) : []),
    [t(captured ? 'site:cert.captured' : 'site:cert.handedOver'), `${formatInstant(c.start_time)} – ${formatInstant(c.end_time)}`],
    [t('site:cert.sealed'), formatInstant(c.sealedAt)],
    [t('site:cert.completeness'), t(`site:cert.complete.${c.completeness}`)],
    [t('site:cert.statement'), c.statementSha256],
  ]
  return (
    <article className="certificate">
      <h2>{c.name}</h2>
      <dl>{rows.map(([k, v]) => <div key={k}><dt>{k}</dt><dd>{v}</dd></div>)}</dl>
      <h3>{t('site:cert.facts')}</h3>
      <ul className="facts">
        {c.trust.map((f, i) => <li key={`${f.code}-${i}`}><strong>{t(`site:cert.fact.${f.code}`)}{nameOf(f)}</strong>: {f.code === 'original' && f.status === 'pending' ? t('site:cert.originalMissing') : t(`site:cert.factStatus.${f.status}`)}{f.at && `, ${formatInstant(f.at)}`}. {t(`site:cert.dependsOn.${f.dependsOn}`)}</li>)}
      </ul>
      <h3>{t('site:cert.files', { count: c.files.length })}</h3>
      <div className="scroll" tabIndex={0} role="region" aria-label={t('site:cert.files', { count: c.files.length })}>
        <table>
          <thead><tr><th scope="col">{t('site:cert.file')}</th><th scope="col">{t('site:cert.size')}</th><th scope="col">SHA-256</th><th scope="col">SM3</th></tr></thead>
          <tbody>{c.files.map((f) => <tr key={f.fileName}><td>{f.fileName}</td><td>{formatSize(f.fileSize)}</td><td><code>{f.sha256}</code></td><td><code>{f.sm3}</code></td></tr>)}</tbody>
        </table>
      </div>
    </article>
  )
}
