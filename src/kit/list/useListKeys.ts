import { type RefObject, useCallback, useEffect, useRef } from 'react'
import { useShortcut } from '../page/shortcuts.ts'

/** Keys of a list: to its search, through its rows, anew. */
export function useListKeys(placeRef: RefObject<HTMLElement | null>, refresh: () => void) {
  const step = useCallback(
    (by: number) => {
      const rows = [...(placeRef.current?.querySelectorAll<HTMLTableRowElement>('tbody tr[data-index]') ?? [])]
      const at = rows.findIndex((r) => r.contains(document.activeElement))
      rows[at < 0 ? 0 : at + by]?.focus()
    },
    [placeRef],
  )
  const newest = useRef(refresh)
  useEffect(() => {
    newest.current = refresh
  }, [refresh])
  useShortcut(
    '/',
    'search',
    useCallback(() => placeRef.current?.querySelector<HTMLInputElement>('search input')?.focus(), [placeRef]),
  )
  useShortcut(
    'j',
    'next',
    useCallback(() => step(1), [step]),
  )
  useShortcut(
    'k',
    'previous',
    useCallback(() => step(-1), [step]),
  )
  useShortcut(
    'r',
    'refresh',
    useCallback(() => newest.current(), []),
  )
}
