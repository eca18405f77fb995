import { Alert } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { EvidenceDetail } from '../../../contract/evidence/evidence.ts'
import { Cautions, Notes } from '../parts/Cautions.tsx'

/** What is to know before anything else: why there is no evidence, what it lacks, what to note, which picture shows what. */
export function Standing({ evidence, retry }: { evidence: EvidenceDetail; retry: ReactNode }) {
  const { t } = useTranslation(['evidence', 'captures'])
  return (
    <>
      {evidence.status === 'failed' && (
        <Alert
          type="error"
          showIcon
          title={t('evidence:failedTitle')}
          description={t(`captures:failure.${evidence.failReason ?? 'internal'}` as never, {
            ...evidence.failParams,
            defaultValue: t('evidence:failedUnknown'),
          })}
          action={retry}
        />
      )}
      {evidence.completeness === 'partial' && (
        <Alert
          type="warning"
          showIcon
          title={t('evidence:partialTitle')}
          description={<Missing capture={evidence.capture} />}
        />
      )}
      {evidence.cautions.length > 0 && (
        <Alert
          type="warning"
          showIcon
          title={t('evidence:cautionTitle')}
          description={<Cautions cautions={evidence.cautions} />}
        />
      )}
      {evidence.notes.length > 0 && (
        <Alert type="info" showIcon title={t('evidence:noteTitle')} description={<Notes notes={evidence.notes} />} />
      )}
    </>
  )
}

function Missing({ capture }: { capture: EvidenceDetail['capture'] }) {
  const { t } = useTranslation(['captures'])
  const missing = (capture?.['missing'] ?? []) as { code: string; params?: Record<string, string | number> }[]
  return (
    <ul className="skz-plain">
      {missing.map((m, i) => (
        <li key={i}>{t(`captures:missing.${m.code}` as never, { ...m.params, defaultValue: m.code })}</li>
      ))}
    </ul>
  )
}
