import type { EgressGuard, GuardedConnection } from '../../kit/egress/guard.ts'
import { normaliseHost } from '../../kit/egress/address-policy.ts'
import type { Resolution } from '../../kit/egress/resolve.ts'
import { CaptureFailed } from '../engine/engine-error.ts'
import type { FailureCode } from '../engine/engine-error.ts'

const BY_ERROR: readonly (readonly [RegExp, FailureCode])[] = [
  [/CLIENT_AUTH/, 'client-certificate'],
  [/ERR_(CERT|SSL)_|ERR_BAD_SSL|ERR_TLS/, 'tls-invalid'],
  [/ERR_NAME_NOT_RESOLVED/, 'name-not-found'],
  [/ERR_CONNECTION_REFUSED/, 'connection-refused'],
  [/ERR_CONNECTION_(RESET|CLOSED|ABORTED)|ERR_EMPTY_RESPONSE|ERR_SOCKET_NOT_CONNECTED/, 'connection-closed'],
  [/ERR_ADDRESS_UNREACHABLE|ERR_SOCKS_CONNECTION/, 'host-unreachable'],
  [/ERR_TOO_MANY_REDIRECTS/, 'too-many-redirects'],
  [/ERR_UNSAFE_PORT/, 'port-refused'],
  [/ERR_(UNKNOWN_URL_SCHEME|DISALLOWED_URL_SCHEME|UNSAFE_REDIRECT)/, 'scheme-refused'],
  [/TIMED_OUT/, 'timed-out'],
]

/** The failure a resolution stands for; null when the host may be reached. Nobody is told to which address a name of an inner network leads. */
export function resolutionFailure({ host, verdict, reason }: Resolution): CaptureFailed | null {
  if (verdict === 'not-found') return new CaptureFailed('name-not-found', { host })
  if (verdict === 'refused') return new CaptureFailed('address-refused', { host, reason: reason ?? 'reserved' })
  return null
}

function connectionFailure(connection: GuardedConnection, guard: EgressGuard): CaptureFailed | null {
  const { host, port, reason } = connection
  if (reason === 'byte-limit') return new CaptureFailed('too-large', { bytes: guard.bytes })
  if (reason === 'port-not-allowed') return new CaptureFailed('port-refused', { port })
  if (reason === 'name-not-found') return new CaptureFailed('name-not-found', { host })
  if (reason === 'refused') return new CaptureFailed('connection-refused', { host, port })
  if (reason === 'timed-out') return new CaptureFailed('timed-out', { step: 'connect', host })
  if (reason === 'unreachable' || reason === 'peer-differs')
    return new CaptureFailed('host-unreachable', { host, reason })
  if (connection.verdict !== 'refused') return null
  return new CaptureFailed('address-refused', { host, reason: reason ?? 'reserved' })
}

export const portOf = (url: URL): number => Number(url.port || (url.protocol === 'https:' ? 443 : 80))

interface Last {
  read: number
  readonly byPlace: Map<string, GuardedConnection>
}

const known = new WeakMap<readonly GuardedConnection[], Last>()

export const placeKey = (host: string, port: number) => `${normaliseHost(host)} ${port}`

/** The last connection to each place. Each is looked at once: a page opens thousands, and asks as often. */
function lastOf(connections: readonly GuardedConnection[]): ReadonlyMap<string, GuardedConnection> {
  const last = known.get(connections) ?? { read: 0, byPlace: new Map() }
  known.set(connections, last)
  for (const entry of connections.slice(last.read)) last.byPlace.set(placeKey(entry.host, entry.port), entry)
  last.read = connections.length
  return last.byPlace
}

/** The guard's last word on the host and port of an address. */
export function lastConnection(guard: EgressGuard, address: string): GuardedConnection | undefined {
  if (!URL.canParse(address)) return undefined
  const url = new URL(address)
  return lastOf(guard.connections).get(placeKey(url.hostname, portOf(url)))
}

/** Any failure's words may name this. */
function placeOf(address: string): { host: string; port: number } | undefined {
  if (!URL.canParse(address)) return undefined
  const url = new URL(address)
  return { host: url.hostname, port: portOf(url) }
}

/** Why the page's own document did not come; the guard knows better than the browser what happened. */
export function loadFailure(error: string, address: string, guard: EgressGuard): CaptureFailed {
  const connection = lastConnection(guard, address)
  const known = connection && connection.verdict !== 'closed' ? connectionFailure(connection, guard) : null
  if (known) return known
  if (guard.overLimitAt !== null) return new CaptureFailed('too-large', { bytes: guard.bytes })
  const code = BY_ERROR.find(([pattern]) => pattern.test(error))?.[1] ?? 'load-failed'
  return new CaptureFailed(code, {
    url: address,
    error: error.replace(/^net::/, ''),
    ...(code === 'timed-out' ? { step: 'load' } : {}),
    ...placeOf(address),
  })
}
