import { type KeyboardEvent, type MouseEvent, type PointerEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { mostSortTerms } from '../../../contract/kit/list.ts'
import { leastColumn, mostColumn, type ShownColumn } from './layout/layout.ts'
import { parseSort, writeSort } from './list-state.ts'

interface Props {
  column: ShownColumn<never>
  sort: string
  /** Given what becomes of the order, whatever it is by then. */
  onSort(next: (sort: string) => string | undefined): void
  onResize(column: string, width: number): void
}

/** A column's head: sorts when pressed (with Shift beside the present order), and is widened by its edge. */
export function HeaderCell<Row>({
  column,
  sort,
  onSort,
  onResize,
}: Omit<Props, 'column'> & { column: ShownColumn<Row> }) {
  const terms = parseSort(sort)
  const at = terms.findIndex((s) => s.field === column.name)
  const term = terms[at]
  const press = (event: MouseEvent) => onSort((now) => pressed(parseSort(now), column.name, event.shiftKey))
  return (
    <th
      scope="col"
      className={column.end ? 'skz-end' : undefined}
      {...(column.sortable ? { 'aria-sort': term ? (term.descending ? 'descending' : 'ascending') : 'none' } : {})}
    >
      {column.sortable ? (
        <button type="button" className="skz-sort" onClick={press}>
          {column.label}
          <span aria-hidden className="skz-sort-mark">
            {term ? (term.descending ? '↓' : '↑') : '↕'}
            {term && terms.length > 1 ? at + 1 : ''}
          </span>
        </button>
      ) : (
        column.label
      )}
      <Edge column={column} onResize={onResize} />
    </th>
  )
}

/** Upwards, downwards, not at all; alone, or beside the others. */
function pressed(terms: ReturnType<typeof parseSort>, field: string, beside: boolean): string | undefined {
  const term = terms.find((s) => s.field === field)
  const others = beside ? terms.filter((s) => s.field !== field) : []
  const next = !term ? [{ field, descending: false }] : term.descending ? [] : [{ field, descending: true }]
  const all = [...others, ...next].slice(-mostSortTerms)
  return all.length ? writeSort(all) : undefined
}

const step = 16
const within = (width: number) => Math.round(Math.min(mostColumn, Math.max(leastColumn, width)))

/** The edge between two heads: dragged, or moved by arrow keys. */
function Edge<Row>({ column, onResize }: { column: ShownColumn<Row>; onResize: Props['onResize'] }) {
  const { t } = useTranslation()
  const from = useRef<{ x: number; width: number }>(undefined)
  const widthOf = (e: { currentTarget: Element }) => e.currentTarget.parentElement!.getBoundingClientRect().width
  function down(event: PointerEvent<HTMLSpanElement>) {
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    from.current = { x: event.clientX, width: widthOf(event) }
  }
  function move(event: PointerEvent) {
    if (from.current) onResize(column.name, within(from.current.width + event.clientX - from.current.x))
  }
  function key(event: KeyboardEvent<HTMLSpanElement>) {
    const by = { ArrowLeft: -step, ArrowRight: step }[event.key]
    if (by === undefined) return
    event.preventDefault()
    onResize(column.name, within(widthOf(event) + by))
  }
  return (
    <span
      role="separator"
      aria-orientation="vertical"
      tabIndex={0}
      className="skz-edge"
      aria-label={t('list.widthOf', { name: column.label })}
      aria-valuenow={column.width ?? leastColumn}
      aria-valuemin={leastColumn}
      aria-valuemax={mostColumn}
      onPointerDown={down}
      onPointerMove={move}
      onPointerUp={() => (from.current = undefined)}
      onPointerCancel={() => (from.current = undefined)}
      onKeyDown={key}
    />
  )
}
