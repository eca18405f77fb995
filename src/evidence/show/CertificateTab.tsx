import { Alert, Descriptions } from 'antd'
import { useTranslation } from 'react-i18next'
import { certificateCalls, type SignatureReport } from '../../../contract/certificates/certificate.ts'
import { courtCalls } from '../../../contract/evidence/court.ts'
import type { EvidenceDetail } from '../../../contract/evidence/evidence.ts'
import { CopyText } from '../../kit/page/CopyText.tsx'
import { Failed, Loading } from '../../kit/page/Panels.tsx'
import { formatInstant } from '../../kit/plain/format.ts'
import { useRead } from '../../kit/resource/useCall.ts'

/** What the certificate names, whether its seal holds at this moment, and what a court can check without us. */
export function CertificateTab({ evidence: { ano } }: { evidence: EvidenceDetail }) {
  const { t } = useTranslation(['evidence'])
  const inner = useRead(certificateCalls.inner, { query: { ano } })
  const seal = useRead(certificateCalls.signature, { params: { ano } })
  const court = useRead(courtCalls.standing, { params: { id: ano } })
  const failed = inner.error ?? seal.error
  if (failed) return <Failed error={failed} retry={() => void Promise.all([inner.refetch(), seal.refetch()])} />
  if (!inner.data || !seal.data) return <Loading rows={8} />
  const { tsa } = inner.data
  const { signature } = seal.data
  const rows = [
    ['owner', inner.data.owner],
    ['operator', inner.data.operator],
    ['stamp', t('cert.stampOf', { authority: tsa.authority, at: formatInstant(tsa.time) })],
    ['stampSerial', <CopyText key="stamp" text={tsa.serial} label={t('cert.stampSerial')} />],
    ...(signature
      ? ([
          ['signer', signature.signer],
          ['signed', t('cert.signedAt', { at: formatInstant(signature.signTime), authority: signature.timeAuthority })],
          ['algorithm', signature.algorithm],
          ['fingerprint', <CopyText key="print" text={signature.certFingerprint} label={t('cert.fingerprint')} />],
        ] as const)
      : []),
    ['pdfSha256', <CopyText key="pdf" text={seal.data.sha256} label={t('cert.pdfSha256')} />],
    ['checkUrl', <CopyText key="check" text={inner.data.checkUrl} label={t('cert.checkUrl')} />],
  ] as const
  return (
    <>
      <Alert
        type={seal.data.verdict === 'valid' ? 'success' : 'error'}
        showIcon
        title={t(`cert.verdict.${seal.data.verdict}`)}
      />
      <Descriptions
        bordered
        size="small"
        className="skz-gap"
        column={1}
        items={rows.map(([key, children]) => ({ key, label: t(`cert.${key}`), children }))}
      />
      <SealFacts facts={seal.data.facts} />
      {court.data && (
        <section className="skz-section">
          <h2>{t('cert.court')}</h2>
          <p>{court.data.says}</p>
        </section>
      )}
    </>
  )
}

const marks = { proven: 'proven', failed: 'failed', unavailable: 'pending' } as const

function SealFacts({ facts }: Pick<SignatureReport, 'facts'>) {
  const { t } = useTranslation(['evidence'])
  return (
    <section className="skz-section">
      <h2>{t('cert.checked')}</h2>
      <ul className="skz-facts">
        {facts.map((fact) => (
          <li key={fact.code} className={`skz-fact skz-fact-${marks[fact.status]}`}>
            <div>
              <strong>{fact.says}</strong> <span>{t(`cert.status.${fact.status}`)}</span>
              {fact.reason && <p>{fact.reason}</p>}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
