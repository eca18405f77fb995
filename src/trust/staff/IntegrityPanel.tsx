import { keys } from '@refinedev/core'
import { useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Progress } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { integrityCalls, type IntegrityRun } from '../../../contract/trust/integrity.ts'
import { formatNumber, formatSize } from '../../kit/plain/format.ts'
import { lazyDialog } from '../../kit/page/lazy-dialog.ts'
import { Failed } from '../../kit/page/Panels.tsx'
import { useRead } from '../../kit/resource/useCall.ts'
import type { Reasoned } from '../../kit/actions/ReasonForm.tsx'

const ReasonForm = lazyDialog(async () => (await import('../../kit/actions/ReasonForm.tsx')).ReasonForm<null>)

const resource = 'integrity'
const start: Reasoned<null> = {
  action: 'startIntegrity',
  why: 'startIntegrity',
  call: integrityCalls.start,
  request: () => ({}),
  nameOf: () => '',
  refresh: resource,
}
/** A run announces its steps to nobody: the page asks. */
const lookEvery = 3_000

/** The run under way as it goes on, or the way to start one. */
export function IntegrityPanel() {
  const { t } = useTranslation(['operator'])
  const queries = useQueryClient()
  const { data, error, refetch } = useRead(
    integrityCalls.list,
    { body: { pageSize: 1 } },
    { staleTime: 0, every: lookEvery },
  )
  const [asks, setAsks] = useState(false)
  const newest = data?.list[0]
  const running = newest?.runState === 'running' ? newest : undefined
  const seen = useRef<string | undefined>(undefined)
  const state = data && `${newest?.id} ${newest?.runState}`
  useEffect(() => {
    if (seen.current !== undefined && seen.current !== state)
      void queries.invalidateQueries({ queryKey: keys().data().resource(resource).get() })
    seen.current = state
  }, [queries, state])
  if (!data) return error ? <Failed error={error} retry={() => void refetch()} /> : null
  return (
    <div className="skz-run" aria-live="polite">
      {running ? (
        <Running run={running} />
      ) : (
        <Button type="primary" onClick={() => setAsks(true)}>
          {t('operator:action.startIntegrity.label')}
        </Button>
      )}
      {asks && (
        <ReasonForm
          act={start}
          row={null}
          onClose={() => {
            setAsks(false)
            void refetch()
          }}
        />
      )}
    </div>
  )
}

function Running({ run: { stage, objects, objectsDue, bytes, findings, trouble } }: { run: IntegrityRun }) {
  const { t } = useTranslation(['operator'])
  const part = stage ? t(`operator:choice.stage.${stage}`) : ''
  const progress = t('operator:integrity.progress', {
    objects: formatNumber(objects, 0),
    due: formatNumber(objectsDue, 0),
    size: formatSize(bytes),
  })
  // Files are nearly all of the work.
  const percent = stage === 'objects' ? Math.min(99, Math.floor((objects / Math.max(1, objectsDue)) * 100)) : 99
  return (
    <Alert
      type={findings ? 'error' : trouble ? 'warning' : 'info'}
      showIcon
      title={t('operator:integrity.running', { stage: part })}
      description={
        <>
          <Progress
            percent={percent}
            showInfo={false}
            aria-label={progress}
            status={findings ? 'exception' : 'active'}
          />
          <p>{progress}</p>
          {findings > 0 && <p>{t('operator:integrity.found', { count: findings })}</p>}
          {trouble && <p>{t('operator:integrity.rests', { trouble })}</p>}
        </>
      }
    />
  )
}
