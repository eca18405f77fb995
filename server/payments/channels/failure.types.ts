import type { PayChannelName } from './channel.types.ts'

/**
 * Why a call brought nothing. `later`: busy, or called too often. `unanswered`: nobody knows whether it was done. `untrusted`: an
 * answer that nobody can have signed who may. `ours`: the operator's to mend. `business`: refused by the vendor, by `code`.
 */
export type ChannelFailureKind = 'later' | 'unanswered' | 'untrusted' | 'ours' | 'business'

/** Names channel, call and codes and nothing that was sent or answered: both hold numbers of people and secrets. */
export class ChannelFailure extends Error {
  readonly kind: ChannelFailureKind
  readonly code: string

  constructor(channel: PayChannelName, call: string, kind: ChannelFailureKind, code = '') {
    super(`${channel} ${call}: ${kind} ${code}`.trim())
    this.kind = kind
    this.code = code
  }
}

/** A notice that the vendor did not send, or not now, or not to us. `why` names the check that it failed. */
export class ForgedNotice extends Error {
  readonly why: string

  constructor(channel: PayChannelName, why: string) {
    super(`${channel} notice: ${why}`)
    this.why = why
  }
}
