import { keys } from '@refinedev/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useConsole } from './console-context.ts'

/** At most one refresh in this time, however fast events come. */
const pace = 800

/** Asks for a resource's lists and details anew while events of its topic arrive. */
export function useLiveRefresh(resource: string, topic: 'evidence' | undefined) {
  const { live } = useConsole()
  const queries = useQueryClient()
  useEffect(() => {
    if (!live || !topic) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const unfollow = live.follow((event) => {
      if (event.topic !== topic || timer) return
      timer = setTimeout(() => {
        timer = undefined
        void queries.invalidateQueries({ queryKey: keys().data().resource(resource).get() })
      }, pace)
    })
    return () => {
      unfollow()
      clearTimeout(timer)
    }
  }, [live, queries, resource, topic])
}
