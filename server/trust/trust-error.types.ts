export type TrustErrorCode =
  | 'clock-unproven'
  | 'keys-missing'
  | 'key-missing'
  | 'key-unreadable'
  | 'key-too-open'
  | 'key-retired'
  | 'bad-digest'
  | 'keys-exist'
  | 'keys-busy'
  | 'keys-local'
  | 'key-revoked'
  | 'root-missing'
  | 'root-unreadable'
  | 'root-differs'
  | 'passphrase-differs'
  | 'unknown-serial'
  | 'already-revoked'
  | 'bad-instant'
  | 'seal-unfit'
  | 'log-behind'

/** The trust layer refuses rather than attests something it cannot stand for. */
export class TrustError extends Error {
  readonly code: TrustErrorCode

  constructor(code: TrustErrorCode, detail = '') {
    super(detail ? `${code}: ${detail}` : code)
    this.code = code
  }
}
