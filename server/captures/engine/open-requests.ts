import { isNetworkUrl } from './exchange.ts'

/** A request whose end was not told yet. */
interface OpenRequest {
  readonly url: string
  readonly type: string
  /** It goes to the page's own site. */
  readonly isOwn: boolean
  readonly sessionId: string | undefined
  readonly frameId: string | undefined
  /** Seconds, by the browser's own clock. */
  readonly since: number
  /** By `performance.now()`. */
  readonly heardAt: number
}

/** An answer that has not come. */
export interface Owed {
  /** Host and path, as they were asked for. */
  readonly address: string
  /** The page's own site owes it. */
  readonly isOwn: boolean
  /** By `performance.now()`. */
  readonly askedAt: number
}

/** A URL without scheme and query. */
export function addressOf(url: string): string {
  const { host, pathname } = URL.canParse(url) ? new URL(url) : { host: '', pathname: '' }
  return `${host}${pathname}`
}

const LASTING = new Set(['EventSource', 'WebSocket', 'Ping', 'Media', 'Prefetch'])

const canEnd = ({ type }: OpenRequest): boolean => !LASTING.has(type)

/** Requests that are under way, and when the last of them began or ended. */
export class OpenRequests {
  readonly #open = new Map<string, OpenRequest>()
  #lastActivity = performance.now()

  begin(requestId: string, request: Omit<OpenRequest, 'heardAt'>): void {
    this.hear()
    this.#open.set(requestId, { ...request, heardAt: performance.now() })
  }

  /** Something was told of one of them. */
  hear(): void {
    this.#lastActivity = performance.now()
  }

  /** Nothing more is waited for, though it may go on. */
  forget(requestId: string): void {
    this.#open.delete(requestId)
  }

  end(requestId: string): void {
    this.hear()
    this.forget(requestId)
  }

  endAll(isOver: (request: OpenRequest) => boolean): void {
    for (const [requestId, request] of this.#open) if (isOver(request)) this.end(requestId)
  }

  /** Those that a page can be expected to finish. */
  get inFlight(): number {
    return [...this.#open.values()].filter(canEnd).length
  }

  /** Whether one of them began after an instant of `performance.now()`, whatever it is for. */
  isAskingSince(instant: number): boolean {
    return this.#askedSince(instant).length > 0
  }

  /** Those of them that ask another machine; pictures only where these count. */
  owedSince(instant: number, withPictures: boolean): Owed[] {
    return this.#askedSince(instant)
      .filter(({ type, url }) => (withPictures || type !== 'Image') && isNetworkUrl(url))
      .map(({ url, isOwn, heardAt }) => ({ address: addressOf(url), isOwn, askedAt: heardAt }))
  }

  #askedSince(instant: number): OpenRequest[] {
    return [...this.#open.values()].filter((one) => canEnd(one) && one.heardAt >= instant)
  }

  /** Whether a session still waits for something of its own. */
  isBusy(sessionId: string): boolean {
    return [...this.#open.values()].some((open) => open.sessionId === sessionId)
  }

  /** Milliseconds since the last one began or ended. */
  get quietMs(): number {
    return performance.now() - this.#lastActivity
  }
}
