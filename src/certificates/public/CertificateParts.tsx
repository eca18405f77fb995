import { useTranslation } from 'react-i18next'
import type { PublicCertificate } from '../../../contract/certificates/share.ts'
import { factsOfKind, kindOfCategory } from '../../../contract/evidence/kinds.ts'
import { formatInstant } from '../../kit/plain/format.ts'
import { useProofWords } from '../../kit/plain/useProofWords.ts'

/** Words of proofs for what was told before pictures were. */
const ofRequests: Record<string, string> = { 'page-status': 'pageStatus', 'requests-failed': 'requestsFailed' }

const factWords = { url: 'url', finalUrl: 'finalUrl', title: 'pageTitle' } as const

/** What was sealed and when, with the owner masked. */
export function CertificateRows({ certificate: c }: { certificate: PublicCertificate }) {
  const { t } = useTranslation(['site'])
  const told = [...c.notes, ...c.cautions]
  const say = useProofWords(told.length > 0)
  const { origin, publicFacts = [] } = factsOfKind(kindOfCategory(c.category))
  const rows: [string, string][] = [
    [t('site:cert.number'), c.ano],
    [
      t('site:cert.owner'),
      t('site:cert.known', { name: c.ownerMasked, by: t(`site:cert.identity.${c.ownerIdentity}`) }),
    ],
    ...publicFacts.map((fact): [string, string] => [t(`site:cert.${factWords[fact]}`), c[fact] ?? '-']),
    [
      t(origin === 'captured' ? 'site:cert.captured' : 'site:cert.handedOver'),
      `${formatInstant(c.start_time)} – ${formatInstant(c.end_time)}`,
    ],
    [t('site:cert.sealed'), formatInstant(c.sealedAt)],
    [t('site:cert.completeness'), t(`site:cert.complete.${c.completeness}`)],
    ...told.map(({ code, params }): [string, string] => [
      t('site:cert.note'),
      say?.(`detail.${ofRequests[code] ?? `picture.${code}`}`, params) ?? '…',
    ]),
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
