import { Alert, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { webCaptureCalls } from '../../../contract/captures/web.ts'
import type { EvidenceDetail } from '../../../contract/evidence/evidence.ts'
import { useConsole } from '../../kit/resource/console-context.ts'
import { formatInstant } from '../../kit/plain/format.ts'
import { useNotices } from '../../kit/refusals/useNotices.ts'
import { useWrite } from '../../kit/resource/useCall.ts'
import { CapturePreview } from '../parts/CapturePreview.tsx'

/** Asks whether what was captured is what was meant; confirming names the very statement that is shown. */
export function ConfirmPreview({ evidence, discard }: { evidence: EvidenceDetail; discard(): void }) {
  const { t } = useTranslation(['evidence'])
  const { can } = useConsole()
  const notices = useNotices()
  const confirm = useWrite(webCaptureCalls.confirm, {
    refresh: ['evidence', 'webCaptures'],
    onDone: () => notices.done(t('action.confirm.done')),
  })
  const body = { no: evidence.ano, ...(evidence.statementSha256 ? { statementSha256: evidence.statementSha256 } : {}) }
  return (
    <Alert
      type="info"
      showIcon
      title={t('confirm.title')}
      description={
        <>
          <p>{t('confirm.explain', { until: formatInstant(evidence.confirmUntil) })}</p>
          <CapturePreview ano={evidence.ano} name={evidence.name} statementSha256={evidence.statementSha256} />
        </>
      }
      action={
        can('captures.start') && (
          <span className="skz-actions">
            <Button type="primary" loading={confirm.isPending} onClick={() => confirm.mutate({ body })}>
              {t('action.confirm.label')}
            </Button>
            <Button danger onClick={discard}>
              {t('action.discard.label')}
            </Button>
          </span>
        )
      }
    />
  )
}
