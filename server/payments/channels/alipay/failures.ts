import { AlipayFailure } from '../../../kit/alipay/failure.ts'
import { ChannelFailure, type ChannelFailureKind } from '../failure.types.ts'

const kinds: Record<AlipayFailure['kind'], ChannelFailureKind> = {
  later: 'later',
  // Nobody's token is used for payments.
  again: 'ours',
  unanswered: 'unanswered',
  untrusted: 'untrusted',
  ours: 'ours',
  business: 'business',
}
const busy = new Set(['ACQ.SYSTEM_ERROR', 'aop.ACQ.SYSTEM_ERROR'])
const operators = new Set([
  'ACQ.INVALID_PARAMETER',
  'ACQ.ACCESS_FORBIDDEN',
  'ACQ.PARTNER_ERROR',
  'ACQ.SELLER_BEEN_BLOCKED',
])

const kindOf = ({ kind, subCode }: AlipayFailure): ChannelFailureKind => {
  if (kind !== 'business') return kinds[kind]
  if (busy.has(subCode)) return 'later'
  return operators.has(subCode) ? 'ours' : 'business'
}

/** What a call at the gateway brought, its failure as a channel tells it. */
export async function told<T>(call: string, answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    if (!(error instanceof AlipayFailure)) throw error
    const kind = kindOf(error)
    // How an order stands is decided by nothing that nobody signed.
    if (kind === 'business' && !error.isSigned) throw new ChannelFailure('alipay', call, 'untrusted', 'unsigned')
    throw new ChannelFailure('alipay', call, kind, error.subCode || error.code)
  }
}
