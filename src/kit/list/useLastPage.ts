import { useEffect } from 'react'
import type { ListState } from './list-state.ts'
import type { Change } from './useListState.ts'
import type { Rows } from './useRows.ts'

/** A page beyond the last, of an old link or after the last row of one has gone, is the last. True while it is being turned to. */
export function useLastPage(list: Rows<unknown>, state: ListState, change: Change): boolean {
  const last = Math.max(1, Math.ceil(list.total / state.pageSize))
  const beyond = !list.more && !list.isPending && !list.isStale && list.total > 0 && state.page > last
  useEffect(() => {
    if (beyond) change({ page: last }, { replace: true })
  }, [beyond, last, change])
  return beyond
}
