import { Progress } from 'antd'
import { useTranslation } from 'react-i18next'
import type { EvidenceRow, EvidenceStatus } from '../../../contract/evidence/evidence.ts'
import type { Tone } from '../../kit/resource/resource.ts'
import { StatusTag } from '../../kit/page/StatusTag.tsx'
import { cautionText } from './Cautions.tsx'

const tones: Record<EvidenceStatus, Tone> = {
  queued: 'neutral',
  collecting: 'active',
  uploading: 'active',
  'to-confirm': 'warning',
  collected: 'good',
  failed: 'bad',
  cancelled: 'neutral',
}

/** Where a capture stands: its place in the queue, its step and percent, why it failed, or what is missing. */
export function EvidenceState({
  row,
  reason = true,
}: {
  row: Pick<
    EvidenceRow,
    'status' | 'completeness' | 'cautions' | 'queuePosition' | 'step' | 'percent' | 'failReason' | 'failParams'
  >
  reason?: boolean
}) {
  const { t } = useTranslation(['evidence', 'captures'])
  const running = row.status === 'collecting' || row.status === 'uploading'
  const partial = row.status === 'collected' && row.completeness === 'partial'
  const cautious = partial || row.cautions.some((c) => c.code === 'page-status')
  const caution = reason && row.cautions[0] && cautionText(row.cautions[0], t)
  return (
    <span className="skz-state">
      <StatusTag tone={cautious ? 'warning' : tones[row.status]}>
        {partial ? t('partial') : t(`choice.status.${row.status}`)}
      </StatusTag>
      {row.status === 'queued' && row.step === 'waiting' ? (
        <small>{t('captures:step.waiting')}</small>
      ) : (
        row.status === 'queued' &&
        row.queuePosition !== null && <small>{t('ahead', { count: row.queuePosition })}</small>
      )}
      {running && (
        <>
          <Progress percent={row.percent} size="small" showInfo={false} aria-label={t('progress')} />
          <small>{row.step ? t(`captures:step.${row.step}` as never, { defaultValue: '' }) : ''}</small>
        </>
      )}
      {caution && (
        <small className="skz-clamp" title={caution}>
          {caution}
        </small>
      )}
      {reason && row.status === 'failed' && (
        <small className="skz-bad">
          {t(`captures:failure.${row.failReason ?? 'internal'}` as never, {
            ...row.failParams,
            defaultValue: t('failedUnknown'),
          })}
        </small>
      )}
    </span>
  )
}
