import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import type { Resource } from './resource.ts'

export interface ListState {
  page: number
  pageSize: number
  sort: string
  filters: Record<string, string>
}

const pageSizes = [10, 20, 50, 100] as const

const whole = (text: string | null, fallback: number) => (/^[1-9]\d{0,4}$/.test(text ?? '') ? Number(text) : fallback)

/** Reads a list's state from the address; what does not belong there is ignored, never an error. */
export function readListState(params: URLSearchParams, resource: Pick<Resource<never>, 'filters' | 'defaultSort' | 'fields'>): ListState {
  const size = whole(params.get('size'), 10)
  const sort = params.get('sort') ?? resource.defaultSort
  const sortable = (resource.fields as Record<string, { sortable?: boolean }>)[sort.replace(/^-/, '')]?.sortable
  const filters = Object.entries(resource.filters).flatMap(([name, filter]) => {
    const names = filter.kind === 'days' ? ['startDate', 'endDate'] : [name]
    return names.flatMap((n) => (params.get(n) ? [[n, params.get(n)!.slice(0, 200)] as const] : []))
  })
  return {
    page: whole(params.get('page'), 1),
    pageSize: (pageSizes as readonly number[]).includes(size) ? size : 10,
    sort: sortable ? sort : resource.defaultSort,
    filters: Object.fromEntries(filters),
  }
}

/** The address is the only state of a list: Back, Forward and a shared link all show the same rows. */
export function useListState(resource: Parameters<typeof readListState>[1]) {
  const [params, setParams] = useSearchParams()
  const state = useMemo(() => readListState(params, resource), [params, resource])
  const change = useCallback(
    (changes: Record<string, string | number | undefined>, { replace = false } = {}) =>
      setParams(
        (old) => {
          const next = new URLSearchParams(old)
          if (!('page' in changes)) next.delete('page')
          for (const [key, value] of Object.entries(changes)) {
            if (value === undefined || value === '') next.delete(key)
            else next.set(key, String(value))
          }
          return next
        },
        { replace },
      ),
    [setParams],
  )
  return { state, change }
}
