import { Button } from 'antd'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyDialog } from '../../page/lazy-dialog.ts'
import { useConsole } from '../../resource/console-context.ts'
import { formatNumber } from '../../plain/format.ts'
import type { Action, Resource, Run } from '../../resource/resource.ts'
import { everyRow } from '../../refusals/every-row.ts'
import { useNotices } from '../../refusals/useNotices.ts'
import type { ListState } from '../list-state.ts'
import type { Selection } from './selection.ts'

const BulkRun = lazyDialog(async () => (await import('./BulkRun.tsx')).BulkRun)

/** Rows that one choice may gather; whoever has more narrows the filters. */
export const mostChosen = 10_000

interface Props<Row extends { id: string }> {
  resource: Resource<Row>
  state: ListState
  selection: Selection<Row>
  total: number
  actions: readonly Action<Row>[]
  label(action: Action<Row>): string
  take(action: Action<Row>, rows: Row[]): Promise<{ run: Run<Row>; rows: Row[] } | false | undefined>
}

/** What can be done with the chosen rows, on this page and others. */
export function BulkBar<Row extends { id: string }>({
  resource,
  state,
  selection,
  total,
  actions,
  label,
  take,
}: Props<Row>) {
  const { t } = useTranslation()
  const [job, setJob] = useState<{ action: Action<Row>; run: Run<Row>; rows: Row[] }>()
  const [asking, setAsking] = useState<Action<Row>>()
  const { gather, gathering } = useGathering(resource, state, selection)
  const chosen = selection.rows

  async function begin(action: Action<Row>) {
    if (action.bulkForm) return setAsking(action)
    const agreed = await take(action, chosen)
    if (agreed) setJob({ action, ...agreed })
  }
  const Form = asking?.bulkForm
  return (
    <div className="skz-bulk" role="region" aria-label={t('list.chosen')}>
      <span role="status">{t('selected', { count: chosen.length })}</span>
      {actions.map((a) => (
        <Button
          key={a.name}
          size="small"
          danger={a.danger ?? false}
          disabled={!chosen.some(a.allowed)}
          onClick={() => void begin(a)}
        >
          {label(a)}
        </Button>
      ))}
      {total > chosen.length && (
        <Button size="small" type="link" loading={gathering} onClick={() => void gather()}>
          {t('list.chooseAll', { n: formatNumber(Math.min(total, mostChosen), 0) })}
        </Button>
      )}
      <Button size="small" type="text" onClick={selection.clear}>
        {t('clearSelection')}
      </Button>
      <Suspense fallback={null}>
        {Form && (
          <Form
            count={chosen.filter(asking.allowed).length}
            onClose={() => setAsking(undefined)}
            onRun={(run) => (
              setJob({ action: asking, run, rows: chosen.filter(asking.allowed) }),
              setAsking(undefined)
            )}
          />
        )}
        {job && (
          <BulkRun
            resource={resource as never}
            run={job.run as never}
            rows={job.rows}
            title={label(job.action)}
            left={chosen.length - job.rows.length}
            onClose={() => (setJob(undefined), selection.clear())}
          />
        )}
      </Suspense>
    </div>
  )
}

/** Chooses every row that fits the filters, on whatever page. */
function useGathering<Row extends { id: string }>(
  resource: Resource<Row>,
  state: ListState,
  selection: Selection<Row>,
) {
  const { t } = useTranslation()
  const { client } = useConsole()
  const notices = useNotices()
  const [gathering, setGathering] = useState(false)
  async function gather() {
    setGathering(true)
    try {
      const all: Row[] = []
      for await (const page of everyRow<Row>(
        client,
        resource.endpoints.list,
        state,
        new AbortController().signal,
        mostChosen,
      ))
        all.push(...page.list)
      selection.setAll(all, true)
      if (all.length >= mostChosen) notices.warn(t('list.mostChosen', { n: formatNumber(mostChosen, 0) }))
    } catch (error) {
      notices.refusal(error)
    } finally {
      setGathering(false)
    }
  }
  return { gather, gathering }
}
