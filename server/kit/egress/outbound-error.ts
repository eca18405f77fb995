import { AxiosError } from 'axios'
import { EgressRefused } from './guarded-agent.ts'

/** Why a request of ours got no answer. */
export type OutboundError = 'name-not-found' | 'address-refused' | 'refused' | 'tls' | 'timed-out' | 'unreachable'

const byCode: Record<string, OutboundError> = {
  ENOTFOUND: 'name-not-found',
  EAI_AGAIN: 'name-not-found',
  ECONNREFUSED: 'refused',
  ETIMEDOUT: 'timed-out',
}

export function outboundErrorOf(error: unknown): OutboundError {
  const cause = error instanceof AxiosError ? (error.cause ?? error) : error
  if (cause instanceof EgressRefused) return cause.reason === 'name-not-found' ? 'name-not-found' : 'address-refused'
  const { code = '' } = cause as { code?: string }
  if (/CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO/.test(code)) return 'tls'
  return byCode[code] ?? 'unreachable'
}
