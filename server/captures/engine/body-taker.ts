import { CdpTooLong } from './cdp.ts'
import { decodeBody } from './cdp-events.ts'
import type { EncodedBody, RequestPaused } from './cdp-events.ts'
import type { Exchange } from './exchange.ts'
import type { Session } from './sessions.ts'

export interface TakenBody {
  readonly body: Buffer | null
  readonly truncated: 'length' | 'time' | 'stream' | null
}

export interface BodyLimits {
  /** Longest stored body. */
  readonly bodyBytes: number
  /** All stored bodies together. */
  readonly totalBytes: number
  /** Longest that one body may keep its page waiting. */
  readonly bodyMs: number
}

const REDIRECTS = new Set([301, 302, 303, 307, 308])
const ENDLESS = /^(text\/event-stream|multipart\/x-mixed-replace)/i

/** As a browser reads it: of several the last one counts. */
const header = (paused: RequestPaused, name: string): string | undefined =>
  paused.responseHeaders?.findLast((pair) => pair.name.toLowerCase() === name)?.value

/** An answer that says it leads on and does not say where to is a page like any other. */
export const leadsOn = (paused: RequestPaused): boolean =>
  REDIRECTS.has(paused.responseStatusCode ?? 0) && Boolean(header(paused, 'location'))

/** Text comes as it was read, which is not always as it was sent: without a charset each byte may have become a sign. */
export const isAsSent = ({ base64Encoded, body }: EncodedBody, { responseHeaders }: Exchange): boolean =>
  base64Encoded ||
  /^\p{ASCII}*$/u.test(body) ||
  responseHeaders.some(([name, value]) => /^content-type$/i.test(name) && /charset="?utf-8/i.test(value))

/**
 * Takes the bodies of responses that stand paused before the page sees them, and lets them go on
 * unchanged. The body is asked for and continued, never replaced: a replaced response loses its
 * connection's address and certificate.
 */
export class BodyTaker {
  readonly #limits: BodyLimits
  #stored = 0

  constructor(limits: BodyLimits) {
    this.#limits = limits
  }

  async take(session: Session, paused: RequestPaused): Promise<TakenBody> {
    const { requestId } = paused
    const goOn = () => session.send('Fetch.continueRequest', { requestId }).catch(() => {})
    if (paused.responseErrorReason || leadsOn(paused)) {
      await goOn()
      return { body: null, truncated: null }
    }
    const refused = this.#refuse(paused)
    if (refused) {
      await goOn()
      return { body: null, truncated: refused }
    }
    const body = await this.#read(session, requestId)
    if (body === 'late') {
      // The page waits for an answer that does not end; a time-out is what it would see at last.
      await session.send('Fetch.failRequest', { requestId, errorReason: 'TimedOut' }).catch(() => {})
      return { body: null, truncated: 'time' }
    }
    await goOn()
    if (body === 'long') return { body: null, truncated: 'length' }
    return body ? this.keep(body) : { body: null, truncated: null }
  }

  /** Stores a body within the limits. */
  keep(body: Buffer): TakenBody {
    const room = Math.max(0, Math.min(this.#limits.bodyBytes, this.#limits.totalBytes - this.#stored))
    const kept = body.length > room ? Buffer.from(body.subarray(0, room)) : body
    this.#stored += kept.length
    return { body: kept, truncated: kept.length < body.length ? 'length' : null }
  }

  #refuse(paused: RequestPaused): 'length' | 'stream' | null {
    if (ENDLESS.test(header(paused, 'content-type') ?? '')) return 'stream'
    const declared = header(paused, 'content-length')
    if (declared === undefined) return paused.resourceType === 'Media' ? 'stream' : null
    const room = Math.min(this.#limits.bodyBytes, this.#limits.totalBytes - this.#stored)
    return Number(declared) > room ? 'length' : null
  }

  async #read(session: Session, requestId: string): Promise<Buffer | 'late' | 'long' | null> {
    const failed = (error: unknown) => (error instanceof CdpTooLong ? 'long' : null)
    const asked = session.send<EncodedBody>('Fetch.getResponseBody', { requestId }).then(decodeBody, failed)
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<'late'>((resolve) => {
      timer = setTimeout(() => resolve('late'), this.#limits.bodyMs)
    })
    try {
      return await Promise.race([asked, late])
    } finally {
      clearTimeout(timer)
    }
  }
}
