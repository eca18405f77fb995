import { useEffect, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useUnsavedWork } from '../../kit/drafts/unsaved-work.ts'
import { useConsole } from '../../kit/resource/console-context.ts'
import { useLeaveGuard } from '../../kit/form/useLeaveGuard.tsx'
import { UploadQueue } from './upload-queue.ts'

/** A queue that lives as long as its page. While something is on its way, leaving asks. */
export function useUploadQueue() {
  const { client, bean } = useConsole()
  const { i18n } = useTranslation()
  const [queue] = useState(
    () =>
      new UploadQueue({
        client,
        headers: () => ({ 'x-requested-with': 'shimakaze', 'x-lang': i18n.language, 'x-account': bean.accountId }),
      }),
  )
  const items = useSyncExternalStore(queue.subscribe, queue.read)
  const busy = items.some((i) => i.state === 'sending' || i.state === 'waiting' || i.state === 'checking')
  useUnsavedWork(busy)
  useLeaveGuard(() => queue.items.some((i) => i.state === 'sending' || i.state === 'waiting'))
  useEffect(() => {
    // The line is back: what stood still for want of it goes on.
    const back = () =>
      queue.items
        .filter((i) => i.problem && 'key' in i.problem && i.problem.key === 'network')
        .forEach((i) => queue.resume(i.key))
    queue.begin()
    window.addEventListener('online', back)
    return () => {
      window.removeEventListener('online', back)
      queue.end()
    }
  }, [queue])
  useEffect(() => {
    if (!busy) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [busy])
  return { queue, items }
}
