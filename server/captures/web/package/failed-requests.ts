import type { EgressGuard } from '../../../kit/egress/guard.ts'
import type { FailureCode } from '../../engine/engine-error.ts'
import type { Exchange } from '../../engine/exchange.ts'
import { loadFailure } from '../net-errors.ts'
import type { FailedRequest, RequestFault } from '../web-capture.ts'

/** As many as a statement names; the log of requests has them all. */
const listed = 100
const longestUrl = 1_000

/** Requests for content that nobody sees in a page, or that belongs to another request. */
const unseen = new Set(['Ping', 'CSPViolationReport', 'Prefetch', 'Preflight', 'EventSource'])

const byCode: Partial<Record<FailureCode, RequestFault>> = {
  'address-refused': 'platform',
  'port-refused': 'platform',
  'too-large': 'platform',
  'name-not-found': 'name-not-found',
  'connection-refused': 'connection-refused',
  'connection-closed': 'connection-closed',
  'host-unreachable': 'host-unreachable',
  'tls-invalid': 'tls-invalid',
  'client-certificate': 'tls-invalid',
  'timed-out': 'timed-out',
}

/** The fault by which a request brought nothing to show; null where it brought something, or the page itself gave it up. */
function faultOf({ failure, status, redirectTo, url }: Exchange, guard: EgressGuard): RequestFault | null {
  if (failure?.blocked || failure?.cors) return 'page-rules'
  if (failure?.canceled) return null
  if (failure) return byCode[loadFailure(failure.error, url, guard).code] ?? 'other'
  if (status === null) return redirectTo === null ? 'unanswered' : null
  return status >= 400 ? 'status' : null
}

export interface FailedRequests {
  readonly count: number
  readonly list: readonly FailedRequest[]
  /** Documents of frames among them. */
  readonly frames: number
}

/** The requests whose answer is missing in the page. Its own documents are told of apart: `httpStatus`, `redirects`. */
export function failedRequests(
  exchanges: readonly Exchange[],
  guard: EgressGuard,
  isApart: (exchange: Exchange) => boolean,
): FailedRequests {
  const all = exchanges.flatMap((exchange) => {
    const fault = unseen.has(exchange.resourceType) || isApart(exchange) ? null : faultOf(exchange, guard)
    return fault === null ? [] : [{ exchange, fault }]
  })
  return {
    count: all.length,
    frames: all.filter(({ exchange }) => exchange.resourceType === 'Document').length,
    list: all.slice(0, listed).map(({ exchange: { url, resourceType, status }, fault }) => ({
      // A cut may fall into the middle of a sign.
      url: url.slice(0, longestUrl).toWellFormed(),
      type: resourceType,
      status,
      fault,
    })),
  }
}
