import { useCallback, useEffect, useMemo, useRef, useState } from 'react'

/** Rows that were chosen, kept while pages are turned. */
export interface Selection<Row extends { id: string }> {
  rows: Row[]
  has(id: string): boolean
  all(rows: Row[]): boolean
  some(rows: Row[]): boolean
  /** With `range`, everything between this row and the one chosen last. */
  toggle(row: Row, options: { range: boolean }): void
  setAll(rows: Row[], on: boolean): void
  clear(): void
}

/** `visible` are the rows in view, in their order: a range runs through them, and their newest state replaces what was kept. */
export function useSelection<Row extends { id: string }>(visible: Row[]): Selection<Row> {
  const [kept, setKept] = useState<ReadonlyMap<string, Row>>(new Map())
  const anchor = useRef<string>(undefined)
  const seen = useRef(visible)
  useEffect(() => {
    seen.current = visible
  }, [visible])
  const toggle = useCallback((row: Row, { range }: { range: boolean }) => {
    const rows = seen.current
    const [from, to] = [rows.findIndex((r) => r.id === anchor.current), rows.findIndex((r) => r.id === row.id)]
    anchor.current = row.id
    setKept((old) => {
      const next = new Map(old)
      if (range && from >= 0 && to >= 0)
        for (const r of rows.slice(Math.min(from, to), Math.max(from, to) + 1)) next.set(r.id, r)
      else if (!next.delete(row.id)) next.set(row.id, row)
      return next
    })
  }, [])
  return useMemo(() => {
    const newest = new Map(visible.map((r) => [r.id, r]))
    return {
      rows: [...kept.values()].map((r) => newest.get(r.id) ?? r),
      has: (id) => kept.has(id),
      all: (rows) => rows.length > 0 && rows.every((r) => kept.has(r.id)),
      some: (rows) => rows.some((r) => kept.has(r.id)),
      toggle,
      setAll: (rows, on) =>
        setKept((old) => {
          const next = new Map(old)
          for (const r of rows)
            if (on) next.set(r.id, r)
            else next.delete(r.id)
          return next
        }),
      clear: () => setKept(new Map()),
    }
  }, [kept, visible, toggle])
}
