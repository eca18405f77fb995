import type { CdpRequest, CdpResponse } from './cdp-events.ts'
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

/** Room that one request takes whose address holds its content itself: an ordinary page has hundreds of them, and a hostile one any number. */
const SHORT = 1_000

/** Characters that a recorder keeps of an event; `known` is the address of its request, where the event does not say it. */
export function keptOf({ method, params, size }: CdpEvent, known: string | undefined): number {
  if (!KEPT.has(method)) return 0
  const { request, redirectResponse } = params as { request?: CdpRequest; redirectResponse?: unknown }
  const url = request?.url ?? known
  return url === undefined || isNetworkUrl(url) || redirectResponse ? size : Math.min(size, SHORT)
}

/** A copy: a slice holds on to all that it was cut from. */
const beginning = (text: string): string => Buffer.from(text.slice(0, 100)).toString()

/** A request whose address holds its content itself is kept by its beginning, without all that a page sends there, which goes nowhere. */
export const keptRequest = (request: CdpRequest): CdpRequest =>
  isNetworkUrl(request.url) ? request : { url: beginning(request.url), method: beginning(request.method), headers: {} }

/** The same of what such an address answers. */
export const keptResponse = (response: CdpResponse, url: string): CdpResponse =>
  isNetworkUrl(url)
    ? response
    : { url, status: response.status, statusText: '', headers: {}, mimeType: beginning(response.mimeType) }
