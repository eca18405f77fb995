import { type BaseRecord, useList } from '@refinedev/core'
import { keepPreviousData } from '@tanstack/react-query'
import type { ApiError } from '../../../dataProvider/errors.ts'
import type { Resource } from '../resource/resource.ts'
import { type ListState, parseSort } from './list-state.ts'

type Asked = Pick<ListState, 'page' | 'pageSize' | 'sort' | 'filters'>

/** Rows of a declared resource for a list state. Only here does the former page stay in view while the next one loads. */
export function useResourceList<Row extends { id: string }>(
  resource: Resource<Row> | { name: string },
  state: Asked,
  enabled = true,
) {
  const { query, result } = useList<Row & BaseRecord, ApiError>({
    resource: resource.name,
    pagination: { currentPage: state.page, pageSize: state.pageSize, mode: 'server' },
    sorters: parseSort(state.sort).map((s) => ({ field: s.field, order: s.descending ? 'desc' : 'asc' })),
    filters: Object.entries(state.filters).map(([field, value]) => ({ field, operator: 'eq', value })),
    queryOptions: { placeholderData: keepPreviousData, enabled },
    errorNotification: false,
    liveMode: 'auto',
  })
  return {
    rows: result.data as Row[],
    total: result.total ?? 0,
    totalIsEstimate: Boolean((result as { totalIsEstimate?: boolean }).totalIsEstimate),
    query,
  }
}
