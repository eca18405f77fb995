import { keys } from '@refinedev/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Call, CallRequest, ReplyOf } from '../../../contract/kit/call.ts'
import type { ApiError } from '../../../dataProvider/errors.ts'
import { cacheLifetime } from '../../../dataProvider/constants.ts'
import { useConsole } from './console-context.ts'
import { useNotices } from '../refusals/useNotices.ts'

/**
 * A read of one call outside the resource verbs. `every`: what changes without announcing itself is asked for again after so many
 * milliseconds, while somebody looks; a function tells from the last answer.
 */
export function useRead<C extends Call>(
  call: C,
  request: CallRequest<C>,
  options: {
    enabled?: boolean
    staleTime?: number
    every?: number | ((last: ReplyOf<C> | undefined) => number | false)
  } = {},
) {
  const { client } = useConsole()
  const { every } = options
  return useQuery<ReplyOf<C>, ApiError>({
    queryKey: ['call', call.path, request],
    queryFn: ({ signal }) => client.call(call, request, signal),
    staleTime: options.staleTime ?? cacheLifetime,
    enabled: options.enabled ?? true,
    ...(every === undefined
      ? {}
      : { refetchInterval: typeof every === 'number' ? every : ({ state }) => every(state.data) }),
  })
}

/** A write. Lists and details of the resource are asked for anew once it has succeeded; a refusal is told. */
export function useWrite<C extends Call>(
  call: C,
  options: { refresh?: string[]; onDone?: (reply: ReplyOf<C>) => void; quiet?: boolean } = {},
) {
  const { client } = useConsole()
  const queries = useQueryClient()
  const notices = useNotices()
  return useMutation<ReplyOf<C>, ApiError, CallRequest<C>>({
    mutationFn: (request) => client.call(call, request),
    onSuccess: async (reply) => {
      await Promise.all(
        (options.refresh ?? []).map((name) =>
          queries.invalidateQueries({ queryKey: keys().data().resource(name).get() }),
        ),
      )
      options.onDone?.(reply)
    },
    onError: (error) => {
      if (!options.quiet) notices.refusal(error)
    },
  })
}
