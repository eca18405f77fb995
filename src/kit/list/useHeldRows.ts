import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import type { ListState } from './list-state.ts'
import type { Rows } from './useRows.ts'

/**
 * Rows as they were when a row's menu was opened, for as long as it is open: what comes in meanwhile could take the row
 * from the page, and its menu with it, or move another beside the menu. A list in another state is another list.
 */
export function useHeldRows<Row>(list: Rows<Row>, state: ListState) {
  const now = useRef({ list, state })
  useLayoutEffect(() => {
    now.current = { list, state }
  })
  const [held, setHeld] = useState<typeof now.current>()
  const hold = useCallback((isOpen: boolean) => setHeld(isOpen ? now.current : undefined), [])
  return { list: held?.state === state ? held.list : list, hold }
}
