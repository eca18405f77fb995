import { keys } from '@refinedev/core'
import { type QueryClient, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { mostRowsAtOnce } from '../../../contract/kit/list.ts'
import type { ApiError } from '../../../dataProvider/errors.ts'
import { fetchPage, type ListReply } from '../../../dataProvider/list.ts'
import { useConsole } from '../resource/console-context.ts'
import type { Resource } from '../resource/resource.ts'
import type { ListState } from './list-state.ts'
import { useResourceList } from './useResourceList.ts'

/** The first rows come at once; later loads are big enough to stay ahead of the wheel. */
const rowsAtFirst = 100

export interface Rows<Row> {
  rows: Row[]
  total: number
  totalIsEstimate: boolean
  error: ApiError | null
  isPending: boolean
  /** The rows in view are of the former page, or are being asked for anew. */
  isStale: boolean
  refresh(): void
  more?: { has: boolean; loading: boolean; load(): void }
  /** True where something changed since rows were loaded that stay as they are while one scrolls. */
  changed: boolean
}

/** One page by number. */
export function usePagedRows<Row extends { id: string }>(
  resource: Resource<Row>,
  state: ListState,
  enabled: boolean,
): Rows<Row> {
  const { rows, total, totalIsEstimate, query } = useResourceList(resource, state, enabled)
  return {
    rows,
    total,
    totalIsEstimate,
    error: query.error,
    isPending: query.isPending,
    isStale: query.isPlaceholderData,
    refresh: () => void query.refetch(),
    changed: false,
  }
}

const scrollKey = (resource: string) => [...keys().data().resource(resource).get(), 'scroll']

/** Notes that what was read behind a cursor is no longer so, also of lists that nobody looks at now. */
export const markScrolledRows = (queries: QueryClient, resource: string): Promise<void> =>
  queries.invalidateQueries({ queryKey: scrollKey(resource), refetchType: 'none' })

/**
 * Rows that load on behind a cursor. What was read stays while it is looked at: asking for hundreds of loads anew on
 * every event would move the rows from under the reader, so a change is told and the reader asks. Whoever comes back is shown what is so now.
 */
export function useScrolledRows<Row extends { id: string }>(
  resource: Resource<Row>,
  state: ListState,
  enabled: boolean,
): Rows<Row> {
  const { client } = useConsole()
  const queries = useQueryClient()
  const key = useMemo(
    () => [...scrollKey(resource.name), state.sort, state.filters],
    [resource.name, state.sort, state.filters],
  )
  const query = useInfiniteQuery<ListReply<Row>, ApiError, { pages: ListReply<Row>[] }, unknown[], string | undefined>({
    queryKey: key,
    enabled,
    initialPageParam: undefined,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    // Comparing all that was loaded with itself on every load would cost more than it saves.
    structuralSharing: false,
    queryFn: ({ pageParam, signal }) =>
      fetchPage<Row>(
        client,
        resource.endpoints.list,
        { ...state.filters, sort: state.sort, pageSize: pageParam ? mostRowsAtOnce : rowsAtFirst, cursor: pageParam },
        signal,
      ),
    getNextPageParam: (page) => page.cursor ?? undefined,
  })
  const rows = useMemo(() => query.data?.pages.flatMap((p) => p.list) ?? [], [query.data])
  const first = query.data?.pages[0]
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query
  return {
    rows,
    total: first?.total ?? 0,
    totalIsEstimate: first?.totalIsEstimate ?? false,
    error: query.error,
    isPending: query.isPending,
    isStale: false,
    changed: query.isSuccess && query.isStale && !query.isFetching,
    refresh: () => void queries.resetQueries({ queryKey: key }),
    // A page that is on its way is waited for, however often the list is scrolled meanwhile.
    more: { has: hasNextPage, loading: isFetchingNextPage, load: () => void fetchNextPage({ cancelRefetch: false }) },
  }
}
