import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { ListState } from './list-state.ts'
import type { Rows } from './useRows.ts'

/**
 * The same rows in the same order for as long as the menu of one is open: what comes in meanwhile could take the row from the
 * page, and its menu with it, or move another beside the menu. Each row is told as it is now. A list in another state is
 * another list.
 */
export function useHeldRows<Row extends { id: string }>(list: Rows<Row>, state: ListState) {
  const now = useRef({ rows: list.rows, state })
  useLayoutEffect(() => {
    now.current = { rows: list.rows, state }
  })
  const [held, setHeld] = useState<typeof now.current>()
  const hold = useCallback((isOpen: boolean) => setHeld(isOpen ? now.current : undefined), [])
  const kept = held?.state === state ? held.rows : undefined
  const rows = useMemo(() => kept?.map((row) => list.rows.find(({ id }) => id === row.id) ?? row), [kept, list.rows])
  return { list: rows ? { ...list, rows } : list, hold }
}
