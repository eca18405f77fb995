import { headerLines, headerPairs } from './cdp-events.ts'
import type { CdpRequest, CdpResponse, ExtraInfo, RequestPaused, RequestWillBeSent } from './cdp-events.ts'
import type { TakenBody } from './body-taker.ts'
import { isNetworkUrl } from './exchange.ts'
import type { Exchange } from './exchange.ts'
import { keptRequest, keptResponse } from './kept-events.ts'

/** The body of a response, or why there is none; its hop has this address, and is not before this one. */
interface Answer extends TakenBody {
  readonly url: string
  readonly hop: number
}

/** All hops of one request, and the wire headers that arrive apart from them, in order. */
export interface Chain {
  readonly hops: Exchange[]
  readonly requestExtra: ExtraInfo[]
  readonly responseExtra: ExtraInfo[]
  readonly bodies: Promise<unknown>[]
  /** Answers whose hop was not told of yet. */
  readonly unfiled: Answer[]
  /** Paused responses so far that led on. */
  redirects: number
  /** The head of a response that was seen paused, in case no other event tells of it. */
  paused?: RequestPaused
}

export const emptyChain = (): Chain => ({
  hops: [],
  requestExtra: [],
  responseExtra: [],
  bodies: [],
  unfiled: [],
  redirects: 0,
})

/**
 * Gives each answer to its hop. The browser's own process tells of an answer and the page's of its request: where a page is busy, the answer
 * is there first. `isOver`: no further hop will be told of.
 */
export function fileAnswers(chain: Chain, isOver = false): void {
  for (const answer of chain.unfiled.splice(0)) {
    const own = chain.hops.findLast(({ url, hop }) => hop >= answer.hop && url === answer.url)
    const exchange = own ?? (isOver ? chain.hops.at(-1) : undefined)
    if (!exchange) {
      chain.unfiled.push(answer)
      continue
    }
    exchange.truncated ??= answer.truncated
    if (!answer.body || exchange.body) continue
    exchange.body = answer.body
    exchange.bodySource = 'response'
  }
}

function postData(request: CdpRequest): Buffer | null {
  const parts = request.postDataEntries?.map(({ bytes }) => Buffer.from(bytes ?? '', 'base64'))
  if (parts && parts.length > 0) return Buffer.concat(parts)
  return request.postData === undefined ? null : Buffer.from(request.postData)
}

export const elapsed = (exchange: Exchange, timestamp: number): number =>
  Math.round((timestamp - exchange.monotonic) * 1000)

export function newExchange(event: RequestWillBeSent, hop: number, targetType: string): Exchange {
  const request = keptRequest(event.request)
  return {
    requestId: event.requestId,
    hop,
    url: request.url,
    method: request.method,
    resourceType: event.type ?? 'Other',
    targetType,
    frameId: event.frameId ?? null,
    documentUrl: isNetworkUrl(request.url) ? event.documentURL : '',
    initiator: event.initiator.type,
    startedAt: new Date(event.wallTime * 1000).toISOString(),
    monotonic: event.timestamp,
    requestHeaders: headerPairs(request.headers),
    requestBody: postData(request),
    status: null,
    statusText: '',
    protocol: null,
    responseHeaders: [],
    mimeType: null,
    body: null,
    bodySource: null,
    truncated: null,
    remoteAddress: null,
    fromCache: false,
    fromServiceWorker: false,
    timing: null,
    security: null,
    encodedBytes: 0,
    milliseconds: null,
    endedAt: null,
    redirectTo: null,
    hasExtraInfo: false,
    failure: null,
  }
}

export function applyResponse(exchange: Exchange, told: CdpResponse, hasExtraInfo: boolean): void {
  const response = keptResponse(told, exchange.url)
  exchange.status = response.status
  exchange.statusText = response.statusText
  exchange.protocol = response.protocol ?? null
  exchange.responseHeaders = headerPairs(response.headers)
  exchange.mimeType = response.mimeType
  const isAskedBefore = response.fromPrefetchCache && exchange.resourceType !== 'Prefetch'
  exchange.fromCache = (response.fromDiskCache || isAskedBefore) ?? false
  exchange.fromServiceWorker = response.fromServiceWorker ?? false
  exchange.timing = response.timing ?? null
  exchange.security = response.securityDetails ?? null
  exchange.hasExtraInfo = hasExtraInfo
}

/** Puts the wire's own headers in place of the filtered ones. */
export function settleHeaders({ hops, requestExtra, responseExtra, paused }: Chain): Exchange[] {
  const last = hops.at(-1)
  if (last && last.status === null && last.body && paused?.responseStatusCode !== undefined) {
    last.status = paused.responseStatusCode
    last.hasExtraInfo = responseExtra.length > 0
    last.responseHeaders = (paused.responseHeaders ?? []).map(({ name, value }) => [name, value] as const)
  }
  const [requests, responses] = [[...requestExtra], [...responseExtra]]
  for (const hop of hops) {
    if (!hop.hasExtraInfo && hop.status !== null) continue
    const sent = requests.shift()
    if (sent) hop.requestHeaders = headerPairs(sent.headers)
    const got = hop.status === null ? undefined : responses.shift()
    if (got) hop.responseHeaders = got.headersText ? headerLines(got.headersText) : headerPairs(got.headers)
  }
  return hops
}
