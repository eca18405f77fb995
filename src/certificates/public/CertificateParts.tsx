import { useTranslation } from 'react-i18next'
import type { PublicCertificate } from '../../../contract/certificates/share.ts'
import { formatInstant } from '../../kit/format.ts'

/** What was sealed and when, with the owner masked. */
export function CertificateRows({ certificate: c }: { certificate: PublicCertificate }) {
  const { t } = useTranslation(['site'])
  const captured = c.category === 'ATTSETATIONURL'
  const rows: [string, string][] = [
    [t('site:cert.number'), c.ano],
    [
      t('site:cert.owner'),
      t('site:cert.known', { name: c.ownerMasked, by: t(`site:cert.identity.${c.ownerIdentity}`) }),
    ],
    ...(captured
      ? ([
          [t('site:cert.url'), c.url ?? '-'],
          [t('site:cert.finalUrl'), c.finalUrl ?? '-'],
          [t('site:cert.pageTitle'), c.title ?? '-'],
        ] as [string, string][])
      : []),
    [
      t(captured ? 'site:cert.captured' : 'site:cert.handedOver'),
      `${formatInstant(c.start_time)} – ${formatInstant(c.end_time)}`,
    ],
    [t('site:cert.sealed'), formatInstant(c.sealedAt)],
    [t('site:cert.completeness'), t(`site:cert.complete.${c.completeness}`)],
    [t('site:cert.statement'), c.statementSha256],
  ]
  return (
    <dl>
      {rows.map(([k, v]) => (
        <div key={k}>
          <dt>{k}</dt>
          <dd>{v}</dd>
        </div>
      ))}
    </dl>
  )
}

/** What is proven, each with whom it depends on. */
export function CertificateFacts({ facts }: { facts: PublicCertificate['trust'] }) {
  const { t } = useTranslation(['site'])
  return (
    <ul className="facts">
      {facts.map((f, i) => {
        // Who stamped, or which chain.
        const by = f.details['provider'] ?? f.details['chain']
        const status =
          f.code === 'original' && f.status === 'pending'
            ? t('site:cert.originalMissing')
            : t(`site:cert.factStatus.${f.status}`)
        const said = { status, dependsOn: t(`site:cert.dependsOn.${f.dependsOn}`) }
        const name = t(`site:cert.fact.${f.code}`)
        return (
          <li key={`${f.code}-${i}`}>
            <strong>{by ? t('site:cert.known', { name, by }) : name}</strong>
            {f.at ? t('site:cert.saysAt', { ...said, at: formatInstant(f.at) }) : t('site:cert.says', said)}
          </li>
        )
      })}
    </ul>
  )
}
