import { Button, Grid, Pagination } from 'antd'
import { type ReactNode, useCallback, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { isAmount, renderField } from '../page/cells.tsx'
import { formatNumber } from '../plain/format.ts'
import { Failed, Loading, Nothing } from '../page/Panels.tsx'
import type { Resource } from '../resource/resource.ts'
import { fieldWords, resourceWords } from '../resource/words.ts'
import { BulkBar } from './bulk/BulkBar.tsx'
import { DataTable } from './DataTable.tsx'
import { Filters } from './filters/Filters.tsx'
import { columnsOf, type ShownColumn } from './layout/layout.ts'
import { useListState } from './useListState.ts'
import { ListTools } from './ListTools.tsx'
import { ResourceCards } from './ResourceCards.tsx'
import { RowMenu } from './RowMenu.tsx'
import { useSelection } from './bulk/selection.ts'
import { useActions } from './useActions.tsx'
import { useListKeys } from './useListKeys.ts'
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
  const navigate = useNavigate()
  const { state, change } = useListState(resource as never)
  const scrolls = state.mode === 'scroll' && wide
  const paged = usePagedRows(resource, state, !scrolls)
  const scrolled = useScrolledRows(resource, state, scrolls)
  const list = scrolls ? scrolled : paged
  const layout = useLayout(resource)
  const view = layout.views.find((v) => v.id === state.view)
  const shownLayout = view?.layout ?? layout.layout
  const { actions, take, form, label } = useActions(resource)
  const selection = useSelection(list.rows)
  const bulk = actions.filter((a) => a.scope !== 'row')
  const filtered = Object.keys(state.filters).length > 0
  const nameOf = useCallback((row: Row) => String(row[resource.title]), [resource])
  const open = useMemo(
    () => resource.routes.show && ((row: Row) => void navigate(resource.routes.show!(row))),
    [resource, navigate],
  )

  const place = useRef<HTMLElement>(null)
  useListKeys(place, list.refresh)

  const columns = useMemo(
    () =>
      columnsOf(resource, shownLayout).map(({ name, width, field }): ShownColumn<Row> => ({
        name,
        width,
        label: fieldWords(t, resource, name),
        sortable: field.sortable ?? false,
        end: isAmount(field.kind),
        render: (row) =>
          name === resource.title && resource.routes.show ? (
            <Link to={resource.routes.show(row)}>{renderField(t, resource, name, row)}</Link>
          ) : (
            renderField(t, resource, name, row)
          ),
      })),
    [resource, shownLayout, t],
  )
  const resize = (name: string, width: number) =>
    layout.setLayout({
      ...shownLayout,
      columns: columnsOf(resource, shownLayout).map((c) => ({
        name: c.name,
        ...(c.name === name ? { width } : c.width ? { width: c.width } : {}),
      })),
    })
  const menu = actions.some((a) => a.scope !== 'bulk')
    ? (row: Row) => <RowMenu row={row} name={nameOf(row)} actions={actions} label={label} take={take} />
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
      {list.changed && (
        <div className="skz-changed" role="status">
          {t('list.changed')}
          <Button size="small" onClick={list.refresh}>
            {t('refresh')}
          </Button>
        </div>
      )}
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
      ) : list.isPending ? (
        <Loading />
      ) : !list.rows.length ? (
        <Nothing text={filtered ? t('nothingFits') : resourceWords(t, resource, 'empty')}>
          {!filtered && whenEmpty}
        </Nothing>
      ) : wide ? (
        <DataTable
          caption={resourceWords(t, resource, 'title')}
          rows={list.rows}
          columns={columns}
          density={shownLayout.density}
          sort={state.sort}
          onSort={(next) => change((now) => ({ sort: next(now.sort) }))}
          onResize={resize}
          nameOf={nameOf}
          busy={list.isStale}
          {...(bulk.length ? { selection } : {})}
          {...(menu ? { menu } : {})}
          {...(open ? { onOpen: open } : {})}
          {...(list.more
            ? {
                scroll: {
                  total: list.total,
                  more: list.more.has,
                  loading: list.more.loading,
                  loadMore: list.more.load,
                },
              }
            : {})}
        />
      ) : (
        <ResourceCards resource={resource} rows={list.rows} {...(menu ? { menu } : {})} />
      )}
      {list.total > 0 &&
        (scrolls ? (
          <p className="skz-pages">
            {t('list.loaded', {
              n: formatNumber(list.rows.length, 0),
              total: formatNumber(list.total, 0),
              more: list.totalIsEstimate ? '+' : '',
            })}
          </p>
        ) : (
          <Pagination
            className="skz-pages"
            current={state.page}
            pageSize={state.pageSize}
            total={list.total}
            showSizeChanger={wide}
            pageSizeOptions={[10, 20, 50, 100]}
            simple={!wide}
            showTotal={(n) => t(list.totalIsEstimate ? 'totalAtLeast' : 'total', { n: formatNumber(n, 0) })}
            onChange={(page, size) => change({ page, size: size === 10 ? undefined : size })}
          />
        ))}
      {form}
    </section>
  )
}
