import { type KeyboardEvent, memo, type ReactNode, type RefObject, useRef } from 'react'
import { useTranslation } from 'react-i18next'
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
}

/** What is drawn of a long list: these rows, with room for those above and below. */
export interface DrawnPart {
  box: RefObject<HTMLDivElement | null>
  indexes: readonly number[]
  /** In pixels. */
  above: number
  below: number
  total: number
  loading: boolean
  /** Scrolls to a row, that it may take the focus. */
  reach(index: number): void
}

const checkWidth = 44
const menuWidth = 58
/** A column that takes what is left is not squeezed beyond reading. */
const leastWidth = 160

/** Rows under columns that can be sorted, widened, chosen and walked through by keyboard. */
export function DataTable<Row extends { id: string }>({
  part,
  ...props
}: DataTableProps<Row> & { part?: DrawnPart | undefined }) {
  const { rows, columns, density, selection, menu } = props
  const { t } = useTranslation()
  const own = useRef<HTMLDivElement>(null)
  const box = part?.box ?? own
  const shown = part ? part.indexes.map((i) => [i, rows[i]!] as const) : [...rows.entries()]
  const width = columns.reduce(
    (sum, c) => sum + (c.width ?? leastWidth),
    (selection ? checkWidth : 0) + (menu ? menuWidth : 0),
  )
  return (
    <div ref={box} className={`skz-table-box${part ? ' skz-table-scroll' : ''}`} aria-busy={props.busy ?? false}>
      <table
        className={`skz-table skz-${density}`}
        style={{ minWidth: width }}
        {...(part ? { 'aria-rowcount': part.total + 1 } : {})}
        onKeyDown={(e) => walk(e, box.current, (i) => part?.reach(i))}
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
          {part && part.above > 0 && <tr aria-hidden style={{ height: part.above }} />}
          {shown.map(([index, row]) => (
            <TableRow
              key={row.id}
              row={row}
              index={index}
              first={index === (part?.indexes[0] ?? 0)}
              columns={columns as ShownColumn<never>[]}
              name={props.nameOf(row)}
              selected={selection?.has(row.id)}
              counted={part !== undefined}
              select={selection?.toggle as never}
              menu={menu as never}
              onOpen={props.onOpen as never}
            />
          ))}
          {part && <tr aria-hidden style={{ height: part.below }} />}
        </tbody>
      </table>
      {part?.loading && (
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
