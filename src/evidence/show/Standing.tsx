import { Alert, Grid } from 'antd'
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
      <Remarks evidence={evidence} />
    </>
  )
}

/** A phone's screen keeps its room for the pictures: there they are one line, which opens. */
function Remarks({ evidence: { cautions, notes } }: { evidence: EvidenceDetail }) {
  const { t } = useTranslation(['evidence'])
  const wide = Grid.useBreakpoint().md ?? true
  if (!cautions.length && !notes.length) return null
  const boxes = (
    <>
      {cautions.length > 0 && (
        <Alert type="warning" showIcon title={t('cautionTitle')} description={<Cautions cautions={cautions} />} />
      )}
      {notes.length > 0 && <Alert type="info" showIcon title={t('noteTitle')} description={<Notes notes={notes} />} />}
    </>
  )
  if (wide) return boxes
  const counts = [
    cautions.length > 0 && t('foldedCautions', { count: cautions.length }),
    notes.length > 0 && t('foldedNotes', { count: notes.length }),
  ]
  return (
    <details className="skz-folded">
      <summary>{counts.filter(Boolean).join(' · ')}</summary>
      <div>{boxes}</div>
    </details>
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
