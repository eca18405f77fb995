import type { LiveProvider } from '@refinedev/core'
import type { LiveEvent } from '../../../contract/platform/live.ts'
import type { LiveSource } from '../../../dataProvider/live.ts'
import { oncePerPace } from '../../kit/resource/useLiveRefresh.ts'

/** What the service tells of a resource's topic, for hooks with `liveMode`. It says that something changed, not what. */
export const liveProvider = (
  source: LiveSource,
  topicOf: (resource: string) => LiveEvent['topic'] | undefined,
): LiveProvider => ({
  subscribe({ channel, params, callback }) {
    const topic = params?.resource && topicOf(params.resource)
    if (!topic) return () => {}
    return oncePerPace(source, topic, () => callback({ channel, type: '*', payload: {}, date: new Date() }))
  },
  unsubscribe: (unfollow: () => void) => unfollow(),
})
