import { pathOf } from '../contract/kit/call.ts'
import { LiveEvent, liveCalls } from '../contract/platform/live.ts'

/** One stream a tab, whatever number of lists look at it; the browser reconnects and replays by itself. */
export interface LiveClient {
  follow(listener: (event: LiveEvent) => void): () => void
  close(): void
}

export function createLiveClient(accountId: string): LiveClient {
  const listeners = new Set<(event: LiveEvent) => void>()
  const source = new EventSource(`${pathOf(liveCalls.stream)}?account=${encodeURIComponent(accountId)}`)
  source.onmessage = (message) => {
    const event = LiveEvent.safeParse(JSON.parse(String(message.data)))
    if (event.success) for (const listener of listeners) listener(event.data)
  }
  return {
    follow(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: () => source.close(),
  }
}
