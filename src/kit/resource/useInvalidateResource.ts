import { useInvalidate } from '@refinedev/core'
import { useCallback } from 'react'

/** Asks for all that is shown of a resource anew. What was asked before the change is not waited for: it may not know of it yet. */
export function useInvalidateResource() {
  const invalidate = useInvalidate()
  return useCallback(
    (resource: string) =>
      invalidate({ resource, invalidates: ['resourceAll'], invalidationOptions: { cancelRefetch: true } }),
    [invalidate],
  )
}
