/** The parts of the protocol's Network, Fetch and Target events that the recorder reads. */
export type HeaderDict = Readonly<Record<string, string>>

export interface CdpRequest {
  readonly url: string
  readonly urlFragment?: string
  readonly method: string
  /** Whether it goes to the site of the main document. */
  readonly isSameSite?: boolean
  readonly headers: HeaderDict
  readonly hasPostData?: boolean
  readonly postData?: string
  readonly postDataEntries?: readonly { readonly bytes?: string }[]
}

export interface CdpSecurityDetails {
  readonly protocol: string
  readonly keyExchange: string
  readonly keyExchangeGroup?: string
  readonly cipher: string
  readonly subjectName: string
  readonly sanList: readonly string[]
  readonly issuer: string
  readonly validFrom: number
  readonly validTo: number
  readonly certificateTransparencyCompliance: string
}

export interface CdpResponse {
  readonly url: string
  readonly status: number
  readonly statusText: string
  readonly headers: HeaderDict
  readonly mimeType: string
  readonly protocol?: string
  readonly fromDiskCache?: boolean
  /** The page had asked for it before it went there; said of that first request as well. */
  readonly fromPrefetchCache?: boolean
  readonly fromServiceWorker?: boolean
  readonly timing?: Readonly<Record<string, number>>
  readonly securityDetails?: CdpSecurityDetails
}

export interface RequestWillBeSent {
  readonly requestId: string
  readonly documentURL: string
  readonly request: CdpRequest
  readonly wallTime: number
  readonly timestamp: number
  readonly type?: string
  readonly frameId?: string
  readonly initiator: { readonly type: string; readonly url?: string }
  readonly redirectResponse?: CdpResponse
  readonly redirectHasExtraInfo?: boolean
}

export interface ResponseReceived {
  readonly requestId: string
  readonly timestamp: number
  readonly type: string
  readonly response: CdpResponse
  readonly hasExtraInfo?: boolean
}

export interface ExtraInfo {
  readonly requestId: string
  readonly headers: HeaderDict
  readonly headersText?: string
  readonly statusCode?: number
}

export interface LoadingFinished {
  readonly requestId: string
  readonly timestamp: number
  readonly encodedDataLength: number
}

export interface LoadingFailed {
  readonly requestId: string
  readonly timestamp: number
  readonly type: string
  readonly errorText: string
  readonly canceled?: boolean
  readonly blockedReason?: string
  readonly corsErrorStatus?: { readonly corsError: string }
}

export interface RequestPaused {
  readonly requestId: string
  readonly networkId?: string
  readonly resourceType: string
  readonly request: CdpRequest
  readonly responseStatusCode?: number
  readonly responseErrorReason?: string
  readonly responseHeaders?: readonly { readonly name: string; readonly value: string }[]
}

export interface AttachedToTarget {
  readonly sessionId: string
  readonly waitingForDebugger: boolean
  readonly targetInfo: {
    readonly targetId: string
    readonly type: string
    readonly url: string
    readonly openerId?: string
  }
}

export interface EncodedBody {
  readonly body: string
  readonly base64Encoded: boolean
}

/** The protocol joins repeated headers by line feeds. */
export const headerPairs = (headers: HeaderDict): (readonly [string, string])[] =>
  Object.entries(headers).flatMap(([name, value]) => value.split('\n').map((part) => [name, part] as const))

/** Headers as they stood on the wire, where the browser hands out the text. */
export const headerLines = (text: string): (readonly [string, string])[] =>
  text
    .split('\r\n')
    .slice(1)
    .filter((line) => line.includes(':'))
    .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()] as const)

export const decodeBody = ({ body, base64Encoded }: EncodedBody): Buffer =>
  Buffer.from(body, base64Encoded ? 'base64' : 'utf8')
