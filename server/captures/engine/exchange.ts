import type { CdpSecurityDetails } from './cdp-events.ts'

export type HeaderPairs = readonly (readonly [name: string, value: string])[]

/** One request and what came back; a redirect chain is one exchange per hop. */
export interface Exchange {
  readonly requestId: string
  readonly hop: number
  readonly url: string
  readonly method: string
  readonly resourceType: string
  readonly targetType: string
  readonly frameId: string | null
  readonly documentUrl: string
  readonly initiator: string
  readonly startedAt: string
  readonly monotonic: number
  requestHeaders: HeaderPairs
  requestBody: Buffer | null
  status: number | null
  statusText: string
  protocol: string | null
  responseHeaders: HeaderPairs
  mimeType: string | null
  body: Buffer | null
  bodySource: 'response' | 'replay' | null
  /** Why the stored body is shorter than what was sent. */
  truncated: 'length' | 'time' | 'stream' | null
  remoteAddress: string | null
  fromCache: boolean
  fromServiceWorker: boolean
  timing: Readonly<Record<string, number>> | null
  security: CdpSecurityDetails | null
  encodedBytes: number
  milliseconds: number | null
  /** When the last byte was reported, by our own `performance.now()`. */
  endedAt: number | null
  redirectTo: string | null
  hasExtraInfo: boolean
  failure: {
    readonly error: string
    readonly canceled: boolean
    /** By a rule of the page or of the browser, for instance a content security policy. */
    readonly blocked: string | null
    /** The rule between origins that kept the answer from the page. */
    readonly cors: string | null
  } | null
}

export interface SocketFrame {
  readonly at: number
  readonly direction: 'sent' | 'received' | 'error'
  readonly opcode: number
  readonly payload: string
}

export interface SocketLog {
  readonly requestId: string
  readonly url: string
  readonly startedAt: string
  status: number | null
  closedAt: number | null
  readonly frames: SocketFrame[]
  framesDropped: number
}

/** True for an address that crosses the network: `data:` and `blob:` hold their content themselves. */
export const isNetworkUrl = (url: string): boolean => /^https?:/i.test(url)
