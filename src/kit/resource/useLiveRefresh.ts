import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { LiveEvent } from '../../../contract/platform/live.ts'
import type { Call } from '../../../contract/kit/call.ts'
import type { LiveSource } from '../../../dataProvider/live.ts'
import { useConsole } from './console-context.ts'

/** At most one refresh in this time, however fast events come. */
const pace = 800

/** Runs after events of a topic, at most once in `pace`. Gives back how to end it. */
export function oncePerPace(source: LiveSource, topic: LiveEvent['topic'], run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const unfollow = source.follow((event) => {
    if (event.topic !== topic || timer) return
    timer = setTimeout(() => {
      timer = undefined
      run()
    }, pace)
  })
  return () => {
    unfollow()
    clearTimeout(timer)
  }
}

/** Asks for one call's answer anew while events of its topic arrive. Lists and records of resources follow by Refine's `liveMode`. */
export function useLiveRefresh({ path }: Call, topic: LiveEvent['topic']) {
  const { live } = useConsole()
  const queries = useQueryClient()
  useEffect(() => {
    const queryKey = ['call', path]
    const unfollow = oncePerPace(live, topic, () => void queries.invalidateQueries({ queryKey }))
    return () => {
      unfollow()
      // Events are heard by nobody from now on: the answer is old for whoever comes back.
      void queries.invalidateQueries({ queryKey, refetchType: 'none' })
    }
  }, [live, queries, path, topic])
}
