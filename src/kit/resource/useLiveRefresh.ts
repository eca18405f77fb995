import { keys } from '@refinedev/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { LiveEvent } from '../../../contract/platform/live.ts'
import type { Call } from '../../../contract/kit/call.ts'
import { useConsole } from './console-context.ts'

/** At most one refresh in this time, however fast events come. */
const pace = 800

/** Asks for a resource's lists and details, or for one call's answer, anew while events of its topic arrive. */
export function useLiveRefresh(target: string | Call, topic: LiveEvent['topic'] | undefined) {
  const { live } = useConsole()
  const queries = useQueryClient()
  useEffect(() => {
    if (!live || !topic) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const unfollow = live.follow((event) => {
      if (event.topic !== topic || timer) return
      timer = setTimeout(() => {
        timer = undefined
        void queries.invalidateQueries({
          queryKey: typeof target === 'string' ? keys().data().resource(target).get() : ['call', target.path],
        })
      }, pace)
    })
    return () => {
      unfollow()
      clearTimeout(timer)
    }
  }, [live, queries, target, topic])
}
