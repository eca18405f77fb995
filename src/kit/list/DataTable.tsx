import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, memo, type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { loadMoreThreshold } from '../../../dataProvider/constants.ts'
import { Check } from './Check.tsx'
import { HeaderCell } from './HeaderCell.tsx'
import type { Density, ShownColumn } from './layout/layout.ts'
import type { Selection } from './bulk/selection.ts'

export interface DataTableProps<Row extends { id: string }> {
  /** What the rows are, for those who cannot see the page's title beside them. */
  caption: string
  rows: Row[]
  columns: ShownColumn<Row>[]
  density: Density
  sort: string
  onSort(next: (sort: string) => string | undefined): void
  onResize(column: string, width: number): void
  nameOf(row: Row): string
  selection?: Selection<Row>
  menu?: (row: Row) => ReactNode
  onOpen?: (row: Row) => void
  busy?: boolean
  /** Present where the list loads on as it is scrolled. */
  scroll?: { total: number; more: boolean; loading: boolean; loadMore(): void }
}

const rowHeight: Record<Density, number> = { comfortable: 53, compact: 37 }
const checkWidth = 44
const menuWidth = 58
/** A column that takes what is left is not squeezed beyond reading. */
const leastWidth = 160

/** Rows under columns that can be sorted, widened, chosen and walked through by keyboard. */
export function DataTable<Row extends { id: string }>(props: DataTableProps<Row>) {
  const { rows, columns, density, selection, menu, scroll } = props
  const { t } = useTranslation()
  const box = useRef<HTMLDivElement>(null)
  // oxlint-disable-next-line react/incompatible-library -- this program is not compiled by the React compiler
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight[density],
    overscan: 12,
    enabled: scroll !== undefined,
    getItemKey: (i) => rows[i]!.id,
  })
  useEffect(() => virtual.measure(), [virtual, density])
  const items = scroll ? virtual.getVirtualItems() : undefined
  const [first, last] = [items?.[0], items?.at(-1)]
  useLoadMore(box, scroll)
  const shown = items ? items.map((i) => [i.index, rows[i.index]!] as const) : [...rows.entries()]
  const width = columns.reduce(
    (sum, c) => sum + (c.width ?? leastWidth),
    (selection ? checkWidth : 0) + (menu ? menuWidth : 0),
  )
  return (
    <div ref={box} className={`skz-table-box${scroll ? ' skz-table-scroll' : ''}`} aria-busy={props.busy ?? false}>
      <table
        className={`skz-table skz-${density}`}
        style={{ minWidth: width }}
        {...(scroll ? { 'aria-rowcount': scroll.total + 1 } : {})}
        onKeyDown={(e) => walk(e, box.current, (i) => scroll && virtual.scrollToIndex(i))}
      >
        <caption className="skz-hidden">{props.caption}</caption>
        <colgroup>
          {selection && <col style={{ width: checkWidth }} />}
          {columns.map((c) => (
            <col key={c.name} style={c.width ? { width: c.width } : {}} />
          ))}
          {menu && <col style={{ width: menuWidth }} />}
        </colgroup>
        <TableHead
          rows={rows}
          columns={columns}
          sort={props.sort}
          onSort={props.onSort}
          onResize={props.onResize}
          {...(selection ? { selection } : {})}
          hasMenu={menu !== undefined}
        />
        <tbody>
          {first && first.start > 0 && <tr aria-hidden style={{ height: first.start }} />}
          {shown.map(([index, row]) => (
            <TableRow
              key={row.id}
              row={row}
              index={index}
              first={index === (first?.index ?? 0)}
              columns={columns as ShownColumn<never>[]}
              name={props.nameOf(row)}
              selected={selection?.has(row.id)}
              counted={scroll !== undefined}
              select={selection?.toggle as never}
              menu={menu as never}
              onOpen={props.onOpen as never}
            />
          ))}
          {last && <tr aria-hidden style={{ height: Math.max(0, virtual.getTotalSize() - last.end) }} />}
        </tbody>
      </table>
      {scroll?.loading && (
        <p className="skz-more-rows" role="status">
          {t('loading')}
        </p>
      )}
    </div>
  )
}

type HeadProps<Row extends { id: string }> = Pick<
  DataTableProps<Row>,
  'rows' | 'columns' | 'sort' | 'onSort' | 'onResize' | 'selection'
> & { hasMenu: boolean }

function TableHead<Row extends { id: string }>({
  rows,
  columns,
  sort,
  onSort,
  onResize,
  selection,
  hasMenu,
}: HeadProps<Row>) {
  const { t } = useTranslation()
  return (
    <thead>
      <tr>
        {selection && (
          <th scope="col">
            <Check
              label={t('list.selectPage')}
              checked={selection.all(rows)}
              partly={selection.some(rows)}
              onChange={(on) => selection.setAll(rows, on)}
            />
          </th>
        )}
        {columns.map((c) => (
          <HeaderCell key={c.name} column={c} sort={sort} onSort={onSort} onResize={onResize} />
        ))}
        {hasMenu && (
          <th scope="col" className="skz-menu-cell">
            <span className="skz-hidden">{t('actions')}</span>
          </th>
        )}
      </tr>
    </thead>
  )
}

/** Asks for more before the end is reached (specification §9). */
function useLoadMore(box: { current: HTMLDivElement | null }, scroll: DataTableProps<never>['scroll']) {
  useEffect(() => {
    const element = box.current
    if (!element || !scroll?.more || scroll.loading) return
    const look = () => {
      const left = element.scrollHeight - element.scrollTop - element.clientHeight
      if (left <= loadMoreThreshold) scroll.loadMore()
    }
    // Rows that have just come have no height before they are drawn.
    const drawn = requestAnimationFrame(() => requestAnimationFrame(look))
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      cancelAnimationFrame(drawn)
      element.removeEventListener('scroll', look)
    }
  }, [box, scroll])
}

/** Arrow keys, Home and End walk the rows; what a row's own buttons are told stays theirs. */
function walk(event: KeyboardEvent<HTMLTableElement>, box: HTMLElement | null, reach: (index: number) => void) {
  const row = event.target instanceof HTMLTableRowElement ? event.target : null
  if (!row || !box) return
  const rows = [...box.querySelectorAll<HTMLTableRowElement>('tbody tr[data-index]')]
  const at = rows.indexOf(row)
  const to = { ArrowDown: rows[at + 1], ArrowUp: rows[at - 1], Home: rows[0], End: rows.at(-1) }[event.key]
  if (!to) return
  event.preventDefault()
  reach(Number(to.dataset['index']))
  to.focus()
}

interface RowProps<Row extends { id: string }> {
  row: Row
  index: number
  first: boolean
  columns: ShownColumn<Row>[]
  name: string
  selected: boolean | undefined
  counted: boolean
  select: ((row: Row, options: { range: boolean }) => void) | undefined
  menu: ((row: Row) => ReactNode) | undefined
  onOpen: ((row: Row) => void) | undefined
}

const TableRow = memo(function TableRow<Row extends { id: string }>({
  row,
  index,
  first,
  columns,
  name,
  selected,
  counted,
  select,
  menu,
  onOpen,
}: RowProps<Row>) {
  const { t } = useTranslation()
  function act(event: KeyboardEvent<HTMLTableRowElement>) {
    if (event.target !== event.currentTarget) return
    if (event.key === ' ' && select) {
      event.preventDefault()
      select(row, { range: event.shiftKey })
    }
    if (event.key === 'Enter' && onOpen) onOpen(row)
  }
  return (
    <tr
      data-index={index}
      data-selected={selected || undefined}
      tabIndex={first ? 0 : -1}
      aria-label={name}
      {...(counted ? { 'aria-rowindex': index + 2 } : {})}
      {...(selected === undefined ? {} : { 'aria-selected': selected })}
      onKeyDown={act}
    >
      {select && (
        <td>
          <Check
            label={t('selectNamed', { name })}
            checked={selected ?? false}
            onChange={(_, { shift }) => select(row, { range: shift })}
          />
        </td>
      )}
      {columns.map((c) => (
        <td key={c.name} className={c.end ? 'skz-end' : undefined}>
          {c.render(row)}
        </td>
      ))}
      {menu && <td className="skz-menu-cell">{menu(row)}</td>}
    </tr>
  )
}) as <Row extends { id: string }>(props: RowProps<Row>) => ReactNode
