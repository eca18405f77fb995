import type { Exchange } from '../../engine/exchange.ts'
import type { OpenPage } from '../page/open-page.ts'
import { type FailedRequests, failedRequests } from './failed-requests.ts'
import { isOwnDocument } from './request-log.ts'

/** Sounds, films and news that go on without an end are seldom what a page says. Whatever else calls itself endless is a part of it that nobody has kept. */
const isUnkeptPart = ({ truncated, resourceType }: Exchange): boolean =>
  truncated === 'stream' && !['EventSource', 'Media'].includes(resourceType)

/** Says what a limit or the guard kept out of the record. */
export function noteLosses({ missing, guard, recorder }: OpenPage, exchanges: readonly Exchange[]): void {
  if (guard.overLimitAt !== null) missing.push({ code: 'byte-limit', params: { bytes: guard.bytes } })
  const cut = (why: Exchange['truncated']) => exchanges.filter(({ truncated }) => truncated === why).length
  if (cut('length') > 0) missing.push({ code: 'body-truncated', params: { count: cut('length') } })
  const endless = cut('time') + exchanges.filter((exchange) => isUnkeptPart(exchange)).length
  if (endless > 0) missing.push({ code: 'body-timed-out', params: { count: endless } })
  const { dropped } = recorder.sockets
  if (dropped > 0) missing.push({ code: 'socket-frames', params: { count: dropped } })
  const refused = guard.connections.filter(({ verdict, reason }) => verdict === 'refused' && reason !== 'byte-limit')
  const note = (code: 'resources-refused' | 'not-web', some: typeof refused) =>
    some.length > 0 && missing.push({ code, params: { hosts: [...new Set(some.map(({ host }) => host))] } })
  note(
    'resources-refused',
    refused.filter(({ reason }) => reason !== 'not-web'),
  )
  note(
    'not-web',
    refused.filter(({ reason }) => reason === 'not-web'),
  )
}

/**
 * Documents that the page itself left behind, such as a check of the visitor, stand among the redirects; windows that were closed are no part
 * of it. A frame that stayed empty is a hole in it.
 */
export function noteFailures(
  open: OpenPage,
  exchanges: readonly Exchange[],
  windows: ReadonlySet<string>,
): FailedRequests {
  const isApart = (exchange: Exchange) => isOwnDocument(exchange, open.watch) || windows.has(exchange.frameId ?? '')
  const failures = failedRequests(exchanges, open.guard, isApart)
  if (failures.frames > 0) open.missing.push({ code: 'frames-failed', params: { count: failures.frames } })
  return failures
}
