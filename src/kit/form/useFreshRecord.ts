import { type BaseRecord, useOne } from '@refinedev/core'
import { useState } from 'react'
import type { ApiError } from '../../../dataProvider/errors.ts'
import type { Resource } from '../resource/resource.ts'

/** A record read anew for its form: what a list or a page shows may be older than what is saved. What comes later changes nothing. */
export function useFreshRecord<Row extends { id: string }>(resource: Resource<Row>, id: string) {
  const { query, result } = useOne<Row & BaseRecord, ApiError>({
    resource: resource.name,
    id,
    errorNotification: false,
    queryOptions: { staleTime: 0, gcTime: 0, refetchOnWindowFocus: false },
  })
  const [first, setFirst] = useState<{ id: string; record: Row }>()
  const record = first?.id === id ? first.record : undefined
  if (!record && query.isFetchedAfterMount && query.isSuccess && result) setFirst({ id, record: result })
  return { record, error: record ? null : query.error, retry: () => void query.refetch() }
}
