import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import type { LookupFunction } from 'node:net'
import { callbackify } from 'node:util'
import { isAddress, parseAllowList } from './address-policy.ts'
import type { EgressReason } from './address-policy.ts'
import { judgeDestination, resolveHost } from './resolve.ts'
import type { Resolver } from './resolve.ts'

/** Raised inside the request that would have left for a place it may not reach. */
export class EgressRefused extends Error {
  readonly reason: EgressReason | 'name-not-found'
  readonly host: string

  constructor(host: string, reason: EgressReason | 'name-not-found') {
    super(`egress refused: ${host} (${reason})`)
    this.host = host
    this.reason = reason
  }
}

/** Whether a name, not an address that somebody wrote down, led to where nobody may go. */
export const ledInside = (error: unknown): boolean =>
  error instanceof EgressRefused && !isAddress(error.host.replace(/^\[|\]$/g, ''))

/** A lookup that hands out nothing but judged answers, so that no second resolution can differ. */
function judgedLookup(allowPrivate: readonly string[], resolver?: Resolver): LookupFunction {
  const allow = parseAllowList(allowPrivate)
  const judged = async (host: string) => {
    const resolution = await resolveHost(host, { allow, ...(resolver ? { resolver } : {}) })
    if (resolution.verdict !== 'allowed') throw new EgressRefused(host, resolution.reason ?? 'name-not-found')
    return resolution.answers
  }
  return (host, options, callback) => {
    callbackify(judged)(host, (error, answers) => {
      const first = answers?.[0]
      if (error || !first) callback(error ?? new EgressRefused(host, 'name-not-found'), '', 0)
      else if (options.all) callback(null, [...answers])
      else callback(null, first.address, first.family)
    })
  }
}

/**
 * Agents for the server's own outbound requests (webhooks, time-stamps, monitors).
 * Node skips the lookup for a literal address: pass each address through `assertReachable` first, redirects included.
 */
export function guardedAgents(
  allowPrivate: readonly string[],
  resolver?: Resolver,
): { http: HttpAgent; https: HttpsAgent } {
  const lookup = judgedLookup(allowPrivate, resolver)
  return { http: new HttpAgent({ lookup, keepAlive: false }), https: new HttpsAgent({ lookup, keepAlive: false }) }
}

/** Throws when the host of this address may not be reached. */
export async function assertReachable(url: URL, allowPrivate: readonly string[], resolver?: Resolver): Promise<void> {
  const allow = parseAllowList(allowPrivate)
  const resolution = await resolveHost(url.hostname, { allow, ...(resolver ? { resolver } : {}) })
  if (resolution.verdict !== 'allowed') throw new EgressRefused(url.hostname, resolution.reason ?? 'name-not-found')
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80))
  const reason = judgeDestination(resolution, port, allow)
  if (reason) throw new EgressRefused(url.hostname, reason)
}
