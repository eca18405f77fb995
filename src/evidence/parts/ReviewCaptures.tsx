import { type BaseRecord, useOne } from '@refinedev/core'
import { Button, Modal } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { webCaptureCalls } from '../../../contract/captures/web.ts'
import type { EvidenceDetail, EvidenceRow } from '../../../contract/evidence/evidence.ts'
import type { ApiError } from '../../../dataProvider/errors.ts'
import { Failed, Loading } from '../../kit/page/Panels.tsx'
import { formatInstant } from '../../kit/plain/format.ts'
import { useNotices } from '../../kit/refusals/useNotices.ts'
import { useWrite } from '../../kit/resource/useCall.ts'
import { CapturePreview } from './CapturePreview.tsx'

interface Props {
  rows: readonly EvidenceRow[]
  onClose(): void
}

/** Captures that wait for their owner, one picture after another: nothing becomes evidence that was not looked at. */
export function ReviewCaptures({ rows, onClose }: Props) {
  const { t } = useTranslation(['common', 'evidence'])
  // The list behind is asked anew with each; what was chosen stays what is walked through.
  const [walk] = useState(rows)
  const [at, setAt] = useState(0)
  const notices = useNotices()
  const row = walk[at]!
  const { query, result: shown } = useOne<EvidenceDetail & BaseRecord, ApiError>({
    resource: 'evidence',
    id: row.ano,
    errorNotification: false,
  })
  const confirm = useWrite(webCaptureCalls.confirm, {
    refresh: ['evidence', 'webCaptures'],
    onDone: () => (notices.done(t('evidence:action.confirm.done')), next()),
  })
  const next = () => (at + 1 < walk.length ? setAt(at + 1) : onClose())
  const waits = shown?.status === 'to-confirm'
  const statement = shown?.statementSha256
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (waits) button.current?.focus()
  }, [waits, at])
  return (
    <Modal
      open
      width={720}
      title={t('evidence:confirm.title')}
      onCancel={onClose}
      footer={
        <div className="skz-row">
          <Button
            ref={button}
            type="primary"
            disabled={!waits}
            loading={confirm.isPending}
            onClick={() =>
              confirm.mutate({ body: { no: row.ano, ...(statement ? { statementSha256: statement } : {}) } })
            }
          >
            {t('evidence:action.confirm.label')}
          </Button>
          <Button onClick={next}>{t(walk.length > 1 ? 'evidence:confirm.skip' : 'cancel')}</Button>
          {walk.length > 1 && (
            <span role="status" className="skz-lead">
              {t('evidence:confirm.progress', { n: at + 1, of: walk.length })}
            </span>
          )}
        </div>
      }
    >
      <p>
        <strong>{row.name}</strong>
        {row.url && <span className="skz-lead skz-break"> {row.url}</span>}
      </p>
      {query.error ? (
        <Failed error={query.error} retry={() => void query.refetch()} />
      ) : !shown ? (
        <Loading rows={8} />
      ) : (
        <>
          <p>
            {waits
              ? t('evidence:confirm.explain', { until: formatInstant(shown.confirmUntil) })
              : t('evidence:confirm.over')}
          </p>
          <CapturePreview key={row.ano} ano={row.ano} name={row.name} statementSha256={shown.statementSha256} />
        </>
      )}
    </Modal>
  )
}
