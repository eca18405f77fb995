import { BodyTaker, isAsSent, leadsOn } from './body-taker.ts'
import type { BodyLimits } from './body-taker.ts'
import { decodeBody } from './cdp-events.ts'
import type {
  EncodedBody,
  ExtraInfo,
  LoadingFailed,
  LoadingFinished,
  RequestPaused,
  RequestWillBeSent,
  ResponseReceived,
} from './cdp-events.ts'
import type { CdpConnection, CdpEvent } from './cdp.ts'
import { applyResponse, elapsed, emptyChain, fileAnswers, newExchange, settleHeaders } from './chain.ts'
import type { Chain } from './chain.ts'
import { isNetworkUrl } from './exchange.ts'
import type { Exchange } from './exchange.ts'
import { keptOf, keptRequest } from './kept-events.ts'
import { addressOf, OpenRequests, type Owed } from './open-requests.ts'
import { isForProgram } from './program-address.ts'
import type { Session } from './sessions.ts'
import { SocketRecorder } from './socket-recorder.ts'

export interface RecorderOptions {
  readonly limits: BodyLimits
  /** Characters that may be kept of what is told of requests, beside the bodies of answers. */
  readonly toldLimit: number
  /** More was told: whoever captures has to end it. */
  readonly onTooMuch: () => void
  readonly now: () => Date
  readonly session: (id: string) => Session | undefined
}

/** An answer that took so long was held back until there was news. */
const POLL_MS = 5_000

const ENDLESS = /^(text\/event-stream$|video\/|audio\/)/

/**
 * Writes down every exchange of every session. Request ids are kept across sessions: a frame of another
 * site begins in its parent's session and ends in its own.
 */
export class Recorder {
  readonly sockets: SocketRecorder
  readonly #options: RecorderOptions
  readonly #chains = new Map<string, Chain>()
  readonly #requests = new OpenRequests()
  readonly #work = new Set<Promise<unknown>>()
  readonly #taker: BodyTaker
  #told = 0

  constructor(connection: CdpConnection, options: RecorderOptions) {
    this.#options = options
    this.#taker = new BodyTaker(options.limits)
    this.sockets = new SocketRecorder(options.limits.bodyBytes, options.now)
    connection.onEvent((event) => this.#receive(event))
  }

  /** Switches on all that a session needs for its traffic to be seen. */
  prepare(session: Session): void {
    const quietly = (method: string, params: Record<string, unknown>) =>
      void session.send(method, params).catch(() => {})
    quietly('Network.enable', { maxPostDataSize: 16 * 1024 * 1024 })
    quietly('Fetch.enable', { patterns: [{ urlPattern: '*', requestStage: 'Response' }] })
  }

  /** Requests under way that a page can be expected to finish. */
  get inFlight(): number {
    return this.#requests.inFlight
  }

  /** Whether one of them began after an instant of `performance.now()`, be it a picture, a `data:` address or a poll. */
  isAskingSince(instant: number): boolean {
    return this.#requests.isAskingSince(instant)
  }

  /**
   * Answers that are owed to questions asked after an instant of `performance.now()`; those of pictures only where these count. A page that asks
   * again where the last answer took long waits for news, and nobody knows how long.
   */
  owedSince(instant: number, withPictures: boolean): Owed[] {
    const owed = this.#requests.owedSince(instant, withPictures)
    if (owed.length === 0) return owed
    const hops = [...this.#chains.values()].flatMap((chain) => chain.hops)
    const polled = new Set(
      hops.filter(({ milliseconds }) => (milliseconds ?? 0) >= POLL_MS).map(({ url }) => addressOf(url)),
    )
    return owed.filter(({ address }) => !polled.has(address))
  }

  /** Hosts and paths that were asked so many times up to now. */
  addressesAsked(times: number): Set<string> {
    const counts = new Map<string, number>()
    for (const { hops } of this.#chains.values()) {
      const address = addressOf(hops[0]?.url ?? '')
      counts.set(address, (counts.get(address) ?? 0) + 1)
    }
    return new Set([...counts].flatMap(([address, count]) => (count >= times ? [address] : [])))
  }

  /** Whether a session still waits for something of its own. */
  isBusy(sessionId: string): boolean {
    return this.#requests.isBusy(sessionId)
  }

  /** Milliseconds since the last request began or ended. */
  get quietMs(): number {
    return this.#requests.quietMs
  }

  /** The last exchange of a request, for the page's own document. */
  last(requestId: string): Exchange | undefined {
    return this.#chains.get(requestId)?.hops.at(-1)
  }

  /** Whether an address answered with exactly these bytes, and they were kept. */
  holdsBody(url: string, bytes: Buffer): boolean {
    return [...this.#chains.values()].some(({ hops }) =>
      hops.some((hop) => hop.url === url && hop.status !== null && hop.body?.equals(bytes)),
    )
  }

  /** Everything seen so far, in order of departure, once pending bodies have arrived or been given up. */
  async finish(milliseconds: number): Promise<Exchange[]> {
    const pending = Promise.allSettled(this.#work)
    await Promise.race([pending, new Promise((resolve) => setTimeout(resolve, milliseconds).unref())])
    const all = [...this.#chains.values()].flatMap((chain) => {
      fileAnswers(chain, true)
      return settleHeaders(chain)
    })
    return all.filter(({ url }) => isNetworkUrl(url)).sort((a, b) => a.monotonic - b.monotonic || a.hop - b.hop)
  }

  #receive(event: CdpEvent): void {
    const { method, params, sessionId } = event
    this.#keep(keptOf(event, this.last(String(params['requestId']))?.url))
    const session = sessionId === undefined ? undefined : this.#options.session(sessionId)
    if (method === 'Fetch.requestPaused' && sessionId !== undefined)
      this.#paused(session, params as unknown as RequestPaused)
    else if (method === 'Target.detachedFromTarget')
      this.#requests.endAll(({ sessionId: own }) => own === params['sessionId'])
    else if (method === 'Page.frameNavigated') this.#replaced(params['frame'] as { id: string; loaderId: string })
    else if (!method.startsWith('Network.')) return
    else if (method.startsWith('Network.webSocket')) this.sockets.record(method, params as { requestId: string })
    else this.#network(method, params, session)
  }

  #network(method: string, params: unknown, session: Session | undefined): void {
    if (method === 'Network.requestWillBeSent') this.#sent(params as RequestWillBeSent, session)
    else if (method === 'Network.responseReceived') this.#received(params as ResponseReceived)
    else if (method === 'Network.loadingFinished') this.#finished(params as LoadingFinished, session)
    else if (method === 'Network.loadingFailed') this.#failed(params as LoadingFailed)
    else if (method === 'Network.requestWillBeSentExtraInfo')
      this.#chain((params as ExtraInfo).requestId).requestExtra.push(params as ExtraInfo)
    else if (method === 'Network.responseReceivedExtraInfo')
      this.#chain((params as ExtraInfo).requestId).responseExtra.push(params as ExtraInfo)
  }

  /**
   * Addresses, headers and what was sent are kept until the end. A page may be at an address of two megabytes, which is told again with each of its
   * requests, and asks as often as it likes: a few hundred a second end the process, and all that it does for others.
   */
  #keep(size: number): void {
    this.#told += size
    if (this.#told > this.#options.toldLimit) this.#options.onTooMuch()
  }

  #chain(requestId: string): Chain {
    let chain = this.#chains.get(requestId)
    if (!chain) this.#chains.set(requestId, (chain = emptyChain()))
    return chain
  }

  #sent(event: RequestWillBeSent, session: Session | undefined): void {
    const chain = this.#chain(event.requestId)
    const before = chain.hops.at(-1)
    if (before && event.redirectResponse) {
      applyResponse(before, event.redirectResponse, event.redirectHasExtraInfo ?? false)
      before.redirectTo = keptRequest(event.request).url
      before.milliseconds = elapsed(before, event.timestamp)
    } else if (before) return
    const exchange = newExchange(event, chain.hops.length, session?.type ?? 'page')
    chain.hops.push(exchange)
    fileAnswers(chain)
    // Nothing is sent to a program that is not there: a page that asks for one again and again is at rest.
    if (isForProgram(event.request.url)) return this.#requests.forget(event.requestId)
    this.#requests.begin(event.requestId, {
      url: exchange.url,
      type: event.type ?? 'Other',
      isOwn: event.request.isSameSite ?? false,
      sessionId: session?.id,
      frameId: event.frameId,
      since: event.timestamp,
    })
    if (keptRequest(event.request).hasPostData && !exchange.requestBody && session)
      this.#keepPostData(session, exchange)
  }

  #keepPostData(session: Session, exchange: Exchange): void {
    this.#track(
      session
        .send<{ postData: string; base64Encoded?: boolean }>('Network.getRequestPostData', {
          requestId: exchange.requestId,
        })
        .then(
          ({ postData: text, base64Encoded }) => {
            this.#keep(text.length)
            exchange.requestBody = Buffer.from(text, base64Encoded ? 'base64' : 'utf8')
          },
          () => {},
        ),
    )
  }

  #received(event: ResponseReceived): void {
    const exchange = this.last(event.requestId)
    if (exchange && exchange.status === null) applyResponse(exchange, event.response, event.hasExtraInfo ?? false)
    this.#requests.hear()
    // An endless stream never finishes loading, and a film opened as a page loads as it is played: waiting would be waiting for ever.
    if (ENDLESS.test(event.response.mimeType)) this.#requests.forget(event.requestId)
  }

  #paused(session: Session | undefined, paused: RequestPaused): void {
    if (!session) return
    const taken = this.#taker.take(session, paused)
    const chain = paused.networkId === undefined ? undefined : this.#chain(paused.networkId)
    if (!chain) return this.#track(taken)
    const answer = { url: keptRequest(paused.request).url, hop: chain.redirects }
    if (leadsOn(paused)) chain.redirects += 1
    if (isNetworkUrl(paused.request.url)) chain.paused = paused
    const filed = taken.then((got) => {
      chain.unfiled.push({ ...got, ...answer })
      fileAnswers(chain)
    })
    chain.bodies.push(filed)
    this.#track(filed)
  }

  #finished(event: LoadingFinished, session: Session | undefined): void {
    this.#ended(event.requestId)
    const chain = this.#chains.get(event.requestId)
    const exchange = chain?.hops.at(-1)
    if (!chain || !exchange) return
    exchange.endedAt = performance.now()
    exchange.encodedBytes = event.encodedDataLength
    exchange.milliseconds = elapsed(exchange, event.timestamp)
    if (session && isNetworkUrl(exchange.url)) this.#track(this.#recoverBody(session, chain, exchange))
  }

  /** Copies from the memory cache never pause, and what is called a stream may have ended: the browser still holds their body for a while. */
  async #recoverBody(session: Session, chain: Chain, exchange: Exchange): Promise<void> {
    await Promise.allSettled(chain.bodies)
    fileAnswers(chain, true)
    const isWhole = exchange.truncated === null || exchange.truncated === 'stream'
    if (exchange.body || !isWhole || exchange.redirectTo) return
    const { requestId } = exchange
    const got = await session.send<EncodedBody>('Network.getResponseBody', { requestId }).catch(() => null)
    if (!got || exchange.body || (exchange.truncated && !isAsSent(got, exchange))) return
    Object.assign(exchange, this.#taker.keep(decodeBody(got)))
    exchange.bodySource = 'replay'
  }

  #failed(event: LoadingFailed): void {
    this.#ended(event.requestId)
    const exchange = this.last(event.requestId)
    if (!exchange) return
    exchange.milliseconds = elapsed(exchange, event.timestamp)
    exchange.failure = {
      error: event.errorText,
      canceled: event.canceled ?? false,
      blocked: event.blockedReason ?? null,
      cors: event.corsErrorStatus?.corsError ?? null,
    }
  }

  #ended(requestId: string): void {
    if (!isForProgram(this.last(requestId)?.url ?? '')) this.#requests.end(requestId)
  }

  /** Nobody tells any more how the requests of a document end that another one took the place of. Its successor's are younger. */
  #replaced({ id, loaderId }: { id: string; loaderId: string }): void {
    const began = this.#chains.get(loaderId)?.hops[0]?.monotonic
    if (began !== undefined) this.#requests.endAll(({ frameId, since }) => frameId === id && since < began)
  }

  #track(work: Promise<unknown>): void {
    const tracked = work.catch(() => {}).finally(() => this.#work.delete(tracked))
    this.#work.add(tracked)
  }
}
