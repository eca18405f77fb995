import type { CdpEvent } from './cdp.ts'
import { isNetworkUrl } from './exchange.ts'

const KEPT = new Set([
  'Network.requestWillBeSent',
  'Network.requestWillBeSentExtraInfo',
  'Network.responseReceived',
  'Network.responseReceivedExtraInfo',
  'Network.webSocketCreated',
  'Fetch.requestPaused',
])

/** Whether a recorder keeps what an event says. Of an address that holds its content itself nothing is kept but how it begins. */
export function isKept(method: string, { request, response }: CdpEvent['params']): boolean {
  if (!KEPT.has(method)) return false
  const { url } = (request ?? response ?? {}) as { url?: string }
  return url === undefined || isNetworkUrl(url)
}
