import type { OutboundError } from '../../kit/egress/outbound-error.ts'

/** Why a provider's answer was not taken, or did not come. `not-verified` names in `detail` what its token lacks, as `proof/` says it. */
export type StampRefusal =
  | OutboundError
  | 'status'
  | 'content-type'
  | 'too-large'
  | 'malformed'
  | 'rejected'
  | 'nonce-differs'
  | 'policy-differs'
  | 'time-differs'
  | 'revocation-unknown'
  | 'not-verified'

export class StampRefused extends Error {
  readonly code: StampRefusal
  readonly detail: string

  constructor(code: StampRefusal, detail = '') {
    super(detail ? `${code}: ${detail}` : code)
    this.code = code
    this.detail = detail
  }
}
