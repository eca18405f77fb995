import { Button, Grid } from 'antd'
import { type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Failed, Loading, Nothing } from '../page/Panels.tsx'
import type { Resource } from '../resource/resource.ts'
import { resourceWords } from '../resource/words.ts'
import { BulkBar } from './bulk/BulkBar.tsx'
import { Filters } from './filters/Filters.tsx'
import { useListState } from './useListState.ts'
import { ListPages } from './ListPages.tsx'
import { ListTools } from './ListTools.tsx'
import { ResourceCards } from './ResourceCards.tsx'
import { ResourceTable } from './ResourceTable.tsx'
import { RowMenu } from './RowMenu.tsx'
import { useSelection } from './bulk/selection.ts'
import { useActions } from './useActions.tsx'
import { useLastPage } from './useLastPage.ts'
import { useListKeys } from './useListKeys.ts'
import { useHeldRows } from './useHeldRows.ts'
import { useLayout } from './layout/useLayout.ts'
import { usePagedRows, useScrolledRows } from './useRows.ts'

interface Props<Row extends { id: string }> {
  resource: Resource<Row>
  /** What to offer where there is nothing yet. */
  whenEmpty?: ReactNode
}

/** Any declared resource as a list: filters, views, table or cards, row and bulk actions, pages or one long scroll. */
export function ResourceList<Row extends { id: string }>({ resource, whenEmpty }: Props<Row>) {
  const { t } = useTranslation(['common', resource.words])
  const wide = Grid.useBreakpoint().md ?? true
  const { state, change } = useListState(resource as never)
  const scrolls = state.mode === 'scroll' && wide
  const { list: paged, hold } = useHeldRows(usePagedRows(resource, state, !scrolls), state)
  const scrolled = useScrolledRows(resource, state, scrolls)
  const list = scrolls ? scrolled : paged
  const layout = useLayout(resource)
  const view = layout.views.find((v) => v.id === state.view)
  const shownLayout = view?.layout ?? layout.layout
  const { form, ...taken } = useActions(resource)
  const { actions, take, label } = taken
  const selection = useSelection(list.rows)
  const bulk = actions.filter((a) => a.scope !== 'row')
  const filtered = Object.keys(state.filters).length > 0

  const beyond = useLastPage(list, state, change)
  const place = useRef<HTMLElement>(null)
  useListKeys(place, list.refresh)

  const menu = actions.some((a) => a.scope !== 'bulk')
    ? (row: Row) => <RowMenu row={row} name={String(row[resource.title])} {...taken} onOpen={hold} />
    : undefined

  return (
    <section ref={place} className="skz-list" aria-label={resourceWords(t, resource, 'title')}>
      <Filters resource={resource} state={state} change={change}>
        <ListTools
          resource={resource}
          state={state}
          change={change}
          layout={layout}
          shown={shownLayout}
          wide={wide}
          refresh={list.refresh}
          selected={selection.rows}
        />
      </Filters>
      {list.changed && <Changed refresh={list.refresh} />}
      {selection.rows.length > 0 && bulk.length > 0 && (
        <BulkBar
          resource={resource}
          state={state}
          selection={selection}
          total={list.total}
          actions={bulk}
          label={label}
          take={take}
        />
      )}
      {list.error && !list.rows.length ? (
        <Failed error={list.error} retry={list.refresh} />
      ) : list.isPending || beyond ? (
        <Loading />
      ) : !list.rows.length ? (
        <Nothing text={filtered ? t('nothingFits') : resourceWords(t, resource, 'empty')}>
          {!filtered && whenEmpty}
        </Nothing>
      ) : wide ? (
        <ResourceTable
          resource={resource}
          list={list}
          layout={shownLayout}
          onLayout={layout.setLayout}
          state={state}
          change={change}
          {...(bulk.length ? { selection } : {})}
          {...(menu ? { menu } : {})}
        />
      ) : (
        <ResourceCards resource={resource} rows={list.rows} {...(menu ? { menu } : {})} />
      )}
      {list.total > 0 && <ListPages list={list} state={state} change={change} scrolls={scrolls} wide={wide} />}
      {form}
    </section>
  )
}

function Changed({ refresh }: { refresh(): void }) {
  const { t } = useTranslation()
  return (
    <div className="skz-changed" role="status">
      {t('list.changed')}
      <Button size="small" onClick={refresh}>
        {t('refresh')}
      </Button>
    </div>
  )
}
