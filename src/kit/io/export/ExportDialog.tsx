import { Alert, Button, Modal, Progress } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ListLayout } from '../../../../contract/platform/list-views.ts'
import type { ListState } from '../../list/list-state.ts'
import { formatNumber } from '../../plain/format.ts'
import { mostExported } from '../../refusals/every-row.ts'
import type { Resource } from '../../resource/resource.ts'
import { resourceWords } from '../../resource/words.ts'
import { saveFile } from '../sheet/save-file.ts'
import { ExportChoices } from './ExportChoices.tsx'
import { type Run, useExport, type Wanted } from './useExport.ts'

type Row = { id: string }

interface Props {
  resource: Resource<Row>
  state: ListState
  shown: ListLayout
  selected: Row[]
  onClose(): void
}

/** Saves a list's rows as a file: which rows, which columns, in what format, then how far it is. */
export function ExportDialog({ resource, state, shown, selected, onClose }: Props) {
  const { t } = useTranslation(['common', resource.words])
  const [wanted, setWanted] = useState<Wanted>({
    scope: selected.length ? 'selected' : 'all',
    columns: 'shown',
    format: 'xlsx',
  })
  const { run, begin, stop } = useExport(resource, state, shown, selected)
  const running = run.is === 'running'
  return (
    <Modal
      open
      title={t('export.title', { name: resourceWords(t, resource, 'title') })}
      onCancel={onClose}
      closable={!running}
      keyboard={!running}
      mask={{ closable: false }}
      footer={
        run.is === 'running' ? (
          <Button onClick={stop}>{t('export.stop')}</Button>
        ) : run.is === 'done' ? (
          <Button type="primary" onClick={onClose}>
            {t('close')}
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>{t('cancel')}</Button>
            <Button type="primary" onClick={() => void begin(wanted)}>
              {t('export.begin')}
            </Button>
          </>
        )
      }
    >
      {(run.is === 'asking' || run.is === 'failed') && (
        <ExportChoices
          wanted={wanted}
          onChange={setWanted}
          selected={selected.length}
          filtered={Object.keys(state.filters).length > 0}
        />
      )}
      <HowFar run={run} />
    </Modal>
  )
}

/** How far it is and what came of it; the files can be saved once more. */
function HowFar({ run }: { run: Run }) {
  const { t } = useTranslation()
  return (
    <>
      {run.is === 'failed' && <Alert type="error" showIcon title={run.message} />}
      {run.is === 'running' && (
        <Progress
          percent={run.total ? Math.floor((run.rows / run.total) * 100) : 0}
          status="active"
          aria-label={t('export.progress')}
        />
      )}
      <p role="status">
        {run.is === 'running' &&
          t(run.paused ? 'export.paused' : 'export.count', {
            n: formatNumber(run.rows, 0),
            total: formatNumber(run.total, 0),
          })}
        {run.is === 'done' &&
          t(run.rows >= mostExported ? 'export.doneAtMost' : 'export.done', { n: formatNumber(run.rows, 0) })}
      </p>
      {run.is === 'done' && (
        <ul className="skz-plain">
          {run.files.map(({ file, name }) => (
            <li key={name}>
              <Button type="link" onClick={() => saveFile(file, name)}>
                {t('export.again', { name })}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
