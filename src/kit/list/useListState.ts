import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { type Declared, type ListState, readListState } from './list-state.ts'

type Changes = Record<string, string | number | undefined>
/** What follows from the state as it is is given as a function of it: what is drawn may be one change behind. */
export type Change = (changes: Changes | ((now: ListState) => Changes), options?: { replace?: boolean }) => void

/** The address is the only state of a list: Back, Forward and a shared link all show the same rows. */
export function useListState(resource: Declared): { state: ListState; change: Change } {
  const [params, setParams] = useSearchParams()
  const state = useMemo(() => readListState(params, resource), [params, resource])
  const change = useCallback<Change>(
    (asked, { replace = false } = {}) => {
      // The router draws a new address when it comes to it; whoever is quicker must not lose the change before.
      const next = new URLSearchParams(window.location.search)
      const changes = typeof asked === 'function' ? asked(readListState(next, resource)) : asked
      if (!('page' in changes)) next.delete('page')
      for (const [key, value] of Object.entries(changes)) {
        if (value === undefined || value === '') next.delete(key)
        else next.set(key, String(value))
      }
      setParams(next, { replace })
    },
    [setParams, resource],
  )
  return { state, change }
}
