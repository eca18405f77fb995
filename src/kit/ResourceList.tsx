import { Button, Grid, Pagination, Table, type TableProps } from 'antd'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { fieldWords, renderField } from './cells.tsx'
import { formatNumber } from './format.ts'
import { Filters } from './Filters.tsx'
import { Failed, Loading, Nothing } from './Panels.tsx'
import { ResourceCards } from './ResourceCards.tsx'
import type { Field, Resource } from './resource.ts'
import { RowMenu } from './RowMenu.tsx'
import { useActions } from './useActions.tsx'
import { useListState } from './useListState.ts'
import { useResourceList } from './useResourceList.ts'

interface Props<Row extends { id: string }> {
  resource: Resource<Row>
  /** What to offer where there is nothing yet. */
  whenEmpty?: ReactNode
}

/** Any declared resource as a list: filters, table or cards, row and bulk actions, pages. */
export function ResourceList<Row extends { id: string }>({ resource, whenEmpty }: Props<Row>) {
  const { t } = useTranslation(['common', resource.words])
  const wide = Grid.useBreakpoint().md ?? true
  const { state, change } = useListState(resource as never)
  const { rows, total, totalIsEstimate, query } = useResourceList(resource, state)
  const { actions, take, form, label } = useActions(resource)
  const [selected, setSelected] = useState<string[]>([])
  const chosen = rows.filter((r) => selected.includes(r.id))
  const bulk = actions.filter((a) => a.scope !== 'row')
  const filtered = Object.keys(state.filters).length > 0

  const columns: TableProps<Row>['columns'] = resource.columns.map((name) => {
    const field = resource.fields[name] as Field<Row> | undefined
    const direction = state.sort.replace(/^-/, '') === name ? (state.sort.startsWith('-') ? 'descend' : 'ascend') : null
    return {
      key: name,
      title: fieldWords(t, resource, name),
      ...(field?.width ? { width: field.width } : {}),
      sorter: field?.sortable ?? false,
      sortOrder: direction as 'ascend' | 'descend' | null,
      render: (_: unknown, row: Row) =>
        name === resource.title && resource.routes.show ? <Link to={resource.routes.show(row)}>{renderField(t, resource, name, row)}</Link> : renderField(t, resource, name, row),
    }
  })
  if (actions.length) {
    columns.push({ key: '·', title: <span className="skz-hidden">{t('actions')}</span>, width: 56, render: (_: unknown, row: Row) => <RowMenu row={row} name={String(row[resource.title])} actions={actions} label={label} take={take} /> })
  }

  return (
    <section className="skz-list">
      <Filters resource={resource} state={state} change={change} refresh={() => void query.refetch()} />
      {chosen.length > 0 && (
        <div className="skz-bulk" role="status">
          <span>{t('selected', { count: chosen.length })}</span>
          {bulk.map((a) => (
            <Button key={a.name} size="small" danger={a.danger ?? false} disabled={!chosen.some(a.allowed)} onClick={() => void take(a, chosen)}>{label(a)}</Button>
          ))}
          <Button size="small" type="text" onClick={() => setSelected([])}>{t('clearSelection')}</Button>
        </div>
      )}
      {query.isError && !rows.length ? (
        <Failed error={query.error} retry={() => void query.refetch()} />
      ) : query.isPending ? (
        <Loading />
      ) : !rows.length ? (
        <Nothing text={filtered ? t('nothingFits') : t(`${resource.words}:empty.${resource.name}` as never)}>{!filtered && whenEmpty}</Nothing>
      ) : wide ? (
        // Scrolls in a box of ours: with its own scrolling the table copies the header, checkbox and all, into a hidden row.
        <div className="skz-scroll"><Table<Row>
          rowKey="id" size="middle" columns={columns} dataSource={rows} pagination={false} loading={query.isPlaceholderData}
          {...(bulk.length ? { rowSelection: { selectedRowKeys: selected, onChange: (k) => setSelected(k as string[]), getCheckboxProps: (row) => ({ 'aria-label': t('selectNamed', { name: String(row[resource.title]) }) }) } } : {})}
          onChange={(_, __, sorter) => {
            const s = Array.isArray(sorter) ? sorter[0] : sorter
            change({ sort: s?.order ? `${s.order === 'descend' ? '-' : ''}${String(s.columnKey)}` : undefined })
          }}
        /></div>
      ) : (
        <ResourceCards resource={resource} rows={rows} menu={(row) => <RowMenu row={row} name={String(row[resource.title])} actions={actions} label={label} take={take} />} />
      )}
      {total > 0 && (
        <Pagination
          className="skz-pages" current={state.page} pageSize={state.pageSize} total={total} showSizeChanger={wide} pageSizeOptions={[10, 20, 50, 100]} simple={!wide}
          showTotal={(n) => (totalIsEstimate ? t('totalAtLeast', { n: formatNumber(n, 0) }) : t('total', { n: formatNumber(n, 0) }))} onChange={(page, size) => change({ page, size: size === 10 ? undefined : size })}
        />
      )}
      {form}
    </section>
  )
}
