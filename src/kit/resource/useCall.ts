import { type BaseRecord, useCustomMutation } from '@refinedev/core'
import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Call, CallRequest, ReplyOf } from '../../../contract/kit/call.ts'
import type { ApiError } from '../../../dataProvider/errors.ts'
import { cacheLifetime } from '../../../dataProvider/constants.ts'
import { askedOf, customOf } from '../../../dataProvider/custom.ts'
import { useConsole } from './console-context.ts'
import { useInvalidateResource } from './useInvalidateResource.ts'
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
  const invalidate = useInvalidateResource()
  const notices = useNotices()
  const { mutation, mutate, mutateAsync } = useCustomMutation<BaseRecord, ApiError>({
    mutationOptions: {
      onSuccess: async ({ data }) => {
        await Promise.all((options.refresh ?? []).map(invalidate))
        options.onDone?.(data as never)
      },
      onError: (error) => {
        if (!options.quiet) notices.refusal(error)
      },
    },
  })
  const { data, error, isPending, isSuccess, reset, variables } = mutation
  return {
    data: data?.data as ReplyOf<C> | undefined,
    error,
    isPending,
    isSuccess,
    reset,
    /** What was asked last. */
    asked: variables && (askedOf(variables.meta).request as CallRequest<C>),
    mutate: useCallback(
      (request: CallRequest<C>, then: Then<ReplyOf<C>> = {}) =>
        mutate(customOf(call, request), {
          ...(then.onError && { onError: then.onError }),
          onSuccess: (reply) => then.onSuccess?.(reply.data as never),
        }),
      [call, mutate],
    ),
    mutateAsync: useCallback(
      async (request: CallRequest<C>) => (await mutateAsync(customOf(call, request))).data as unknown as ReplyOf<C>,
      [call, mutateAsync],
    ),
  }
}

/** What follows for whoever asked, while they are still there. */
interface Then<Reply> {
  onSuccess?: (reply: Reply) => void
  onError?: (error: ApiError) => void
}
