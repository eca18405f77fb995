import type { NotificationProvider } from '@refinedev/core'
import { useSyncExternalStore } from 'react'

interface Waiting {
  show(provider: NotificationProvider): void
  /** Instead, where the provider does not arrive. */
  otherwise?: (() => void) | undefined
}

/** `null` where it did not arrive. */
let provider: NotificationProvider | null | undefined
let waiting: Waiting[] = []
const listeners = new Set<() => void>()

/** Shows by the provider of `@refinedev/antd`, which is fetched when the first has something to show: it weighs too much for the first load. */
export function showLater(show: Waiting['show'], otherwise?: () => void) {
  waiting = [...waiting, { show, otherwise }]
  if (provider === undefined) for (const listener of listeners) listener()
  else showWaiting()
}

/** What was never shown needs no provider to be taken away. */
export const hideShown = (key: string) => provider?.close(key)

export function setNotifications(arrived: NotificationProvider | null) {
  provider = arrived
  showWaiting()
}

function showWaiting() {
  const all = waiting
  waiting = []
  for (const { show, otherwise } of all)
    if (provider) show(provider)
    else otherwise?.()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** True from when somebody has something to show. */
export const useNotificationsWanted = () =>
  useSyncExternalStore(subscribe, () => provider !== undefined || waiting.length > 0)
