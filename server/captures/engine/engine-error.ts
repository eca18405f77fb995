/** Faults of the browser itself, whatever it was capturing. */
export type EngineErrorCode = 'browser-missing' | 'browser-crashed'

export class EngineError extends Error {
  readonly code: EngineErrorCode
  readonly detail: string

  constructor(code: EngineErrorCode, detail: string) {
    super(`${code}: ${detail}`)
    this.code = code
    this.detail = detail
  }
}

/** Why there is no evidence at all. Words for each code stand in `locales`, under `failure`. */
export type FailureCode =
  | 'url-malformed'
  | 'url-too-long'
  | 'url-ends'
  | 'url-wide'
  | 'scheme-refused'
  | 'credentials-refused'
  | 'address-refused'
  | 'port-refused'
  | 'name-not-found'
  | 'connection-refused'
  | 'connection-closed'
  | 'host-unreachable'
  | 'tls-invalid'
  | 'client-certificate'
  | 'too-many-redirects'
  | 'load-failed'
  | 'timed-out'
  | 'gave-way'
  | 'too-large'
  | 'memory-limit'
  | 'record-limit'
  | 'browser-missing'
  | 'browser-crashed'
  | 'step-slow'
  | 'step-refused'
  | 'page-crashed'
  | 'page-unresponsive'
  | 'too-many-windows'
  | 'blank-page'
  | 'cancelled'
  | 'worker-lost'

export type FailureParams = Record<string, string | number>

/** Ends a capture of any kind without evidence; the code has words under `failure`. */
export class CaptureError extends Error {
  readonly code: string
  readonly params: FailureParams

  constructor(code: string, params: FailureParams = {}) {
    super(`${code} ${JSON.stringify(params)}`)
    this.code = code
    this.params = params
  }
}

/** The same for a reason of the browser's or the network's. */
export class CaptureFailed extends CaptureError {
  declare readonly code: FailureCode

  constructor(code: FailureCode, params: FailureParams = {}) {
    super(code, params)
  }
}
