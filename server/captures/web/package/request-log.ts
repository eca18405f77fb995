import { createHash } from 'node:crypto'
import { setImmediate as others } from 'node:timers/promises'
import type { EgressGuard, GuardedConnection } from '../../../kit/egress/guard.ts'
import type { Exchange, SocketLog } from '../../engine/exchange.ts'
import { placeKey, portOf } from '../net-errors.ts'
import type { PageWatch } from '../page/page-watch.ts'
import type { RedirectHop } from '../web-capture.ts'

/** Connections to one place, while each was open. */
interface Reached {
  readonly addresses: Set<string>
  readonly spans: { readonly address: string; readonly from: number; readonly to: number }[]
}

function reachedByPlace(connections: readonly GuardedConnection[]): ReadonlyMap<string, Reached> {
  const places = new Map<string, Reached>()
  for (const { host, port, dialledAddress: address, started, milliseconds } of connections) {
    if (address === null) continue
    const key = placeKey(host, port)
    const reached = places.get(key) ?? { addresses: new Set(), spans: [] }
    places.set(key, reached)
    reached.addresses.add(address)
    const from = Date.parse(started)
    reached.spans.push({ address, from, to: milliseconds === null ? Infinity : from + milliseconds })
  }
  return places
}

/** The guard's clock is not the browser's, and both round. */
const CLOCKS_MS = 50

/**
 * A name may lead to several servers, in their order, and whoever owns it decides when the first stops answering: a later connection reaches
 * another's server, which never sent what is shown. So only those count that were open meanwhile, and where they differ nobody is named.
 */
function addressOf({ startedAt, milliseconds }: Exchange, { addresses, spans }: Reached): string | null {
  const [first] = addresses
  if (addresses.size === 1) return first ?? null
  const from = Date.parse(startedAt)
  const to = milliseconds === null ? Infinity : from + milliseconds
  const meanwhile = new Set(
    spans.filter((span) => span.from <= to + CLOCKS_MS && span.to >= from - CLOCKS_MS).map(({ address }) => address),
  )
  const [only] = meanwhile
  return meanwhile.size === 1 ? (only ?? null) : null
}

/**
 * Fills in whom each exchange really talked to: the browser itself only knows its proxy. An answer of a cache or of the page's own
 * service worker came from nobody meanwhile, whoever was connected.
 */
export function addRemoteAddresses(exchanges: readonly Exchange[], guard: EgressGuard): void {
  const places = reachedByPlace(guard.connections)
  for (const exchange of exchanges) {
    const { status, fromCache, fromServiceWorker } = exchange
    if (status === null || fromCache || fromServiceWorker || !URL.canParse(exchange.url)) continue
    const url = new URL(exchange.url)
    const reached = places.get(placeKey(url.hostname, portOf(url)))
    exchange.remoteAddress = reached ? addressOf(exchange, reached) : null
  }
}

const LONG = 1024 * 1024

const digest = (body: Buffer | null): string | null => (body ? createHash('sha256').update(body).digest('hex') : null)

/** One line per request, failed ones included, bodies by their digest; then one per WebSocket. */
export async function requestLines(exchanges: readonly Exchange[], sockets: readonly SocketLog[]): Promise<string> {
  const lines: string[] = []
  const add = (line: object) => void lines.push(`${JSON.stringify(line)}\n`)
  for (const [index, { body, requestBody, monotonic: _clock, ...exchange }] of exchanges.entries()) {
    // All bodies together may be a gigabyte, and nobody else is served while they are hashed.
    if ((body?.length ?? 0) > LONG) await others()
    add({
      number: index + 1,
      ...exchange,
      requestBodyBytes: requestBody?.length ?? 0,
      requestBodySha256: digest(requestBody),
      bodyBytes: body?.length ?? 0,
      bodySha256: digest(body),
    })
  }
  for (const socket of sockets) add({ kind: 'websocket', ...socket })
  return lines.join('')
}

/** A document of the page itself, and not of a frame in it. */
export const isOwnDocument = ({ frameId, resourceType }: Exchange, { mainFrame }: PageWatch): boolean =>
  frameId === mainFrame && resourceType === 'Document'

/**
 * The requests for the page's own documents that were shown, in the order in which they were. A page may ask for one that never is: an answer
 * without content, a file to keep, one that does not come. Such a request leads to any address of any site, whose server would then seem to have
 * answered with what is seen. Nothing is shown where a file was captured in place of a page, and all of them count.
 */
export function ownDocuments(
  exchanges: readonly Exchange[],
  watch: PageWatch,
  arrivals: readonly string[] | null,
): Exchange[] {
  const own = exchanges.filter((exchange) => isOwnDocument(exchange, watch))
  if (!arrivals) return own
  const hops = Map.groupBy(own, ({ requestId }) => requestId)
  return arrivals.flatMap((loaderId) => hops.get(loaderId) ?? [])
}

/** The way of the page to its last address: by answers of servers and by the page itself. */
export const redirectChain = (documents: readonly Exchange[]): RedirectHop[] =>
  documents.map((hop, index) => {
    const next = documents[index + 1]
    const client = hop.redirectTo === null && next !== undefined
    return {
      url: hop.url,
      status: hop.status,
      to: hop.redirectTo ?? next?.url ?? null,
      kind: hop.redirectTo !== null ? 'http' : client ? 'client' : 'final',
      remoteAddress: hop.remoteAddress,
      at: hop.startedAt,
    }
  })
