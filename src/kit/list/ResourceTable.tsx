import { type ReactNode, Suspense, useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import type { ListLayout } from '../../../contract/platform/list-views.ts'
import { isAmount, renderField } from '../page/cells.tsx'
import { lazyPart } from '../page/lazy-part.ts'
import { Loading } from '../page/Panels.tsx'
import type { Resource } from '../resource/resource.ts'
import { fieldWords, resourceWords } from '../resource/words.ts'
import type { Selection } from './bulk/selection.ts'
import { DataTable, type DataTableProps } from './DataTable.tsx'
import { columnsOf, type ShownColumn } from './layout/layout.ts'
import type { ListState } from './list-state.ts'
import type { Change } from './useListState.ts'
import type { Rows } from './useRows.ts'
import type { ScrolledTable as Scrolled } from './ScrolledTable.tsx'

// Most lists have pages.
const ScrolledTable = lazyPart(
  async () => (await import('./ScrolledTable.tsx')).ScrolledTable,
) as unknown as typeof Scrolled

interface Props<Row extends { id: string }> {
  resource: Resource<Row>
  list: Rows<Row>
  layout: ListLayout
  onLayout(layout: ListLayout): void
  state: ListState
  change: Change
  selection?: Selection<Row>
  menu?: (row: Row) => ReactNode
}

/** The rows of a declared resource under the columns that its reader has chosen. */
export function ResourceTable<Row extends { id: string }>({
  resource,
  list,
  layout,
  onLayout,
  state,
  change,
  selection,
  menu,
}: Props<Row>) {
  const { t } = useTranslation(['common', resource.words])
  const navigate = useNavigate()
  const nameOf = useCallback((row: Row) => String(row[resource.title]), [resource])
  const open = useMemo(
    () => resource.routes.show && ((row: Row) => void navigate(resource.routes.show!(row))),
    [resource, navigate],
  )
  const columns = useMemo(
    () =>
      columnsOf(resource, layout).map(({ name, width, field }): ShownColumn<Row> => ({
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
    [resource, layout, t],
  )
  const resize = (name: string, width: number) =>
    onLayout({
      ...layout,
      columns: columnsOf(resource, layout).map((c) => ({
        name: c.name,
        ...(c.name === name ? { width } : c.width ? { width: c.width } : {}),
      })),
    })
  const shown: DataTableProps<Row> = {
    caption: resourceWords(t, resource, 'title'),
    rows: list.rows,
    columns,
    density: layout.density,
    sort: state.sort,
    onSort: (next) => change((now) => ({ sort: next(now.sort) })),
    onResize: resize,
    nameOf,
    busy: list.isStale,
    ...(selection && { selection }),
    ...(menu && { menu }),
    ...(open && { onOpen: open }),
  }
  if (!list.more) return <DataTable {...shown} />
  const { has: more, loading, load: loadMore } = list.more
  return (
    <Suspense fallback={<Loading />}>
      <ScrolledTable {...shown} scroll={{ total: list.total, more, loading, loadMore }} />
    </Suspense>
  )
}
