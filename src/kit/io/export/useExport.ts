import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { exportCalls } from '../../../../contract/platform/exports.ts'
import type { ListLayout } from '../../../../contract/platform/list-views.ts'
import { ApiError } from '../../../../dataProvider/errors.ts'
import { useUnsavedWork } from '../../drafts/unsaved-work.ts'
import { columnsOf } from '../../list/layout/layout.ts'
import type { ListState } from '../../list/list-state.ts'
import { everyRow } from '../../refusals/every-row.ts'
import { retryingClient } from '../../refusals/retry-when-throttled.ts'
import { useConsole } from '../../resource/console-context.ts'
import type { Resource } from '../../resource/resource.ts'
import { fieldWords, resourceWords } from '../../resource/words.ts'
import type { Format } from '../sheet/book.ts'
import { fileName, saveFile } from '../sheet/save-file.ts'
import { openBookInWorker } from '../sheet/write-in-worker.ts'
import { runExport } from './run-export.ts'
import { widthOf, writeField } from './texts.ts'

type Row = { id: string }

export interface Wanted {
  scope: 'selected' | 'all'
  columns: 'shown' | 'every'
  format: Format
}

/** How far an export is. */
export type Run =
  | { is: 'asking' }
  | { is: 'running'; rows: number; total: number; paused: boolean }
  | { is: 'done'; rows: number; files: { name: string; file: Blob }[] }
  | { is: 'failed'; message: string }

/** Rows on their way into a file: how far it is, and the ways to begin and to stop. */
export function useExport(resource: Resource<Row>, state: ListState, shown: ListLayout, selected: Row[]) {
  const { t, i18n } = useTranslation(['common', resource.words])
  const { client } = useConsole()
  const [run, setRun] = useState<Run>({ is: 'asking' })
  const controller = useRef<AbortController>(undefined)
  useEffect(() => () => controller.current?.abort(), [])
  const title = resourceWords(t, resource, 'title')
  useUnsavedWork(run.is === 'running')

  async function begin(wanted: Wanted) {
    controller.current = new AbortController()
    const { signal } = controller.current
    const names =
      wanted.columns === 'shown'
        ? columnsOf(resource, shown).map((c) => c.name)
        : (Object.keys(resource.fields) as 'id'[])
    const header = names.map((name) => fieldWords(t, resource, name))
    const book = openBookInWorker({
      format: wanted.format,
      title,
      header,
      widths: names.map((name, i) => widthOf(resource.fields[name]!.kind, header[i]!)),
    })
    const patient = retryingClient(client, {
      signal,
      onPause: (paused) => setRun((r) => (r.is === 'running' ? { ...r, paused } : r)),
    })
    const pages =
      wanted.scope === 'selected' ? inChunks(selected) : everyRow<Row>(patient, resource.endpoints.list, state, signal)
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
            format: wanted.format,
            query: wanted.scope === 'all' ? window.location.search.slice(0, 500) : '',
          },
        },
        signal,
      )
      const files = done.files.map((file, i) => ({
        file,
        name: fileName(title, i18n.language, wanted.format, { at: i + 1, of: done.files.length }),
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

  return { run, begin, stop: () => controller.current?.abort() }
}

/** Rows at hand, as a list would give them. */
async function* inChunks(rows: Row[]) {
  for (let at = 0; at < rows.length; at += 500) yield { list: rows.slice(at, at + 500), total: rows.length }
}
