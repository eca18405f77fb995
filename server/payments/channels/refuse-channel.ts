import { AppError } from '../../kit/errors.ts'
import { ChannelFailure } from './failure.types.ts'

/** Of a vendor's failure people are told whether to try again; what it was stands in the log, where only the operator can help. */
export function refuseChannel(error: unknown): never {
  if (!(error instanceof ChannelFailure)) throw error
  const code = error.kind === 'later' || error.kind === 'unanswered' ? 'channel-busy' : 'channel-broken'
  throw Object.assign(new AppError(code), { cause: error })
}
