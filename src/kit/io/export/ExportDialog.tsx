import { Alert, Button, Modal, Progress, Radio } from 'antd'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { exportCalls } from '../../../../contract/platform/exports.ts'
import type { ListLayout } from '../../../../contract/platform/list-views.ts'
import { ApiError } from '../../../../dataProvider/errors.ts'
import { useUnsavedWork } from '../../drafts/unsaved-work.ts'
import { useConsole } from '../../resource/console-context.ts'
import { formatNumber } from '../../plain/format.ts'
import { columnsOf } from '../../list/layout/layout.ts'
import type { ListState } from '../../list/list-state.ts'
import { retryingClient } from '../../refusals/retry-when-throttled.ts'
import type { Resource } from '../../resource/resource.ts'
import { fieldWords, resourceWords } from '../../resource/words.ts'
import { type Format, rowsOfFile } from '../sheet/book.ts'
import { everyRow, mostExported } from '../../refusals/every-row.ts'
import { runExport } from './run-export.ts'
import { fileName, saveFile } from '../sheet/save-file.ts'
import { widthOf, writeField } from './texts.ts'
import { openBookInWorker } from '../sheet/write-in-worker.ts'

type Row = { id: string }

interface Props {
  resource: Resource<Row>
  state: ListState
  shown: ListLayout
  selected: Row[]
  onClose(): void
}

type Run =
  | { is: 'asking' }
  | { is: 'running'; rows: number; total: number; paused: boolean }
  | { is: 'done'; rows: number; files: { name: string; file: Blob }[] }
  | { is: 'failed'; message: string }

/** Saves a list's rows as a file: which rows, which columns, in what format, then how far it is. */
export function ExportDialog({ resource, state, shown, selected, onClose }: Props) {
  const { t, i18n } = useTranslation(['common', resource.words])
  const { client } = useConsole()
  const [scope, setScope] = useState<'selected' | 'all'>(selected.length ? 'selected' : 'all')
  const [columns, setColumns] = useState<'shown' | 'every'>('shown')
  const [format, setFormat] = useState<Format>('xlsx')
  const [run, setRun] = useState<Run>({ is: 'asking' })
  const stop = useRef<AbortController>(undefined)
  useEffect(() => () => stop.current?.abort(), [])
  const title = resourceWords(t, resource, 'title')
  useUnsavedWork(run.is === 'running')

  async function begin() {
    const controller = new AbortController()
    stop.current = controller
    const { signal } = controller
    const names =
      columns === 'shown' ? columnsOf(resource, shown).map((c) => c.name) : (Object.keys(resource.fields) as 'id'[])
    const header = names.map((name) => fieldWords(t, resource, name))
    const book = openBookInWorker({
      format,
      title,
      header,
      widths: names.map((name, i) => widthOf(resource.fields[name]!.kind, header[i]!)),
    })
    const patient = retryingClient(client, {
      signal,
      onPause: (paused) => setRun((r) => (r.is === 'running' ? { ...r, paused } : r)),
    })
    const pages =
      scope === 'selected' ? inChunks(selected) : everyRow<Row>(patient, resource.endpoints.list, state, signal)
    setRun({ is: 'running', rows: 0, total: 0, paused: false })
    try {
      const done = await runExport(
        pages,
        book,
        (row) => names.map((name) => writeField(t, resource, name, row)),
        signal,
        (rows, total) => setRun({ is: 'running', rows, total, paused: false }),
      )
      if (!done) return setRun({ is: 'asking' })
      // Nothing leaves that is not on the record.
      await client.call(
        exportCalls.tell,
        {
          body: {
            resource: resource.name,
            rows: done.rows,
            format,
            query: scope === 'all' ? window.location.search.slice(0, 500) : '',
          },
        },
        signal,
      )
      const files = done.files.map((file, i) => ({
        file,
        name: fileName(title, i18n.language, format, { at: i + 1, of: done.files.length }),
      }))
      for (const { file, name } of files) saveFile(file, name)
      setRun({ is: 'done', rows: done.rows, files })
    } catch (error) {
      if (signal.aborted) setRun({ is: 'asking' })
      else setRun({ is: 'failed', message: error instanceof ApiError ? error.message : t('export.failed') })
    } finally {
      book.stop()
    }
  }

  const running = run.is === 'running'
  return (
    <Modal
      open
      title={t('export.title', { name: title })}
      onCancel={onClose}
      closable={!running}
      keyboard={!running}
      mask={{ closable: false }}
      footer={
        run.is === 'running' ? (
          <Button onClick={() => stop.current?.abort()}>{t('export.stop')}</Button>
        ) : run.is === 'done' ? (
          <Button type="primary" onClick={onClose}>
            {t('close')}
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>{t('cancel')}</Button>
            <Button type="primary" onClick={() => void begin()}>
              {t('export.begin')}
            </Button>
          </>
        )
      }
    >
      {(run.is === 'asking' || run.is === 'failed') && (
        <>
          <Choice
            label={t('export.rows')}
            value={scope}
            onChange={(v) => setScope(v)}
            options={[
              {
                value: 'selected',
                label: t('export.selected', { count: selected.length }),
                disabled: !selected.length,
              },
              { value: 'all', label: t(Object.keys(state.filters).length ? 'export.fitting' : 'export.all') },
            ]}
          />
          <Choice
            label={t('export.columns')}
            value={columns}
            onChange={(v) => setColumns(v)}
            options={[
              { value: 'shown', label: t('export.shown') },
              { value: 'every', label: t('export.every') },
            ]}
          />
          <Choice
            label={t('export.format')}
            value={format}
            onChange={(v) => setFormat(v)}
            options={[
              { value: 'xlsx', label: t('export.xlsx') },
              { value: 'csv', label: t('export.csv') },
            ]}
          />
          <p className="skz-muted">
            {t(format === 'csv' ? 'export.csvNote' : 'export.xlsxNote', { n: formatNumber(rowsOfFile, 0) })}
          </p>
        </>
      )}
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
    </Modal>
  )
}

interface ChoiceProps<Value extends string> {
  label: string
  value: Value
  options: { value: NoInfer<Value>; label: string; disabled?: boolean }[]
  onChange(value: Value): void
}

function Choice<Value extends string>({ label, value, options, onChange }: ChoiceProps<Value>) {
  const id = useId()
  return (
    <div className="skz-choice" role="group" aria-labelledby={id}>
      <h3 id={id} className="skz-drawer-head">
        {label}
      </h3>
      <Radio.Group
        vertical
        name={id}
        value={value}
        options={options}
        onChange={(e) => onChange(e.target.value as Value)}
      />
    </div>
  )
}

/** Rows at hand, as a list would give them. */
async function* inChunks(rows: Row[]) {
  for (let at = 0; at < rows.length; at += 500) yield { list: rows.slice(at, at + 500), total: rows.length }
}
