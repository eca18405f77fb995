import { type BaseRecord, useList } from '@refinedev/core'
import { keepPreviousData } from '@tanstack/react-query'
import type { ApiError } from '../../dataProvider/errors.ts'
import type { Resource } from './resource.ts'
import { useLiveRefresh } from './useLiveRefresh.ts'
import type { ListState } from './useListState.ts'

/** Rows of a declared resource for a list state. Only here does the former page stay in view while the next one loads. */
export function useResourceList<Row extends { id: string }>(resource: Resource<Row>, state: ListState) {
  useLiveRefresh(resource.name, resource.live)
  const { query, result } = useList<Row & BaseRecord, ApiError>({
    resource: resource.name,
    pagination: { currentPage: state.page, pageSize: state.pageSize, mode: 'server' },
    sorters: [{ field: state.sort.replace(/^-/, ''), order: state.sort.startsWith('-') ? 'desc' : 'asc' }],
    filters: Object.entries(state.filters).map(([field, value]) => ({ field, operator: 'eq', value })),
    queryOptions: { placeholderData: keepPreviousData },
    errorNotification: false,
  })
  return { rows: result.data as Row[], total: result.total ?? 0, totalIsEstimate: Boolean((result as { totalIsEstimate?: boolean }).totalIsEstimate), query }
}
