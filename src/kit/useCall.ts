import { keys } from '@refinedev/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Call, CallRequest, ReplyOf } from '../../contract/kit/call.ts'
import type { ApiError } from '../../dataProvider/errors.ts'
import { cacheLifetime } from '../../dataProvider/constants.ts'
import { useConsole } from './console-context.ts'
import { useNotices } from './useNotices.ts'

/** A read of one call outside the resource verbs. */
export function useRead<C extends Call>(call: C, request: CallRequest<C>, options: { enabled?: boolean; staleTime?: number } = {}) {
  const { client } = useConsole()
  return useQuery<ReplyOf<C>, ApiError>({
    queryKey: ['call', call.path, request],
    queryFn: ({ signal }) => client.call(call, request, signal),
    staleTime: options.staleTime ?? cacheLifetime,
    enabled: options.enabled ?? true,
  })
}

/** A write. Lists and details of the resource are asked for anew once it has succeeded; a refusal is told. */
export function useWrite<C extends Call>(call: C, options: { refresh?: string[]; onDone?: (reply: ReplyOf<C>) => void; quiet?: boolean } = {}) {
  const { client } = useConsole()
  const queries = useQueryClient()
  const notices = useNotices()
  return useMutation<ReplyOf<C>, ApiError, CallRequest<C>>({
    mutationFn: (request) => client.call(call, request),
    onSuccess: async (reply) => {
      await Promise.all((options.refresh ?? []).map((name) => queries.invalidateQueries({ queryKey: keys().data().resource(name).get() })))
      options.onDone?.(reply)
    },
    onError: (error) => {
      if (!options.quiet) notices.refusal(error)
    },
  })
}
