import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef } from 'react'
import { loadMoreThreshold } from '../../../dataProvider/constants.ts'
import { DataTable, type DataTableProps } from './DataTable.tsx'
import type { Density } from './layout/layout.ts'

interface LongScroll {
  total: number
  more: boolean
  loading: boolean
  loadMore(): void
}

const rowHeight: Record<Density, number> = { comfortable: 53, compact: 37 }

/** A list that loads on as it is scrolled: of all its rows those are drawn that are seen, and some around them. */
export function ScrolledTable<Row extends { id: string }>({
  scroll,
  ...props
}: DataTableProps<Row> & { scroll: LongScroll }) {
  const { rows, density } = props
  const box = useRef<HTMLDivElement>(null)
  // oxlint-disable-next-line react/incompatible-library -- this program is not compiled by the React compiler
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight[density],
    overscan: 12,
    getItemKey: (i) => rows[i]!.id,
  })
  useEffect(() => virtual.measure(), [virtual, density])
  useLoadMore(box, scroll)
  const items = virtual.getVirtualItems()
  const last = items.at(-1)
  return (
    <DataTable
      {...props}
      part={{
        box,
        indexes: items.map(({ index }) => index),
        above: items[0]?.start ?? 0,
        below: last ? Math.max(0, virtual.getTotalSize() - last.end) : 0,
        total: scroll.total,
        loading: scroll.loading,
        reach: (i) => virtual.scrollToIndex(i),
      }}
    />
  )
}

/** Asks for more before the end is reached (specification §9). */
function useLoadMore(box: { current: HTMLDivElement | null }, scroll: LongScroll) {
  useEffect(() => {
    const element = box.current
    if (!element || !scroll.more || scroll.loading) return
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
